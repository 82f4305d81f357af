package trt

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/planlint/planlint/internal/tensor"
)

// compare compares the outputs of a run with those of the first one.
func (x *execution) compare(c context, number, run int) error {
	tensors, err := c.tensors()
	if err != nil {
		return err
	}
	for i, t := range tensors {
		if t.Mode != ModeOutput {
			continue
		}
		d := Difference{Context: number, Run: run, Tensor: t.Name}
		if err := x.difference(&d, c, i, t.Tensor); err != nil {
			return fmt.Errorf("output %s: %w", OneLine(t.Name), err)
		}
		switch {
		case d.Elements == 0 && d.Shape == nil:
		case len(x.result.Differing) == MaxDifferences:
			x.result.Omitted++
		default:
			x.result.Differing = append(x.result.Differing, d)
		}
	}
	return nil
}

// difference compares one output.
func (x *execution) difference(d *Difference, c context, i int, t Tensor) error {
	if !slices.Equal(t.Shape, x.first[i].Shape) {
		d.Shape = append([]int64{}, t.Shape...) // not nil for a scalar
		return nil
	}
	dtype, err := tensor.TypeOf(t.DType)
	if err != nil {
		return err
	}
	fills := [2]byte{filling(0, 0), filling(d.Context, d.Run)}
	return x.pieces(t.Bytes, func(offset int64, piece []byte) error {
		other := x.other[:len(piece)]
		if err := x.kept.download(i, offset, piece); err != nil {
			return err
		}
		if err := c.download(i, offset, other); err != nil {
			return err
		}
		if !bytes.Equal(piece, other) {
			d.count(dtype, offset, piece, other, fills)
		}
		return nil
	})
}

// count adds the elements of two pieces that differ. fills are the bytes that they held before their runs.
func (d *Difference) count(t tensor.Type, offset int64, a, b []byte, fills [2]byte) {
	if d.Elements == 0 {
		for i := range a {
			if a[i] != b[i] {
				d.First = offset + int64(i)
				break
			}
		}
	}
	size := max(t.Bits()/8, 1)
	before := [2][]byte{bytes.Repeat(fills[:1], size), bytes.Repeat(fills[1:], size)}
	for i := range int(t.Elements(int64(len(a)))) {
		of, to := t.Load(a, i), t.Load(b, i)
		if of == to {
			continue
		}
		d.Elements++
		within := i % int(t.Elements(int64(size))) // of the bytes before
		if of == t.Load(before[0], within) && to == t.Load(before[1], within) {
			d.Unwritten++
		}
	}
}
