package trt

import (
	"fmt"
	"io"
	"slices"
)

// pieceSize is how much of a tensor is in the host's memory at a time, in bytes.
const pieceSize = 4 << 20

// run runs an engine and compares the outputs of all runs with those of the first one. receive gets the tensors
// when that has ended, and what it returns gets its outputs' bytes.
func run(e engine, r RunRequest, receive func([]Tensor) (io.Writer, error)) (RunResult, error) {
	r, err := r.withDefaults()
	if err != nil {
		return RunResult{}, err
	}
	d, err := e.describe()
	if err != nil {
		return RunResult{}, err
	}
	inputs, err := inputsOf(d, r)
	if err != nil {
		return RunResult{}, err
	}
	if r.WeightStreamingBudget != 0 || d.StreamableWeights > 0 {
		if err := e.setBudget(r.WeightStreamingBudget); err != nil {
			return RunResult{}, err
		}
	}
	free, own, err := e.memory()
	if err != nil {
		return RunResult{}, err
	}
	x := execution{engine: e, request: r, inputs: inputs, receive: receive, before: free + own,
		piece: make([]byte, pieceSize), other: make([]byte, pieceSize),
		result: RunResult{Runs: r.Runs, Contexts: r.Contexts, ContextMemory: d.ContextMemory}}
	defer x.close()
	if err := x.run(); err != nil {
		return RunResult{}, err
	}
	return x.result, nil
}

// execution is a run in progress.
type execution struct {
	engine  engine
	request RunRequest
	inputs  []input
	receive func([]Tensor) (io.Writer, error)
	before  int64 // free bytes of the device's memory before the engine was loaded

	open  map[int]context // by their numbers
	first []bound         // inputs and outputs of the first run
	kept  outputs         // of the first run; nil: it is the only one

	piece, other []byte
	result       RunResult
}

// close frees what is left.
func (x *execution) close() {
	x.closeContexts()
	if x.kept != nil {
		x.kept.close()
	}
}

func (x *execution) closeContexts() {
	for _, c := range x.open {
		c.close()
	}
	x.open = nil
}

// run runs all contexts at the same time, or one after the other where they cannot share a profile.
func (x *execution) run() error {
	numbers := make([]int, x.request.Contexts)
	for i := range numbers {
		numbers[i] = i
	}
	together := len(numbers)
	if together > 1 && !x.engine.sharesProfiles() {
		together, x.result.Sequential = 1, true
	}
	for some := range slices.Chunk(numbers, together) {
		if err := x.runTogether(some); err != nil {
			return err
		}
	}
	return nil
}

func (x *execution) runTogether(numbers []int) error {
	defer x.closeContexts()
	x.open = map[int]context{}
	for _, number := range numbers {
		c, err := x.engine.open(x.request.Profile, x.inputs)
		if err != nil {
			return fmt.Errorf("context %d: %w", number, err)
		}
		x.open[number] = c
	}
	tensors, err := x.open[numbers[0]].tensors()
	if err != nil {
		return err
	}
	for run := range x.request.Runs {
		if err := x.fill(tensors, run); err != nil {
			return err
		}
		for _, number := range numbers {
			if err := x.open[number].start(filling(number, run)); err != nil {
				return runError(number, run, err)
			}
		}
		for _, number := range numbers {
			if err := x.open[number].wait(); err != nil {
				return runError(number, run, err)
			}
		}
		for _, number := range numbers {
			if err := x.took(number, run); err != nil {
				return runError(number, run, err)
			}
		}
	}
	return nil
}

func runError(context, run int, err error) error {
	return fmt.Errorf("run %d of context %d: %w", run, context, err)
}

// filling is the byte that outputs hold before a run. It alternates, so that what is not written differs.
func filling(context, run int) byte {
	if (context+run)%2 == 0 {
		return 0xa5
	}
	return 0x5a
}

// took hands on the outputs of the first run, and compares those of others with them.
func (x *execution) took(number, run int) error {
	if number == 0 && run == 0 {
		return x.handOn(x.open[0])
	}
	return x.compare(x.open[number], number, run)
}

// handOn tells of the tensors, keeps the outputs if there are other runs, and hands them on.
func (x *execution) handOn(c context) error {
	var err error
	if x.first, err = c.tensors(); err != nil {
		return err
	}
	x.result.Tensors = x.tensors()
	free, _, err := x.engine.memory()
	if err != nil {
		return err
	}
	x.result.DeviceMemory = x.before - free
	if x.request.Runs*x.request.Contexts > 1 {
		if x.kept, err = c.copies(); err != nil {
			return err
		}
	}
	to, err := x.receive(x.result.Tensors)
	if err != nil {
		return err
	}
	for i, t := range x.first {
		if t.Mode != ModeOutput {
			continue
		}
		if err := x.pieces(t.Bytes, func(offset int64, piece []byte) error {
			if err := c.download(i, offset, piece); err != nil {
				return err
			}
			_, err := to.Write(piece)
			return err
		}); err != nil {
			return fmt.Errorf("output %s: %w", OneLine(t.Name), err)
		}
	}
	return nil
}

// tensors lists inputs and outputs of the first run, inputs first.
func (x *execution) tensors() []Tensor {
	var inputs, outputs []Tensor
	for _, t := range x.first {
		if t.Mode == ModeOutput {
			outputs = append(outputs, t.Tensor)
			continue
		}
		if i := slices.IndexFunc(x.inputs, func(in input) bool { return in.name == t.Name }); i >= 0 && t.Host {
			t.Values = decoded(x.inputs[i].host, t.DType)
		}
		inputs = append(inputs, t.Tensor)
	}
	return append(inputs, outputs...)
}

// pieces calls do for each piece of some bytes, with the buffer for it.
func (x *execution) pieces(size int64, do func(offset int64, piece []byte) error) error {
	for offset := int64(0); offset < size; offset += pieceSize {
		if err := do(offset, x.piece[:min(size-offset, pieceSize)]); err != nil {
			return err
		}
	}
	return nil
}
