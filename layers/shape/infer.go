package shape

import (
	"context"
	"fmt"

	"github.com/planlint/planlint/layers/onnx"
)

// Options say what is known beside the model.
type Options struct {
	// Inputs are shapes of the model's inputs.
	Inputs map[string][]int64
	// Contents is the largest number of elements that are computed of a value; 0: 4,096.
	Contents int
}

// Result is what is known of a model's values.
type Result struct {
	values map[*onnx.Graph]map[string]Value
	// Unknown lists nodes of which an output's shape or type is not known, in the model's order. What
	// follows from them is listed too.
	Unknown []Unknown
	// Contradictions lists values that the model gives another shape than its operators do.
	Contradictions []Contradiction
	// Overflows are values with a dimension, or a number of elements, beyond 64 bits.
	Overflows []string
}

// Unknown is a node whose outputs are not known.
type Unknown struct {
	Node *onnx.Node
	Why  string
}

// Contradiction is a value whose declared shape is not the one that its operator makes.
type Contradiction struct {
	Value              string
	Declared, Inferred string
}

// Value returns what is known of a value that a graph of the model makes. Of a body, that is what holds for
// every time it runs.
func (r *Result) Value(g *onnx.Graph, name string) Value { return r.values[g][name] }

// InputError is about a shape that was given for an input.
type InputError struct{ Input, What string }

func (e *InputError) Error() string { return fmt.Sprintf("the shape of input %q: %s", e.Input, e.What) }

// ExitCode is that of wrong usage.
func (*InputError) ExitCode() int { return 2 }

// Infer infers the shapes of all values of a model's main graph and of the bodies in it. What is not known is
// no error. Errors are an *InputError, of the context, and of reading constants.
func Infer(ctx context.Context, m *onnx.Model, o Options) (*Result, error) {
	if o.Contents <= 0 {
		o.Contents = 4096
	}
	i := &inference{ctx: ctx, model: m, rules: operators(), options: o, result: &Result{values: map[*onnx.Graph]map[string]Value{}}, opened: map[string]bool{}}
	s := i.scope(m.Graph, nil, opsets(m.Opsets))
	if err := i.inputs(s); err != nil {
		return nil, err
	}
	if err := i.graph(s); err != nil {
		return nil, err
	}
	return i.result, nil
}

// inference is one run of Infer.
type inference struct {
	ctx     context.Context
	model   *onnx.Model
	rules   map[string]map[string]rule
	options Options
	result  *Result
	// depth counts functions within functions.
	depth int
	// opened are the symbols of dimensions that no rule could tell.
	opened map[string]bool
	// unseen is above 0 while a loop's body is looked at again and again: nothing is reported then.
	unseen int
}

// scope is a graph with the values that are visible in it.
type scope struct {
	graph  *onnx.Graph
	outer  *scope
	values map[string]Value
	opsets map[string]int64
	// declared are the types that the model gives to values.
	declared map[string]*onnx.Type
}

func opsets(list []onnx.Opset) map[string]int64 {
	versions := map[string]int64{}
	for _, o := range list {
		domain := o.Domain
		if domain == "ai.onnx" {
			domain = ""
		}
		versions[domain] = o.Version
	}
	return versions
}

func (i *inference) scope(g *onnx.Graph, outer *scope, versions map[string]int64) *scope {
	s := &scope{graph: g, outer: outer, values: map[string]Value{}, opsets: versions, declared: map[string]*onnx.Type{}}
	for _, list := range [][]*onnx.ValueInfo{g.ValueInfo, g.Inputs, g.Outputs} {
		for _, v := range list {
			if v.Type != nil {
				s.declared[v.Name] = v.Type
			}
		}
	}
	i.result.values[g] = s.values
	return s
}

// lookup finds a value in a graph or in those around it.
func (s *scope) lookup(name string) (Value, bool) {
	for ; s != nil; s = s.outer {
		if v, ok := s.values[name]; ok {
			return v, true
		}
	}
	return Value{}, false
}

// inputs gives the main graph's inputs their shapes.
func (i *inference) inputs(s *scope) error {
	given := 0
	for _, in := range s.graph.Inputs {
		v := declared(in.Type, in.Name)
		if dims, ok := i.options.Inputs[in.Name]; ok {
			given++
			pinned, err := pin(in, dims)
			if err != nil {
				return err
			}
			v.Ranked, v.Shape = true, pinned
			if v.Kind == onnx.UnknownType {
				v.Kind = onnx.TensorType
			}
		}
		s.values[in.Name] = v
	}
	if given == len(i.options.Inputs) {
		return nil
	}
	for name := range i.options.Inputs {
		if _, ok := s.values[name]; !ok {
			names := make([]string, len(s.graph.Inputs))
			for n, in := range s.graph.Inputs {
				names[n] = in.Name
			}
			return &InputError{name, fmt.Sprintf("the model has no such input; it has %q", names)}
		}
	}
	return nil
}

// pin is a given shape, which has to agree with what the model says.
func pin(in *onnx.ValueInfo, dims []int64) ([]Expression, error) {
	if in.Type != nil && in.Type.Ranked && len(in.Type.Shape) != len(dims) {
		return nil, &InputError{in.Name, fmt.Sprintf("%d dimensions, the model has %s", len(dims), in.Type)}
	}
	pinned := make([]Expression, len(dims))
	for k, d := range dims {
		if d < 0 {
			return nil, &InputError{in.Name, fmt.Sprintf("dimension %d is %d", k, d)}
		}
		if in.Type != nil && in.Type.Ranked {
			if want := in.Type.Shape[k]; want.Known && want.Value >= 0 && want.Value != d {
				return nil, &InputError{in.Name, fmt.Sprintf("dimension %d is %d, the model has %s", k, d, in.Type)}
			}
		}
		pinned[k] = Number(d)
	}
	return pinned, nil
}

// graph infers the values of a graph whose inputs are known.
func (i *inference) graph(s *scope) error {
	for _, t := range s.graph.Initializers {
		// One that is an input too is a default that a caller may override; TensorRT and ONNX Runtime take it for
		// a constant, and models of IR version 3 list all initializers as inputs.
		v, err := i.constant(t)
		if err != nil {
			return err
		}
		s.values[t.Name] = v
	}
	for _, sparse := range s.graph.SparseInitializers {
		if sparse.Values != nil {
			s.values[sparse.Values.Name] = Tensor(sparse.Values.DataType, numbers(sparse.Dims)...)
		}
	}
	for _, n := range s.graph.Nodes {
		if err := i.ctx.Err(); err != nil {
			return err
		}
		if err := i.node(s, n); err != nil {
			return err
		}
	}
	return nil
}

// constant is the value of a tensor of the model, with its contents if they are few.
func (i *inference) constant(t *onnx.Tensor) (Value, error) {
	v := Tensor(t.DataType, numbers(t.Dims)...)
	count, ok := t.Elements()
	if !ok || count > int64(i.options.Contents) {
		return v, nil
	}
	switch {
	case integral(t.DataType):
		list, err := t.Int64s(i.ctx, count)
		if err != nil {
			return v, err
		}
		v.Contents = &Contents{Ints: numbers(list)}
	case real(t.DataType):
		list, err := t.Float64s(i.ctx, count)
		if err != nil {
			return v, err
		}
		v.Contents = &Contents{Floats: append([]float64{}, list...)}
	}
	return v, nil
}

func numbers(list []int64) []Expression {
	dims := make([]Expression, len(list))
	for k, n := range list {
		dims[k] = Number(n)
	}
	return dims
}

// declared is what a model says of a value. Dimensions that it leaves open get a name.
func declared(t *onnx.Type, name string) Value {
	if t == nil {
		return Value{}
	}
	v := Value{Kind: t.Kind, Type: t.Elem, Ranked: t.Ranked}
	for axis, d := range t.Shape {
		switch {
		case d.Known && d.Value >= 0:
			v.Shape = append(v.Shape, Number(d.Value))
		case d.Param != "":
			v.Shape = append(v.Shape, Symbol(d.Param))
		default:
			v.Shape = append(v.Shape, open(name, axis))
		}
	}
	if t.Of != nil {
		of := declared(t.Of, name)
		v.Of = &of
	}
	return v
}

// open is the name of a dimension of which nothing is known. It is the same wherever the dimension goes.
func open(value string, axis int) Expression { return Symbol(fmt.Sprintf("%s.%d", value, axis)) }
