package shape

import (
	"errors"
	"slices"
	"strconv"

	"github.com/planlint/planlint/layers/onnx"
)

// declared is what a model says of a value. Dimensions that it leaves open get a name; symbols that have a number
// become that number.
func declared(t *onnx.Type, name string, symbols map[string]bound) Value {
	return described(t, func(axis int, symbol string) Expression {
		if symbol == "" {
			symbol = unnamed(name, axis)
		}
		if known, ok := symbols[symbol]; ok {
			return Number(known.number)
		}
		return Symbol(symbol)
	})
}

// described is a type as a Value, with expressions for dimensions that are no numbers.
func described(t *onnx.Type, symbol func(axis int, param string) Expression) Value {
	if t == nil {
		return Value{}
	}
	v := Value{Kind: t.Kind, Type: t.Elem, Ranked: t.Ranked}
	if len(t.Shape) > 0 {
		v.Shape = make([]Expression, len(t.Shape))
	}
	for axis, d := range t.Shape {
		if d.Known && d.Value >= 0 {
			v.Shape[axis] = Number(d.Value)
		} else {
			v.Shape[axis] = symbol(axis, param(d))
		}
	}
	if t.Of != nil {
		of := described(t.Of, symbol)
		v.Of = &of
	}
	return believed(v)
}

// param is the name of a dimension; empty if it has none. Some exporters write what means "any" as a name.
func param(d onnx.Dim) string {
	if d.Param == "?" || d.Param == "None" {
		return ""
	}
	return d.Param
}

// declared is what a model says of a value of a graph. Dimensions that it leaves open count as opened by the node.
// The symbols of a function are its own.
func (i *inference) declared(s *scope, n *onnx.Node, name string, t *onnx.Type) Value {
	return described(t, func(axis int, symbol string) Expression {
		switch {
		case symbol == "":
			return i.open(s, n, name, axis)
		case s.function != "":
			return Symbol(s.function + symbol)
		}
		if known, ok := i.symbols[symbol]; ok {
			return Number(known.number)
		}
		return Symbol(symbol)
	})
}

// open is a dimension that is not known: a symbol of its own.
func (i *inference) open(s *scope, n *onnx.Node, name string, axis int) Expression {
	symbol := unnamed(s.prefix+name, axis)
	i.result.opened[symbol] = Place{s.graph, n, name}
	return Symbol(symbol)
}

// believed is a value without its shape if that has more dimensions than any tensor.
func believed(v Value) Value {
	if len(v.Shape) > maxRank {
		v.Ranked, v.Shape = false, nil
	}
	return v
}

// unnamed is the symbol of a dimension that has no name. It is the same wherever the dimension goes.
func unnamed(value string, axis int) string { return value + "." + strconv.Itoa(axis) }

// agree puts together what was inferred of a value and what the model says of it. Where both know something
// the operators are right; a difference is reported.
func (i *inference) agree(s *scope, n *onnx.Node, name string, t *onnx.Type, v Value) Value {
	if t == nil {
		return v
	}
	if v.Kind == onnx.UnknownType {
		return i.declared(s, n, name, t)
	}
	differs := func() Value {
		i.notes.contradictions = append(i.notes.contradictions, Contradiction{Place{s.graph, n, name}, t.String(), v.String()})
		return v
	}
	switch {
	case t.Kind == onnx.UnknownType:
		return v
	case v.Kind != t.Kind, v.Type != onnx.Undefined && t.Elem != onnx.Undefined && t.Elem != v.Type:
		return differs()
	case v.Type == onnx.Undefined:
		v.Type = t.Elem
	}
	if v.Of == nil && t.Of != nil {
		of := i.declared(s, n, name, t.Of)
		v.Of = &of
	}
	switch {
	case !t.Ranked || len(t.Shape) > maxRank:
		return v
	case !v.Ranked:
		v.Ranked, v.Shape = true, i.declared(s, n, name, t).Shape
		return v
	case len(v.Shape) != len(t.Shape):
		return differs()
	}
	var better []int // what the model says of dimensions that no rule could tell
	for k, d := range t.Shape {
		got, ok := v.Shape[k].Int()
		switch said := d.Known && d.Value >= 0; {
		case said && ok && d.Value != got:
			return differs()
		case (said || param(d) != "") && !ok && i.guessed(v.Shape[k]):
			better = append(better, k)
		}
	}
	if better != nil {
		model := i.declared(s, n, name, t)
		v.Shape = slices.Clone(v.Shape)
		for _, k := range better {
			v.Shape[k] = model.Shape[k]
		}
	}
	return v
}

// constant is the value of a tensor of the model, with its contents if they are few.
func (i *inference) constant(t *onnx.Tensor) (Value, error) {
	v := Tensor(t.DataType, numbers(t.Dims)...)
	count, ok := t.Elements()
	if !ok {
		return Value{Kind: onnx.TensorType, Type: t.DataType}, nil
	}
	v = believed(v)
	var err error
	switch few := int64(i.few(t.DataType)); {
	case count > few:
	case integral(t.DataType):
		var list []int64
		if list, err = t.Int64s(i.ctx, count); err == nil {
			v.Contents = Ints(list...)
		}
	case real(t.DataType):
		var list []float64
		if list, err = t.Float64s(i.ctx, count); err == nil {
			v.Contents = &Contents{Floats: list}
		}
	}
	if errors.Is(err, onnx.ErrNoValues) { // values that cannot be read are not known
		err = nil
	}
	return v, err
}

// few is the largest number of elements that are computed of values of a type.
func (i *inference) few(t onnx.DataType) int {
	switch t {
	case onnx.Int64, onnx.Int32, onnx.Bool:
		return i.options.Few
	}
	return min(fewReals, i.options.Few)
}
