package faketrt

import (
	"errors"
	"io"
	"os"
	"time"

	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/trt"
)

// plan is what a plan of the fake worker computes.
type plan struct {
	inputs     []trt.Binding
	outputs    []output
	differing  []trt.Difference // in every run
	refittable bool
	load       error
	run        func(number int) error
}

// output has an element for each one of the first input, or as many as its shape says.
type output struct {
	name, dtype string
	shape       func(input []int64) []int64
	element     func(x []uint64, i int) uint64
}

// write computes an output in pieces.
func (o output) write(to io.Writer, x []uint64, bytes int64) error {
	dtype, err := tensor.TypeOf(o.dtype)
	if err != nil {
		return err
	}
	piece := make([]byte, 1<<20)
	for done := int64(0); done < bytes; done += int64(len(piece)) {
		piece = piece[:min(int64(len(piece)), bytes-done)]
		first := dtype.Elements(done)
		for i := range int(dtype.Elements(int64(len(piece)))) {
			dtype.Store(piece, i, o.element(x, int(first)+i))
		}
		if _, err := to.Write(piece); err != nil {
			return err
		}
	}
	return nil
}

// plans are all there are.
func plans() map[string]plan {
	x := trt.Binding{Name: "x", Mode: trt.ModeInput, DType: "float16", Shape: []int64{1, 4, 8, 8}}
	of := func(element func(x []uint64, i int) uint64) plan {
		return plan{inputs: []trt.Binding{x}, outputs: []output{{"y", "float16", nil, element}}}
	}
	// at computes the leaky ReLU, but for one element.
	at := func(place int, bits uint64) plan {
		return of(func(x []uint64, i int) uint64 {
			if i == place {
				return bits
			}
			return leaky(x, i)
		})
	}
	with := func(p plan, change func(*plan)) plan {
		change(&p)
		return p
	}
	free := trt.Binding{Name: "x", Mode: trt.ModeInput, DType: "float16", Shape: []int64{-1, 8},
		Shapes: []trt.Range{{Min: []int64{1, 8}, Opt: []int64{4, 8}, Max: []int64{8, 8}}}}
	ids := trt.Binding{Name: "ids", Mode: trt.ModeInput, DType: "int64", Shape: []int64{16}}
	lookUp := plan{inputs: []trt.Binding{ids}, outputs: []output{{"y", "float32", nil, func(x []uint64, i int) uint64 { return 0x3f800000 + x[i]<<8 }}}}
	double := func([]uint64, int) uint64 { return 0x4000 }
	return map[string]plan{
		"leaky":       of(leaky),
		"leaky-twice": of(leakyTwice),
		"one-bit": of(func(x []uint64, i int) uint64 {
			if i == 200 {
				return leaky(x, i) ^ 1
			}
			return leaky(x, i)
		}),
		"nan-1": at(7, 0x7e00), "nan-2": at(7, 0x7e01), "zero": at(7, 0), "negative-zero": at(7, 0x8000),
		"unstable": with(of(leaky), func(p *plan) {
			p.differing = []trt.Difference{{Context: 1, Run: 3, Tensor: "y", First: 12, Elements: 5}}
		}),
		"unwritten": with(of(leaky), func(p *plan) {
			p.differing = []trt.Difference{{Context: 1, Run: 0, Tensor: "y", Elements: 9, Unwritten: 9}}
		}),
		"zeros":        of(func([]uint64, int) uint64 { return 0 }),
		"nans":         of(func([]uint64, int) uint64 { return 0x7e00 }),
		"constant":     of(double),
		"same-for-all": of(func(_ []uint64, i int) uint64 { return 0x3c00 + uint64(i) }),
		"two":          with(of(leaky), func(p *plan) { p.outputs = append(p.outputs, output{"anchors", "float16", nil, double}) }),
		"stripped":     with(of(func([]uint64, int) uint64 { return 0 }), func(p *plan) { p.refittable = true }),
		"renamed":      with(of(leaky), func(p *plan) { p.outputs = []output{{"why", "float16", nil, leaky}} }),
		"renamed-input": with(of(leaky), func(p *plan) {
			p.inputs = []trt.Binding{{Name: "in", Mode: trt.ModeInput, DType: "float16", Shape: x.Shape}}
		}),
		"other-type": with(of(leaky), func(p *plan) { p.outputs = []output{{"y", "bfloat16", nil, leaky}} }),
		"other-shape": with(of(leaky), func(p *plan) {
			p.outputs = []output{{"y", "float16", func([]int64) []int64 { return []int64{256} }, leaky}}
		}),
		"free": with(of(leaky), func(p *plan) { p.inputs = []trt.Binding{free} }),
		"free-at-last": with(of(leaky), func(p *plan) { // wrong in the largest shape alone
			p.inputs = []trt.Binding{free}
			p.outputs[0].element = func(x []uint64, i int) uint64 {
				if i == 60 {
					return 0x3c00
				}
				return leaky(x, i)
			}
		}),
		"free-less": with(of(leaky), func(p *plan) {
			less := free
			less.Shapes = []trt.Range{{Min: []int64{1, 8}, Opt: []int64{4, 8}, Max: []int64{6, 8}}}
			p.inputs = []trt.Binding{less}
		}),
		"ids":     lookUp,
		"refused": with(of(leaky), func(p *plan) { p.load = errors.New("the plan was built on another GPU") }),
		"fails":   with(of(leaky), func(p *plan) { p.run = func(int) error { return errors.New("out of memory") } }),
		"crashes": with(of(leaky), func(p *plan) {
			p.run = func(number int) error {
				if number == 2 {
					os.Exit(139)
				}
				return nil
			}
		}),
		"waits": with(of(leaky), func(p *plan) {
			p.run = func(int) error {
				time.Sleep(time.Hour)
				return nil
			}
		}),
		"large": with(of(leaky), func(p *plan) {
			p.outputs = []output{{"y", "float16", func([]int64) []int64 { return []int64{1 << 14, 1 << 13} }, func(x []uint64, i int) uint64 { return x[i%len(x)] }}}
		}),
	}
}

// leaky is LeakyRelu with a slope of 0.2 as one kernel computes it: rounded once.
func leaky(x []uint64, i int) uint64 { return slope(x[i], 0.2) }

// leakyTwice multiplies by a slope that has been rounded to float16 before.
func leakyTwice(x []uint64, i int) uint64 {
	half, err := tensor.TypeOf("float16")
	if err != nil {
		panic(err)
	}
	return slope(x[i], half.Value(half.Round(0.2)))
}

func slope(bits uint64, alpha float64) uint64 {
	half, err := tensor.TypeOf("float16")
	if err != nil {
		panic(err)
	}
	if half.Class(bits) == tensor.NaN || bits>>15 == 0 {
		return bits
	}
	return half.Round(alpha * half.Value(bits))
}
