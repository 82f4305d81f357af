// Package faketrt is a TensorRT for tests: a worker that computes in Go what the names of plans say, and builds
// what the names of models say.
package faketrt

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// Main is a worker's main, if planlint started this program as one; else it returns. What a plan computes is told
// by the name of its file: that of one of plans, and after a "+" anything. A folder of libraries that is called
// "broken" cannot be loaded.
func Main() {
	requests, frames, data, ok := worker.Pipes()
	if !ok {
		return
	}
	folder := os.Args[len(os.Args)-1]
	if filepath.Base(folder) == "broken" {
		err := fmt.Errorf("%w: libcudart.so.12: cannot open shared object file", trt.ErrUnavailable)
		if err := worker.Refuse(frames, err); err != nil {
			log.Fatal(err)
		}
		os.Exit(4)
	}
	if err := worker.Serve(requests, frames, data, &engine{folder: folder}); err != nil {
		log.Fatal(err)
	}
	os.Exit(0)
}

// engine is a worker.Engine.
type engine struct {
	folder      string // of the libraries
	runs, built int

	mutex   sync.Mutex
	records []trt.Record
}

func (*engine) Probe() trt.Probe { return trt.Probe{Devices: []trt.Device{}} }

func (*engine) Routes() ([]byte, error) { return nil, errors.New("it has none") }

func (*engine) Inspect(r trt.InspectRequest, _ *os.File) (trt.Description, int64, error) {
	p, err := planOf(r.Plan)
	if err != nil {
		return trt.Description{}, 0, err
	}
	d := trt.Description{Profiles: 1, Refittable: p.refittable, Bindings: p.inputs}
	for _, o := range p.outputs {
		shape := slices.Clone(p.inputs[0].Shape)
		if o.shape != nil {
			shape = o.shape(shape)
		}
		d.Bindings = append(d.Bindings, trt.Binding{Name: o.name, Mode: trt.ModeOutput, DType: o.dtype, Shape: shape})
	}
	return d, 0, p.load
}

// Run computes each output from the elements of the first input.
func (e *engine) Run(r trt.RunRequest, receive func([]trt.Tensor) (io.Writer, error)) (trt.RunResult, error) {
	e.runs++
	p, err := planOf(r.Plan)
	if err != nil {
		return trt.RunResult{}, err
	}
	if p.run != nil {
		if err := p.run(e.runs); err != nil {
			return trt.RunResult{}, err
		}
	}
	result := trt.RunResult{Runs: r.Runs, Contexts: r.Contexts}
	var first []uint64
	for i, b := range p.inputs {
		shape, values, err := p.input(b, r)
		if err != nil {
			return result, err
		}
		if i == 0 {
			first = values
		}
		result.Tensors = append(result.Tensors, trt.Tensor{Name: b.Name, Mode: trt.ModeInput, DType: b.DType, Shape: shape, Bytes: size(b.DType, shape)})
	}
	for _, o := range p.outputs {
		shape := slices.Clone(result.Tensors[0].Shape)
		if o.shape != nil {
			shape = o.shape(shape)
		}
		result.Tensors = append(result.Tensors, trt.Tensor{Name: o.name, Mode: trt.ModeOutput, DType: o.dtype, Shape: shape, Bytes: size(o.dtype, shape)})
	}
	to, err := receive(result.Tensors)
	if err != nil {
		return result, err
	}
	for i, o := range p.outputs {
		if err := o.write(to, first, result.Tensors[len(p.inputs)+i].Bytes); err != nil {
			return result, err
		}
	}
	if r.Runs > 3 && r.Contexts > 1 {
		result.Differing = p.differing
	}
	return result, nil
}

func size(dtype string, shape []int64) int64 {
	elements := int64(1)
	for _, n := range shape {
		elements *= n
	}
	bytes, err := tensor.Bytes(dtype, elements)
	if err != nil {
		log.Fatal(err)
	}
	return bytes
}

// input makes the numbers of an input.
func (p plan) input(b trt.Binding, r trt.RunRequest) (shape []int64, values []uint64, err error) {
	shape = b.Shape
	if given, ok := r.Shapes[b.Name]; ok {
		shape = given
	}
	if len(b.Shapes) > 0 && (shape[0] < b.Shapes[0].Min[0] || shape[0] > b.Shapes[0].Max[0]) {
		return nil, nil, fmt.Errorf("input %s: shape %s is outside of profile 0, which goes from %s to %s", b.Name,
			trt.ShapeText(shape), trt.ShapeText(b.Shapes[0].Min), trt.ShapeText(b.Shapes[0].Max))
	}
	data := make([]byte, size(b.DType, shape))
	if path, given := r.Files[b.Name]; given {
		if data, err = os.ReadFile(path); err != nil || int64(len(data)) != size(b.DType, shape) {
			return nil, nil, fmt.Errorf("%s has %d bytes, %d are needed: %v", path, len(data), size(b.DType, shape), err)
		}
	} else if err := tensor.Fill(data, 0, b.Name, b.DType, r.Input); err != nil {
		return nil, nil, err
	}
	dtype, err := tensor.TypeOf(b.DType)
	if err != nil {
		return nil, nil, err
	}
	for i := range int(dtype.Elements(int64(len(data)))) {
		values = append(values, dtype.Load(data, i))
	}
	return shape, values, nil
}

// planOf finds what a file computes.
func planOf(path string) (plan, error) {
	name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".plan"), "+")
	p, known := plans()[name]
	if !known {
		return p, fmt.Errorf("deserializing %s gave no engine", name)
	}
	return p, nil
}
