package build

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/layers/onnx"
)

// Input is an input of a model.
type Input struct {
	Name string
	// Shape has a negative number for a dimension that is free.
	Shape []int64
	// Ranked is false if the model does not say how many dimensions there are.
	Ranked bool
}

// String is such as "x:?x3x8x8", and the name alone without dimensions.
func (in Input) String() string {
	if len(in.Shape) == 0 {
		return in.Name
	}
	return in.Name + ":" + shapeText(in.Shape)
}

func shapeText(shape []int64) string {
	dims := make([]string, len(shape))
	for i, dim := range shape {
		dims[i] = "?"
		if dim >= 0 {
			dims[i] = strconv.FormatInt(dim, 10)
		}
	}
	return strings.Join(dims, "x")
}

func (in Input) isFree() bool {
	return slices.ContainsFunc(in.Shape, func(dim int64) bool { return dim < 0 })
}

// inputsOf lists the inputs of a model but for weights, which old models list among them.
func inputsOf(graph *onnx.Graph) []Input {
	initial := map[string]bool{}
	for _, tensor := range graph.Initializers {
		initial[tensor.Name] = true
	}
	list := []Input{}
	for _, value := range graph.Inputs {
		if initial[value.Name] {
			continue
		}
		in := Input{Name: value.Name}
		if t := value.Type; t != nil && t.Kind == onnx.TensorType && t.Ranked {
			in.Ranked = true
			for _, dim := range t.Shape {
				size := int64(-1)
				if dim.Known {
					size = max(dim.Value, -1)
				}
				in.Shape = append(in.Shape, size)
			}
		}
		list = append(list, in)
	}
	return list
}

// CheckProfiles returns an error, of one line, for profiles that are not of a model with these inputs, as every
// TensorRT would: for an input that there is none of, for a shape that does not fit, and for an input with free
// dimensions and no shape.
func CheckProfiles(inputs []Input, profiles []trt.Profile) error {
	last := 0
	given := map[int]map[string]bool{}
	for _, p := range profiles {
		i := slices.IndexFunc(inputs, func(in Input) bool { return in.Name == p.Input })
		if i < 0 {
			return fmt.Errorf("the model has no input %q; %s", p.Input, those(inputs))
		}
		if err := inputs[i].check(p); err != nil {
			return err
		}
		if given[p.Index] == nil {
			given[p.Index] = map[string]bool{}
		}
		given[p.Index][p.Input] = given[p.Index][p.Input] || !p.Values || len(inputs[i].Shape) <= 1 // values have a shape themselves
		last = max(last, p.Index)
	}
	for index := range last + 1 {
		missing := slices.DeleteFunc(slices.Clone(inputs), func(in Input) bool { return given[index][in.Name] || !in.isFree() })
		switch {
		case len(missing) == 0:
		case len(profiles) == 0:
			return fmt.Errorf("inputs with free dimensions need shapes, which --optShapes gives: %s", join(missing))
		default:
			return fmt.Errorf("inputs with free dimensions have no shape in profile %d: %s", index, join(missing))
		}
	}
	return nil
}

// check compares a profile with the input that it is for.
func (in Input) check(p trt.Profile) error {
	if !in.Ranked {
		return nil
	}
	if p.Values {
		if count := in.elements(); count >= 0 && count != int64(len(p.Opt)) {
			return fmt.Errorf("the values of input %q are %d in number in a profile, and %d in the model: %s", p.Input, len(p.Opt), count, in)
		}
		return nil
	}
	for _, shape := range [][]int64{p.Min, p.Opt, p.Max} {
		if !in.fits(shape) {
			return fmt.Errorf("input %q is %s in a profile, which does not fit the model's %s", p.Input, shapeText(shape), in)
		}
	}
	return nil
}

// fits tells whether a shape has the model's dimensions where these are not free.
func (in Input) fits(shape []int64) bool {
	return slices.EqualFunc(in.Shape, shape, func(model, size int64) bool { return model < 0 || model == size })
}

// elements is how many there are, of an input that shapes are computed from; -1 if that is not known.
func (in Input) elements() int64 {
	switch {
	case len(in.Shape) == 0:
		return 1
	case len(in.Shape) == 1:
		return in.Shape[0]
	}
	return -1
}

// mostNamed is how many inputs an error names.
const mostNamed = 20

// those names the inputs that there are.
func those(inputs []Input) string {
	switch len(inputs) {
	case 0:
		return "it has none"
	case 1:
		return "its input is " + inputs[0].String()
	}
	return "its inputs are " + join(inputs)
}

func join(inputs []Input) string {
	var list []string
	for _, in := range inputs[:min(len(inputs), mostNamed)] {
		list = append(list, in.String())
	}
	if more := len(inputs) - len(list); more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return strings.Join(list, ", ")
}
