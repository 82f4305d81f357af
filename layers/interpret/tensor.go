package interpret

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/layers/onnx"
)

// Tensor is a value: numbers that all are ones of its type.
type Tensor struct {
	Type onnx.DataType
	Dims []int64
	// Data are the elements, the last dimension fastest. Every NaN is the same.
	Data []float64
}

// New returns a tensor of zeros.
func New(kind onnx.DataType, dims ...int64) *Tensor {
	return &Tensor{kind, slices.Clone(dims), make([]float64, count(dims))}
}

// Vector is a tensor of integers with one dimension.
func Vector(ints ...int64) *Tensor {
	t := New(onnx.Int64, int64(len(ints)))
	for i, n := range ints {
		t.Data[i] = float64(n)
	}
	return t
}

// count is the number of elements of a shape; -1 if it is none, or beyond 2^40.
func count(dims []int64) int64 {
	n := int64(1)
	for _, d := range dims {
		if d < 0 || d > 0 && n > 1<<40/d {
			return -1
		}
		n *= d
	}
	return n
}

// Read reads a constant of a model, of at most limit elements.
func Read(ctx context.Context, from *onnx.Tensor, limit int64) (*Tensor, error) {
	if !computes(from.DataType) {
		return nil, unsupported("%s", from.DataType)
	}
	numbers, err := from.Float64s(ctx, limit)
	if err != nil {
		return nil, err
	}
	return &Tensor{from.DataType, slices.Clone(from.Dims), numbers}, nil
}

// ONNX returns the tensor as a constant of a model.
func (t *Tensor) ONNX(name string) (*onnx.Tensor, error) {
	raw, err := t.Raw()
	if err != nil {
		return nil, err
	}
	return onnx.NewTensor(name, t.Type, slices.Clone(t.Dims), bytes.NewReader(raw)), nil
}

// Raw are the elements as raw data.
func (t *Tensor) Raw() ([]byte, error) {
	if t.Type == onnx.Int64 { // a float64 may round them on their way
		var raw []byte
		for _, x := range t.Data {
			raw = binary.LittleEndian.AppendUint64(raw, uint64(int64(x)))
		}
		return raw, nil
	}
	kind, err := tensor.TypeOf(t.Type.String())
	if err != nil {
		return nil, err
	}
	size, err := kind.Size(int64(len(t.Data)))
	if err != nil {
		return nil, err
	}
	raw := make([]byte, size)
	for i, x := range t.Data {
		kind.Store(raw, i, kind.Round(x))
	}
	return raw, nil
}

// Same reports whether two tensors are of the same type and shape, with the same bits in every element. The sign of
// zero counts; a NaN is as any other.
func (t *Tensor) Same(other *Tensor) bool {
	return t.Type == other.Type && slices.Equal(t.Dims, other.Dims) && t.Differing(other) == 0
}

// Differing counts the elements that are not the same, in tensors of one shape.
func (t *Tensor) Differing(other *Tensor) int64 {
	n := int64(0)
	for i, x := range t.Data {
		if !SameBits(x, other.Data[i]) {
			n++
		}
	}
	return n
}

// SameBits tells whether two numbers have the same bits, all NaN taken for one.
func SameBits(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
}

// computes tells whether there are operations on a type.
func computes(t onnx.DataType) bool {
	switch t {
	case onnx.Float16, onnx.BFloat16, onnx.Float32, onnx.Float64, onnx.Int64, onnx.Int32, onnx.Int8, onnx.Uint8, onnx.Bool:
		return true
	}
	return false
}

// halves has the number of every pattern of bits of a type of 16 bits.
func halves(name string) func() []float64 {
	return sync.OnceValue(func() []float64 {
		kind, err := tensor.TypeOf(name)
		if err != nil {
			panic(err) // the name is one of this file
		}
		all := make([]float64, 1<<16)
		for bits := range all {
			all[bits] = kind.Value(uint64(bits))
		}
		return all
	})
}

var float16s, bfloat16s = halves("float16"), halves("bfloat16")

// rounding returns what makes a number of a type of any number: the nearest, of two as near the even one. Between
// float64 and the narrower types, one rounding of an exact sum, product, quotient or root after another gives what one
// alone would.
func rounding(t onnx.DataType) (func(float64) float64, error) {
	half := func(name string, values []float64) (func(float64) float64, error) {
		kind, err := tensor.TypeOf(name)
		return func(x float64) float64 { return values[kind.Round(x)] }, err
	}
	switch t {
	case onnx.Float64:
		return func(x float64) float64 { return x }, nil
	case onnx.Float32:
		return func(x float64) float64 { return float64(float32(x)) }, nil
	case onnx.Float16:
		return half("float16", float16s())
	case onnx.BFloat16:
		return half("bfloat16", bfloat16s())
	case onnx.Bool:
		return func(x float64) float64 { return truth(x != 0) }, nil
	case onnx.Int64, onnx.Int32, onnx.Int8, onnx.Uint8:
		return math.Trunc, nil
	}
	return nil, unsupported("%s", t)
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// UnsupportedError is about what this package does not compute.
type UnsupportedError struct{ What string }

func (e *UnsupportedError) Error() string { return e.What + " is not computed here" }

func unsupported(format string, values ...any) error {
	return &UnsupportedError{fmt.Sprintf(format, values...)}
}

// Rounded is the number of a type that is nearest to another.
func Rounded(t onnx.DataType, x float64) (float64, error) {
	round, err := rounding(t)
	if err != nil {
		return 0, err
	}
	return round(x), nil
}
