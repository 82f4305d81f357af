package trt

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/planlint/planlint/internal/tensor"
)

// pieceSize is how much of a tensor is in the host's memory at a time, in bytes.
const pieceSize = 4 << 20

// loaded is an engine.
type loaded interface {
	describe() (Description, error)
	// open makes contexts with the memory of their tensors.
	open(r RunRequest, inputs []input) (contexts, error)
}

// contexts run an engine. Numbers of contexts and tensors count from 0; the tensors of all contexts have the
// same numbers.
type contexts interface {
	// tensors of a context. The shapes of some outputs are known only when it has run.
	tensors(context int) ([]bound, error)
	// upload and download copy bytes of a tensor from some offset on.
	upload(context, tensor int, offset int64, data []byte) error
	download(context, tensor int, offset int64, data []byte) error
	// start fills the outputs with a byte and runs; wait waits until that is done.
	start(context int, fill byte) error
	wait(context int) error
	// keep copies the outputs of context 0. They can be downloaded as those of context kept.
	keep() error
	// memory is by how many bytes the used memory of the device has grown.
	memory() (int64, error)
	close()
}

// kept is the number of the context that has copies of the first run's outputs.
const kept = -1

// bound is a tensor of a context.
type bound struct {
	Tensor
	Host bool `json:"host"`
	// Overwritten is true for an input that an output shares its memory with.
	Overwritten bool `json:"overwritten"`
}

// run runs an engine and compares. receive gets the tensors when the first run has ended, and what it returns
// gets the outputs' bytes.
func run(e loaded, r RunRequest, receive func([]Tensor) (io.Writer, error)) (RunResult, error) {
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
	c, err := e.open(r, inputs)
	if err != nil {
		return RunResult{}, err
	}
	defer c.close()
	x := execution{contexts: c, request: r, piece: make([]byte, pieceSize), other: make([]byte, pieceSize),
		result: RunResult{Runs: r.Runs, Contexts: r.Contexts, ContextMemory: d.ContextMemory}}
	if err := x.run(inputs, receive); err != nil {
		return RunResult{}, err
	}
	return x.result, nil
}

// execution is a run in progress.
type execution struct {
	contexts
	request      RunRequest
	first        []bound // the tensors of the first run
	piece, other []byte
	result       RunResult
}

func (x *execution) run(inputs []input, receive func([]Tensor) (io.Writer, error)) error {
	tensors, err := x.tensors(0)
	if err != nil {
		return err
	}
	if err := x.fill(tensors, func(bound) bool { return true }); err != nil {
		return err
	}
	for number := range x.request.Runs {
		if number > 0 {
			if err := x.fill(tensors, func(t bound) bool { return t.Overwritten }); err != nil {
				return err
			}
		}
		for context := range x.request.Contexts {
			if err := x.start(context, filling(context, number)); err != nil {
				return runError(context, number, err)
			}
		}
		for context := range x.request.Contexts {
			if err := x.wait(context); err != nil {
				return runError(context, number, err)
			}
		}
		if number == 0 {
			if err := x.handOn(inputs, receive); err != nil {
				return err
			}
		}
		for context := range x.request.Contexts {
			if err := x.compare(context, number); err != nil {
				return err
			}
		}
	}
	return nil
}

func runError(context, number int, err error) error {
	return fmt.Errorf("run %d of context %d: %w", number, context, err)
}

// filling is the byte that outputs hold before a run. It alternates, so that what is not written differs.
func filling(context, run int) byte {
	if (context+run)%2 == 0 {
		return 0xa5
	}
	return 0x5a
}

// fill gives every context the same inputs.
func (x *execution) fill(tensors []bound, which func(bound) bool) error {
	for i, t := range tensors {
		if t.Mode != ModeInput || t.Host || !which(t) {
			continue
		}
		if err := x.fillOne(i, t.Tensor); err != nil {
			return fmt.Errorf("input %s: %w", OneLine(t.Name), err)
		}
	}
	return nil
}

func (x *execution) fillOne(i int, t Tensor) error {
	next, done, err := x.source(t)
	if err != nil {
		return err
	}
	defer done()
	return x.pieces(t.Bytes, func(offset int64, piece []byte) error {
		if err := next(offset, piece); err != nil {
			return err
		}
		for context := range x.request.Contexts {
			if err := x.upload(context, i, offset, piece); err != nil {
				return err
			}
		}
		return nil
	})
}

// source returns what makes an input's bytes: its file or the recipe.
func (x *execution) source(t Tensor) (next func(offset int64, piece []byte) error, done func(), err error) {
	path, given := x.request.Files[t.Name]
	if !given {
		dtype, err := tensor.TypeOf(t.DType)
		return func(offset int64, piece []byte) error {
			return tensor.Fill(piece, dtype.Elements(offset), t.Name, t.DType, x.request.Input)
		}, func() {}, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	done = func() { _ = file.Close() } // it was only read
	info, err := file.Stat()
	if err == nil && info.Size() != t.Bytes {
		err = wrongSize(path, info.Size(), t.Bytes)
	}
	if err != nil {
		done()
		return nil, nil, err
	}
	return func(offset int64, piece []byte) error {
		_, err := file.ReadAt(piece, offset)
		return err
	}, done, nil
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

// handOn tells of the tensors, hands on the outputs of the first run and keeps them, if there are other runs.
func (x *execution) handOn(inputs []input, receive func([]Tensor) (io.Writer, error)) error {
	var err error
	if x.first, err = x.tensors(0); err != nil {
		return err
	}
	var outputs []Tensor
	for _, t := range x.first {
		if t.Mode == ModeOutput {
			outputs = append(outputs, t.Tensor)
			continue
		}
		i := slices.IndexFunc(inputs, func(in input) bool { return in.name == t.Name })
		if i >= 0 && t.Host {
			t.Values = decoded(inputs[i].host, t.DType)
		}
		x.result.Tensors = append(x.result.Tensors, t.Tensor)
	}
	x.result.Tensors = append(x.result.Tensors, outputs...)
	if x.result.DeviceMemory, err = x.memory(); err != nil {
		return err
	}
	if x.request.Runs*x.request.Contexts > 1 {
		if err := x.keep(); err != nil {
			return err
		}
	}
	to, err := receive(x.result.Tensors)
	if err != nil {
		return err
	}
	for i, t := range x.first {
		if t.Mode != ModeOutput {
			continue
		}
		if err := x.pieces(t.Bytes, func(offset int64, piece []byte) error {
			if err := x.download(0, i, offset, piece); err != nil {
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
