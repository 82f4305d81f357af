package trt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/tensor"
)

// goEngine is an engine in Go. It has inputs "x" (float16, free first dimension), "shape" (int64, on the host) and
// "cache" (int8, which the output "grown" shares its memory with), and outputs "y", the bytes of x each plus 1, "z",
// empty, and "grown".
type goEngine struct {
	alone    bool // contexts cannot share profiles
	budget   int64
	opened   int
	closed   int
	mostOpen int
	misdeed  func(context, run int, y, before []byte) error
	lateZ    bool // "z" has a shape only after a run, and another one in each
}

func (*goEngine) describe() (Description, error) {
	return Description{Profiles: 2, ContextMemory: 64, Bindings: []Binding{
		{Name: "x", Mode: ModeInput, DType: "float16", Shape: []int64{-1, 3}, Shapes: []Range{
			{Min: []int64{1, 3}, Opt: []int64{4, 3}, Max: []int64{8, 3}},
			{Min: []int64{9, 3}, Opt: []int64{9, 3}, Max: []int64{9, 3}}}},
		{Name: "shape", Mode: ModeInput, DType: "int64", Shape: []int64{2}, Host: true, Shapes: []Range{{}, {}}, Values: []Range{
			{Min: []int64{1, 1}, Opt: []int64{4, 2}, Max: []int64{8, 3}}, {}}},
		{Name: "cache", Mode: ModeInput, DType: "int8", Shape: []int64{5}},
		{Name: "y", Mode: ModeOutput, DType: "float16", Shape: []int64{-1, 3}},
	}}, nil
}

func (e *goEngine) setBudget(bytes int64) error { e.budget = bytes; return nil }

func (e *goEngine) memory() (free, own int64, err error) {
	return 1000 - 100*int64(e.opened-e.closed), 50, nil
}

func (e *goEngine) sharesProfiles() bool { return !e.alone }

func (e *goEngine) open(profile int, inputs []input) (context, error) {
	if profile > 1 {
		return nil, errors.New("no such profile")
	}
	x := inputs[0]
	size := 2 * x.shape[0] * x.shape[1]
	c := &goContext{engine: e, number: e.opened, list: []bound{
		{Tensor: Tensor{Name: "x", Mode: ModeInput, DType: "float16", Shape: x.shape, Bytes: size}},
		{Tensor: Tensor{Name: "y", Mode: ModeOutput, DType: "float16", Shape: x.shape, Bytes: size}},
		{Tensor: Tensor{Name: "shape", Mode: ModeInput, DType: "int64", Shape: []int64{2}, Bytes: 16}, Host: true},
		{Tensor: Tensor{Name: "cache", Mode: ModeInput, DType: "int8", Shape: []int64{5}, Bytes: 5}, Overwritten: true},
		{Tensor: Tensor{Name: "z", Mode: ModeOutput, DType: "bool", Shape: []int64{0}}},
		{Tensor: Tensor{Name: "grown", Mode: ModeOutput, DType: "int8", Shape: []int64{5}, Bytes: 5}},
	}}
	for _, t := range c.list {
		c.memory = append(c.memory, make([]byte, t.Bytes))
	}
	c.memory[5] = c.memory[3]
	e.opened++
	e.mostOpen = max(e.mostOpen, e.opened-e.closed)
	return c, nil
}

type goContext struct {
	engine  *goEngine
	number  int
	run     int
	list    []bound
	memory  [][]byte
	running bool
}

func (c *goContext) tensors() ([]bound, error) {
	list := slices.Clone(c.list)
	if c.engine.lateZ && c.run > 0 {
		list[4].Shape = []int64{0, int64(c.run)}
	}
	return list, nil
}

func (c *goContext) upload(i int, offset int64, data []byte) error {
	if c.running || c.list[i].Mode != ModeInput {
		return errors.New("it may not be written to")
	}
	copy(c.memory[i][offset:][:len(data)], data)
	return nil
}

func (c *goContext) download(i int, offset int64, data []byte) error {
	if c.running {
		return errors.New("it runs")
	}
	copy(data, c.memory[i][offset:][:len(data)])
	return nil
}

func (c *goContext) start(fill byte) error {
	for i := range c.memory[1] {
		c.memory[1][i] = fill
	}
	c.running = true
	return nil
}

func (c *goContext) wait() error {
	c.running = false
	y := c.memory[1]
	before := bytes.Clone(y)
	for i, b := range c.memory[0] {
		y[i] = b + 1
	}
	for i := range c.memory[5] {
		c.memory[5][i]++
	}
	c.run++
	if c.engine.misdeed != nil {
		return c.engine.misdeed(c.number, c.run-1, y, before)
	}
	return nil
}

func (c *goContext) copies() (outputs, error) {
	k := &goContext{engine: c.engine, list: c.list}
	for _, m := range c.memory {
		k.memory = append(k.memory, bytes.Clone(m))
	}
	c.engine.opened++
	return k, nil
}

func (c *goContext) close() { c.engine.closed++ }

func seeded() tensor.Recipe { return tensor.Recipe{Seed: 3, Distribution: "normal"} }

func TestRun(t *testing.T) {
	for _, alone := range []bool{false, true} {
		e := &goEngine{alone: alone}
		var data bytes.Buffer
		var told []Tensor
		got, err := run(e, RunRequest{Input: seeded(), Runs: 10, Contexts: 3, WeightStreamingBudget: 77}, func(list []Tensor) (io.Writer, error) {
			told = list
			return &data, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		x, cache := make([]byte, 24), make([]byte, 5)
		if err := errors.Join(tensor.Fill(x, 0, "x", "float16", seeded()), tensor.Fill(cache, 0, "cache", "int8", seeded())); err != nil {
			t.Fatal(err)
		}
		var want []byte
		for _, b := range append(x, cache...) {
			want = append(want, b+1)
		}
		if !bytes.Equal(data.Bytes(), want) {
			t.Errorf("outputs %v, want %v", data.Bytes(), want)
		}
		tensors := []Tensor{
			{"x", ModeInput, "float16", []int64{4, 3}, 24, nil}, {"shape", ModeInput, "int64", []int64{2}, 16, []int64{4, 2}},
			{"cache", ModeInput, "int8", []int64{5}, 5, nil}, {"y", ModeOutput, "float16", []int64{4, 3}, 24, nil},
			{"z", ModeOutput, "bool", []int64{0}, 0, nil}, {"grown", ModeOutput, "int8", []int64{5}, 5, nil}}
		open := map[bool]int{false: 3, true: 1}[alone]
		wantResult := RunResult{Tensors: tensors, Runs: 10, Contexts: 3, Sequential: alone, ContextMemory: 64, DeviceMemory: int64(100*open + 50)}
		if !reflect.DeepEqual(got, wantResult) || !reflect.DeepEqual(told, tensors) {
			t.Errorf("result %+v, want %+v; told %+v", got, wantResult, told)
		}
		if e.opened != 4 || e.closed != 4 || e.mostOpen > open+1 || e.budget != 77 {
			t.Errorf("%+v", e)
		}
	}
}

// TestDifferences has an engine that does not agree with itself.
func TestDifferences(t *testing.T) {
	for name, test := range map[string]struct {
		misdeed func(context, run int, y, before []byte) error
		want    []Difference
	}{
		"one byte": {func(context, run int, y, _ []byte) error {
			if context == 1 && run == 1 {
				y[7] ^= 1
			}
			return nil
		}, []Difference{{Context: 1, Run: 1, Tensor: "y", First: 7, Elements: 1}}},
		// Where the bytes before are those of the first run nothing can be seen.
		"unwritten": {func(_, _ int, y, before []byte) error {
			copy(y[4:8], before[4:8])
			return nil
		}, []Difference{{Context: 1, Run: 0, Tensor: "y", First: 4, Elements: 2, Unwritten: 2}, {Context: 0, Run: 1, Tensor: "y", First: 4, Elements: 2, Unwritten: 2}}},
		"written once": {func(context, run int, y, before []byte) error {
			if context == 0 && run == 1 {
				copy(y[22:24], before[22:24])
			}
			return nil
		}, []Difference{{Context: 0, Run: 1, Tensor: "y", First: 22, Elements: 1}}},
	} {
		got, err := run(&goEngine{misdeed: test.misdeed}, RunRequest{Input: seeded(), Runs: 2, Contexts: 2}, func([]Tensor) (io.Writer, error) { return io.Discard, nil })
		if err != nil || !reflect.DeepEqual(got.Differing, test.want) {
			t.Errorf("%s: %+v, %v, want %+v", name, got.Differing, err, test.want)
		}
	}
	got, err := run(&goEngine{lateZ: true}, RunRequest{Runs: 3}, func([]Tensor) (io.Writer, error) { return io.Discard, nil })
	want := []Difference{{Run: 1, Tensor: "z", Shape: []int64{0, 2}}, {Run: 2, Tensor: "z", Shape: []int64{0, 3}}}
	if err != nil || !reflect.DeepEqual(got.Differing, want) || !reflect.DeepEqual(got.Tensors[4].Shape, []int64{0, 1}) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	got, err = run(&goEngine{misdeed: func(_, run int, y, _ []byte) error { y[0] ^= byte(min(run, 1)); return nil }},
		RunRequest{Runs: MaxDifferences + 8}, func([]Tensor) (io.Writer, error) { return io.Discard, nil })
	if err != nil || len(got.Differing) != MaxDifferences || got.Omitted != 7 {
		t.Errorf("%d differences, %d omitted, %v", len(got.Differing), got.Omitted, err)
	}
}

// TestFiles gives inputs in files, that on the host too.
func TestFiles(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	shape := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, 6), ^uint64(0))
	var data bytes.Buffer
	got, err := run(&goEngine{}, RunRequest{Shapes: map[string][]int64{"x": {1, 3}}, Runs: 2,
		Files: map[string]string{"x": write("x", []byte{1, 2, 3, 4, 5, 255}), "shape": write("shape", shape), "cache": write("cache", make([]byte, 5))}},
		func([]Tensor) (io.Writer, error) { return &data, nil })
	if want := []byte{2, 3, 4, 5, 6, 0, 1, 1, 1, 1, 1}; err != nil || !bytes.Equal(data.Bytes(), want) || len(got.Differing) > 0 {
		t.Errorf("outputs %v, %v, want %v; %+v", data.Bytes(), err, want, got)
	}
	if !slices.Equal(got.Tensors[1].Values, []int64{6, -1}) {
		t.Errorf("%+v", got.Tensors)
	}
}

func TestBadRuns(t *testing.T) {
	short := filepath.Join(t.TempDir(), "short\nfile")
	if err := os.WriteFile(short, []byte("abc"), 0o666); err != nil {
		t.Fatal(err)
	}
	shapes := func(name string, shape ...int64) RunRequest {
		return RunRequest{Shapes: map[string][]int64{name: shape}}
	}
	for _, test := range []struct {
		request RunRequest
		want    string
	}{
		{RunRequest{Select: "best"}, `a profile has shapes "min", "opt" and "max", not "best"`},
		{RunRequest{Profile: -1}, "profile -1"},
		{RunRequest{Profile: 2}, "there is no profile 2: the plan has 2, counted from 0"},
		{RunRequest{Profile: 1}, "input shape is read on the host and profile 1 has no values for it: a file with its 16 bytes is needed"},
		{RunRequest{WeightStreamingBudget: -2}, "a weight streaming budget of -2 bytes"},
		{RunRequest{Input: tensor.Recipe{Distribution: "odd"}}, `unknown distribution "odd"`},
		{shapes("x", 9, 3), "input x: shape 9x3 is outside of profile 0, which goes from 1x3 to 8x3"},
		{shapes("x", 4, 4), "input x has shape -1x3, so that it cannot be 4x4"},
		{shapes("x", -1, 3), "input x has shape -1x3, so that it cannot be -1x3"},
		{shapes("x", 4), "input x has shape -1x3, so that it cannot be 4"},
		{shapes("cache"), "input cache has shape 5, so that it cannot be scalar"},
		{shapes("X", 4, 3), `there is a shape for "X", but the inputs are x, shape, cache`},
		{RunRequest{Files: map[string]string{"y": short}}, `there is a file for "y", but the inputs are x, shape, cache`},
		{RunRequest{Files: map[string]string{"x": short}}, "input x: " + strings.ReplaceAll(short, "\n", " ") + " has 3 bytes, 24 are needed"},
		{RunRequest{Files: map[string]string{"shape": short}}, "input shape: " + strings.ReplaceAll(short, "\n", " ") + " has 3 bytes, 16 are needed"},
		{RunRequest{Files: map[string]string{"x": short + "er"}}, "no such file"},
	} {
		e := &goEngine{}
		_, err := run(e, test.request, func([]Tensor) (io.Writer, error) { return io.Discard, nil })
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: error %v, want %q", test.request, err, test.want)
		}
		if e.opened != e.closed {
			t.Errorf("%+v: %d opened, %d closed", test.request, e.opened, e.closed)
		}
	}
	full := errors.New("full")
	e := &goEngine{}
	if _, err := run(e, RunRequest{Runs: 2}, func([]Tensor) (io.Writer, error) { return nil, full }); !errors.Is(err, full) || e.opened != e.closed {
		t.Errorf("error %v, %+v", err, e)
	}
	e = &goEngine{misdeed: func(context, run int, _, _ []byte) error {
		if context == 1 && run == 4 {
			return full
		}
		return nil
	}}
	_, err := run(e, RunRequest{Runs: 9, Contexts: 2}, func([]Tensor) (io.Writer, error) { return io.Discard, nil })
	if !errors.Is(err, full) || !strings.HasPrefix(err.Error(), "run 4 of context 1: ") || e.opened != e.closed {
		t.Errorf("error %v, %+v", err, e)
	}
}

// TestPieces counts differences of elements that do not lie in the first piece, and of 4 bits.
func TestPieces(t *testing.T) {
	for dtype, want := range map[string]Difference{
		"float32": {First: 70, Elements: 2, Unwritten: 1}, "int4": {First: 70, Elements: 9, Unwritten: 8}, "int8": {First: 70, Elements: 5, Unwritten: 4},
	} {
		kind, err := tensor.TypeOf(dtype)
		if err != nil {
			t.Fatal(err)
		}
		a, b := make([]byte, 64), make([]byte, 64)
		b[6] = 0x10 // one half of the byte
		for i := 8; i < 12; i++ {
			a[i], b[i] = 0xa5, 0x5a
		}
		var d Difference
		d.count(kind, 64, a, b, [2]byte{0xa5, 0x5a})
		if fmt.Sprint(d) != fmt.Sprint(want) {
			t.Errorf("%s: %+v, want %+v", dtype, d, want)
		}
	}
}

// TestHugeHostInput has a plan that says of an input on the host that it is larger than any memory: 2^64 elements, for
// which no bytes at all seem to be enough.
func TestHugeHostInput(t *testing.T) {
	d := Description{Profiles: 1, Bindings: []Binding{{Name: "shape", Mode: ModeInput, DType: "int64", Shape: []int64{1 << 32, 1 << 32}, Host: true, Values: []Range{{}}}}}
	if inputs, err := inputsOf(d, RunRequest{Select: "opt"}); err == nil || !strings.Contains(err.Error(), "input shape: a shape of [4294967296 4294967296]") {
		t.Errorf("inputs %v, error %v", inputs, err)
	}
}
