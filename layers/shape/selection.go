package shape

import (
	"math"
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// selection are operators that pick elements.
func selection() map[string]rule {
	return map[string]rule{
		"Slice": inferSlice, "Gather": inferGather, "GatherElements": inferLikeIndices, "GatherND": inferGatherND,
		"Scatter": inferSame, "ScatterElements": inferSame, "ScatterND": inferSame, "TopK": inferTopK, "NonZero": inferNonZero,
		"Unique": inferUnique, "Compress": inferCompress, "OneHot": inferOneHot,
	}
}

func inferGather(o *operation) error {
	data, err := o.dims(0)
	if err != nil {
		return err
	}
	indices, err := o.dims(1)
	if err != nil {
		return err
	}
	at, err := axis(o.Int("axis", 0), len(data))
	if err != nil {
		return err
	}
	v := o.at(0).plain()
	v.Shape = slices.Concat(data[:at], indices, data[at+1:])
	if list, err := o.numbers(1); err == nil && o.at(0).Contents != nil {
		size, _ := data[at].Int()
		picked := make([]int, len(list))
		for k, n := range list {
			if n < 0 {
				n += size
			}
			if n < 0 || n >= size {
				return unknownf("there is no element %d in %q", list[k], o.Input(0))
			}
			picked[k] = int(n)
		}
		v.Contents = o.at(0).indexed(func(indices [][]int) { indices[at] = picked })
	}
	o.set(0, v)
	return nil
}

func inferLikeIndices(o *operation) error {
	v := o.at(1).plain()
	v.Type = o.at(0).Type
	o.set(0, v)
	return nil
}

func inferGatherND(o *operation) error {
	data, err := o.dims(0)
	if err != nil {
		return err
	}
	indices, err := o.rank(1, 1)
	if err != nil {
		return err
	}
	last := len(indices) - 1
	depth, ok := indices[last].Int()
	from, fits := add(o.Int("batch_dims", 0), depth)
	if !ok || !fits || depth < 0 || from < depth || from > int64(len(data)) {
		return unknownf("the last dimension of %q is %s", o.Input(1), indices[last])
	}
	o.set(0, Tensor(o.at(0).Type, slices.Concat(indices[:last], data[from:])...))
	return nil
}

func inferTopK(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	at, err := axis(o.Int("axis", -1), len(dims))
	if err != nil {
		return err
	}
	shape := slices.Clone(dims)
	shape[at] = o.open(0, at)
	if a := o.Attribute("k"); a != nil { // before opset 10
		shape[at] = Number(o.Int("k", 0))
	} else if k, ok := o.scalar(1); ok {
		shape[at] = k
	}
	o.set(0, Tensor(o.at(0).Type, shape...))
	o.set(1, Tensor(onnx.Int64, shape...))
	return nil
}

// inferNonZero: how many there are is known of contents only.
func inferNonZero(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	v := Tensor(onnx.Int64, Number(int64(len(dims))), o.open(0, 1))
	if at, ok := o.trues(0); ok {
		if v.Shape[1] = Number(int64(len(at))); len(dims) == 1 {
			v.Contents = Ints(at...)
		}
	}
	o.set(0, v)
	return nil
}

// trues are the places of the elements of an input that are not 0.
func (o *operation) trues(input int) ([]int64, bool) {
	list, ok := o.at(input).floats()
	if !ok {
		return nil, false
	}
	places := []int64{}
	for k, x := range list {
		if x != 0 {
			places = append(places, int64(k))
		}
	}
	return places, true
}

func inferUnique(o *operation) error {
	n := o.open(0, 0)
	v := Tensor(o.at(0).Type, n)
	if a := o.Attribute("axis"); a != nil {
		dims, err := o.dims(0)
		if err != nil {
			return err
		}
		at, err := axis(o.Int("axis", 0), len(dims))
		if err != nil {
			return err
		}
		v.Shape = slices.Clone(dims)
		v.Shape[at] = n
		o.set(2, Tensor(onnx.Int64, dims[at]))
	} else if elements, ok := o.at(0).Elements(); ok {
		o.set(2, Tensor(onnx.Int64, elements))
	}
	o.set(0, v)
	o.set(1, Tensor(onnx.Int64, n))
	o.set(3, Tensor(onnx.Int64, n))
	return nil
}

// inferCompress takes what a condition says, of the elements or of one axis.
func inferCompress(o *operation) error {
	v := o.at(0).plain()
	at, kept := 0, o.open(0, 0)
	if o.Attribute("axis") == nil {
		v.Ranked, v.Shape = true, []Expression{kept}
	} else {
		dims, err := o.dims(0)
		if err != nil {
			return err
		}
		if at, err = axis(o.Int("axis", 0), len(dims)); err != nil {
			return err
		}
		v.Shape = slices.Clone(dims)
		v.Shape[at] = o.open(0, at)
	}
	if list, ok := o.trues(1); ok {
		v.Shape[at] = Number(int64(len(list)))
	}
	o.set(0, v)
	return nil
}

func inferOneHot(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	at, err := axis(o.Int("axis", -1), len(dims)+1)
	if err != nil {
		return err
	}
	depth := o.open(0, at)
	if n, ok := o.scalar(1); ok {
		depth = n
	} else if list, ok := o.at(1).floats(); ok && len(list) == 1 {
		if c := contentsOf(onnx.Int64, []float64{math.Trunc(list[0])}); c != nil {
			depth = c.Ints[0]
		}
	}
	o.set(0, Tensor(o.at(2).Type, slices.Insert(slices.Clone(dims), at, depth)...))
	return nil
}
