package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/tensor"
)

// Tensor is an input or output of a plan as it was run. Before that, -1 in its shape is a free dimension.
type Tensor struct {
	Name  string
	Input bool
	DType string
	Shape []int64
	Bytes int64
	// Values are those of an input that says a shape; nil for any other.
	Values []int64
}

// elements is how many the shape has, which check found to be a shape.
func (t Tensor) elements() int64 {
	count, _ := tensor.Elements(t.Shape)
	return count
}

// check refuses a tensor that contradicts itself, or of a type that is not known.
func (t Tensor) check() (tensor.Type, error) {
	dtype, err := tensor.TypeOf(t.DType)
	if err != nil {
		return dtype, fmt.Errorf("output %s: %w", t.Name, err)
	}
	elements, err := tensor.Elements(t.Shape)
	if err != nil {
		return dtype, fmt.Errorf("output %s: %w", t.Name, err)
	}
	if size, err := dtype.Size(elements); err != nil || size != t.Bytes {
		return dtype, fmt.Errorf("output %s: %d elements of %s do not take %d bytes", t.Name, elements, t.DType, t.Bytes)
	}
	return dtype, nil
}

// MismatchError says why two plans cannot be compared.
type MismatchError struct{ message string }

func (e *MismatchError) Error() string { return e.message }

// ExitCode is the status for "no judgement possible".
func (*MismatchError) ExitCode() int { return 3 }

func mismatch(format string, values ...any) error {
	return &MismatchError{fmt.Sprintf(format, values...)}
}

// Bind finds the tensors of B that belong to those of A: of the same name, or of the one that names gives for
// it. The tensors of a pair must have the same type, and inputs the same shape. partners has the index in b
// for each of a. Errors are *MismatchError.
func Bind(a, b []Tensor, names map[string]string) (partners []int, err error) {
	partners = make([]int, len(a))
	taken := make([]bool, len(b))
	var onlyA, onlyB []string
	for i, t := range a {
		name := partnerName(t.Name, names)
		partners[i] = slices.IndexFunc(b, func(other Tensor) bool { return other.Name == name && other.Input == t.Input })
		if partners[i] < 0 {
			onlyA = append(onlyA, t.title())
			continue
		}
		taken[partners[i]] = true
	}
	for i, t := range b {
		if !taken[i] {
			onlyB = append(onlyB, t.title())
		}
	}
	if len(onlyA)+len(onlyB) > 0 {
		return nil, onlyOneHas(onlyA, onlyB)
	}
	for i, t := range a {
		other := b[partners[i]]
		switch {
		case t.DType != other.DType:
			return nil, mismatch("%s is %s in A and %s in B", t.title(), t.DType, other.DType)
		case t.Input && !slices.EqualFunc(t.Shape, other.Shape, mayBe):
			return nil, mismatch("%s has shape %v in A and %v in B", t.title(), t.Shape, other.Shape)
		case !slices.Equal(t.Values, other.Values):
			return nil, mismatch("%s is %v in A's profile and %v in B's", t.title(), t.Values, other.Values)
		}
	}
	return partners, nil
}

// mayBe tells whether two dimensions can be the same; -1 is a free one.
func mayBe(a, b int64) bool { return a == b || a == -1 || b == -1 }

func (t Tensor) title() string {
	if t.Input {
		return "input " + t.Name
	}
	return "output " + t.Name
}

func partnerName(name string, names map[string]string) string {
	if other, given := names[name]; given {
		return other
	}
	return name
}

func onlyOneHas(onlyA, onlyB []string) error {
	text := func(names []string, plan string) string {
		if len(names) == 0 {
			return ""
		}
		return "only " + plan + " has " + strings.Join(names, ", ")
	}
	a, b := text(onlyA, "A"), text(onlyB, "B")
	if a != "" && b != "" {
		return mismatch("%s; %s (--bind A=B joins two names)", a, b)
	}
	return mismatch("%s%s", a, b)
}
