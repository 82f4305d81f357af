package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/tensor"
)

// Case compares what two plans gave for the same inputs: first comes A, whose outputs are kept somewhere, then B.
type Case struct {
	v      *Verification
	number int
	of     CaseOf
	seeded bool // the inputs depend on the seed

	a       []Tensor
	inputs  [][]int64
	outputs []*caseOutput
	open    []Numbers
}

// caseOutput is an output in one case.
type caseOutput struct {
	a, b      Tensor
	dtype     tensor.Type
	offset    int64 // of A's bytes where they are kept
	observedA *observer
	observedB *observer
	pair      *pair // nil if the shapes differ
}

// A takes A's tensors and returns the writer for the bytes of its outputs. It writes them to keep as well. Close
// of the writer tells whether they are complete.
func (c *Case) A(ctx context.Context, tensors []Tensor, keep io.Writer) (*Stream, error) {
	c.a = tensors
	var parts []Part
	offset := int64(0)
	for _, t := range tensors {
		if t.Input {
			c.inputs = append(c.inputs, t.Shape)
			continue
		}
		dtype, err := t.check()
		if err != nil {
			return nil, err
		}
		o := &caseOutput{a: t, dtype: dtype, offset: offset, observedA: newObserver(dtype, t.elements())}
		c.outputs = append(c.outputs, o)
		c.v.total(o) // in A's order
		offset += t.Bytes
		reference, err := c.v.against(ctx, c, sideA, o, t)
		if err != nil {
			return nil, err
		}
		parts = append(parts, Part{Name: t.Name, Bytes: t.Bytes, Take: func(block []byte) error {
			o.observedA.add(block)
			if _, err := keep.Write(block); err != nil {
				return fmt.Errorf("keeping it: %w", err)
			}
			return reference(block)
		}})
	}
	return NewStream(parts...), nil
}

// B takes B's tensors and returns the writer for the bytes of its outputs, which are compared with those kept.
// An error of type *MismatchError says that the plans cannot be compared.
func (c *Case) B(ctx context.Context, tensors []Tensor, kept io.ReaderAt) (*Stream, error) {
	partners, err := Bind(c.a, tensors, c.v.options.Bind)
	if err != nil {
		return nil, err
	}
	outputs := map[int]*caseOutput{} // by the index of B's tensor
	next := 0
	for i, partner := range partners {
		if c.a[i].Input {
			continue
		}
		outputs[partner] = c.outputs[next]
		next++
	}
	var parts []Part
	for i, t := range tensors {
		if t.Input {
			continue
		}
		if _, err := t.check(); err != nil {
			return nil, err
		}
		part, err := c.partB(ctx, outputs[i], t, kept)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return NewStream(parts...), nil
}

func (c *Case) partB(ctx context.Context, o *caseOutput, t Tensor, kept io.ReaderAt) (Part, error) {
	o.b = t
	o.observedB = newObserver(o.dtype, t.elements())
	reference, err := c.v.against(ctx, c, sideB, o, t)
	if err != nil {
		return Part{}, err
	}
	compare := func([]byte) error { return nil }
	if slices.Equal(o.a.Shape, t.Shape) {
		o.pair = &pair{dtype: o.dtype, shape: t.Shape, number: c.number, left: t.elements()}
		other, offset := make([]byte, BlockSize), o.offset
		compare = func(block []byte) error {
			if _, err := kept.ReadAt(other[:len(block)], offset); err != nil {
				return fmt.Errorf("reading what A gave: %w", err)
			}
			offset += int64(len(block))
			o.pair.add(other[:len(block)], block)
			return nil
		}
	}
	return Part{Name: t.Name, Bytes: t.Bytes, Take: func(block []byte) error {
		o.observedB.add(block)
		if err := compare(block); err != nil {
			return err
		}
		return reference(block)
	}}, nil
}

// Close ends the use of references. It is to be called whatever came of the case.
func (c *Case) Close() error {
	var err error
	for _, numbers := range c.open {
		err = errors.Join(err, numbers.Close())
	}
	c.open = nil
	return err
}

// inputTensors are A's.
func (c *Case) inputTensors() []Tensor {
	return slices.DeleteFunc(slices.Clone(c.a), func(t Tensor) bool { return !t.Input })
}

// result describes the case.
func (c *Case) result() result.VerifyCase {
	described := result.VerifyCase{Shape: c.of.Shape, Distribution: c.of.Distribution, Inputs: c.inputs, Outputs: []result.CaseOutput{}}
	if c.seeded {
		described.Seed = &c.of.Seed
	}
	for _, o := range c.outputs {
		described.Outputs = append(described.Outputs, o.result())
	}
	return described
}

func (o *caseOutput) result() result.CaseOutput {
	described := result.CaseOutput{Name: o.a.Name, Shape: o.a.Shape, A: o.observedA.result(), B: o.observedB.result()}
	if o.pair == nil {
		described.Outcome, described.ShapeB = result.VerifyDifferent, o.b.Shape
		return described
	}
	d := &o.pair.differences
	described.Outcome = d.outcome()
	described.BitEqual, described.ZeroSign, described.NaNPayload, described.Different = d.bitEqual, d.zeroSign, d.nanPayload, d.different
	if d.finite > 0 {
		described.MaxULP = &d.maxULP
	}
	return described
}
