package shape

import (
	"context"
	"fmt"

	"github.com/planlint/planlint/layers/onnx"
)

// Options say what is known beside the model.
type Options struct {
	// Inputs are shapes of the model's inputs. What they say of the model's symbols holds wherever those occur.
	Inputs Shapes
	// Contents are elements of the model's inputs: those that shapes are computed from, which TensorRT calls
	// shape tensors. Without a shape in Inputs the model has to say it.
	Contents map[string]*Contents
	// Few is the largest number of integers that are computed of a value; 0: 4,096. Of other types it is 64.
	Few int
}

// fewReals is the largest number of elements that are computed of values that are no integers: factors, not weights.
const fewReals = 64

// Result is what is known of a model's values.
type Result struct {
	// Unknown lists nodes of which an output's shape or type is not known, in the model's order. What
	// follows from them is listed too, but neither what only depends on a dimension that a node leaves open
	// nor what cannot run.
	Unknown []Unknown
	// Contradictions lists values that the model gives another type or shape than its operators do, which are believed.
	Contradictions []Contradiction
	// Overflows are values with a dimension, or a number of elements, beyond 64 bits.
	Overflows []Place

	values map[*onnx.Graph]map[string]Value
	calls  map[callOf]*onnx.Graph
	opened map[string]Place
	dead   map[*onnx.Graph]bool
}

// Place is where a value is made.
type Place struct {
	Graph *onnx.Graph
	// Node is nil for an input.
	Node  *onnx.Node
	Value string
}

// Unknown is a node whose outputs are not known.
type Unknown struct {
	Graph *onnx.Graph
	Node  *onnx.Node
	Why   string
}

// Contradiction is a value whose declared type is not the one that its operator makes.
type Contradiction struct {
	Place
	Declared, Inferred string
}

// Value returns what is known of a value that a graph of the model makes. Of a body, that is what holds for
// every time it runs.
func (r *Result) Value(g *onnx.Graph, name string) Value { return r.values[g][name] }

// Call returns the body of one of the model's own operators as a node of a graph calls it: attributes have the
// values that the call gives them, and inputs that it leaves out are left out. Result knows its values, as it does
// those of calls within it. nil: the node calls none, or what it calls could not be followed.
func (r *Result) Call(g *onnx.Graph, n *onnx.Node) *onnx.Graph { return r.calls[callOf{g, n}] }

// Dead reports whether a body cannot run, because it is the other branch of an If whose condition is known.
func (r *Result) Dead(g *onnx.Graph) bool { return r.dead[g] }

// Opened returns where a symbol comes from that no input has, and no rule could tell: such as the number of
// elements that a NonZero finds.
func (r *Result) Opened(symbol string) (Place, bool) {
	p, ok := r.opened[symbol]
	return p, ok
}

// Infer infers the shapes of all values of a model's main graph, of the bodies in it, and of the model's own
// operators. What is not known is no error. Errors are an *InputError, of the context, and of reading constants.
func Infer(ctx context.Context, m *onnx.Model, o Options) (*Result, error) {
	if o.Few <= 0 {
		o.Few = 4096
	}
	symbols, err := bindOne(m, o.Inputs)
	if err != nil {
		return nil, err
	}
	if err := leftOpen(m, o.Contents); err != nil {
		return nil, err
	}
	i := newInference(ctx, m, o, symbols)
	s := i.scope(m.Graph, nil, opsets(m.Opsets), "")
	if err := i.constants(s); err != nil {
		return nil, err
	}
	for _, in := range m.Graph.Inputs {
		// One that is a constant too is a default that a caller may override; TensorRT and ONNX Runtime take it for
		// a constant, and models of IR version 3 list all constants as inputs.
		if _, constant := s.values[in.Name]; constant {
			continue
		}
		if s.values[in.Name], err = i.input(in); err != nil {
			return nil, err
		}
	}
	if err := i.nodes(s); err != nil {
		return nil, err
	}
	i.result.Unknown, i.result.Contradictions, i.result.Overflows = i.notes.unknown, i.notes.contradictions, i.notes.overflows
	return i.result, nil
}

// input is what is known of an input of the main graph.
func (i *inference) input(in *onnx.ValueInfo) (Value, error) {
	v := declared(in.Type, in.Name, i.symbols)
	if dims, ok := i.options.Inputs[in.Name]; ok {
		if v.Kind == onnx.UnknownType {
			v.Kind = onnx.TensorType
		}
		v.Ranked, v.Shape = true, numbers(dims)
	}
	if elements, ok := v.Elements(); ok && elements.Overflow() {
		i.notes.overflows = append(i.notes.overflows, Place{i.model.Graph, nil, in.Name})
	}
	for of := v.Of; of != nil; of = of.Of { // elements of a sequence may differ where the type leaves something open
		for _, d := range of.Shape {
			for _, symbol := range d.Symbols() {
				i.result.opened[symbol] = Place{i.model.Graph, nil, in.Name}
			}
		}
	}
	contents := i.options.Contents[in.Name]
	if contents == nil {
		return v, nil
	}
	elements, ok := v.Elements()
	n, fixed := elements.Int()
	switch {
	case !ok || !fixed:
		return v, &InputError{in.Name, fmt.Sprintf("%d elements are given, but no shape", contents.len())}
	case n != int64(contents.len()):
		return v, &InputError{in.Name, fmt.Sprintf("%d elements are given for %s", contents.len(), v)}
	case integral(v.Type) && contents.Ints == nil, !integral(v.Type) && !real(v.Type):
		return v, &InputError{in.Name, fmt.Sprintf("the elements given are none of %s", v.Type)}
	}
	v.Contents = contents
	return v, nil
}
