package shape

import (
	"context"

	"github.com/planlint/planlint/layers/onnx"
)

// inference is one run of Infer.
type inference struct {
	ctx     context.Context
	model   *onnx.Model
	rules   map[string]map[string]rule
	options Options
	// symbols are those of the model's inputs that have a number.
	symbols map[string]bound
	result  *Result
	notes   *notes
	budget  budget
	// functions are the model's own operators.
	functions map[operator]*onnx.Function
	// idle are operations that can be used again.
	idle []*operation
	// depth counts bodies and functions within each other.
	depth int
}

// notes are what is reported of the nodes that are looked at. While a loop's body is looked at again and again, only
// the last time counts.
type notes struct {
	unknown        []Unknown
	contradictions []Contradiction
	overflows      []Place
}

// budget bounds what bodies that run in bodies, functions that call functions and large constants can cost, all of
// which grow faster than a model's file. No model that computes something comes near.
type budget struct {
	nodes    int // visits of nodes in bodies and functions
	elements int // of contents
	terms    int // of dimensions
}

const (
	maxVisits   = 1 << 20
	maxElements = 1 << 21
	maxSum      = 1 << 22
	// maxDepth bounds bodies and functions within each other; a valid model has no functions that call themselves.
	maxDepth = 64
	// maxRank bounds the ranks that are believed.
	maxRank = 64
)

// operator names one of the model's own.
type operator struct{ domain, name, overload string }

// callOf is a node of a graph that calls a function.
type callOf struct {
	graph *onnx.Graph
	node  *onnx.Node
}

func newInference(ctx context.Context, m *onnx.Model, o Options, symbols map[string]bound) *inference {
	i := &inference{ctx: ctx, model: m, rules: operators(), options: o, symbols: symbols, notes: &notes{},
		budget: budget{maxVisits, maxElements, maxSum}, functions: map[operator]*onnx.Function{},
		result: newResult()}
	for _, f := range m.Functions {
		key := operator{domainOf(f.Domain), f.Name, f.Overload}
		if i.functions[key] == nil {
			i.functions[key] = f
		}
	}
	return i
}

func newResult() *Result {
	return &Result{values: map[*onnx.Graph]map[string]Value{}, calls: map[callOf]*onnx.Graph{}, opened: map[string]Place{}, dead: map[*onnx.Graph]bool{}}
}

// quietly looks at something without reporting what is found there, and returns that.
func (i *inference) quietly(look func() error) (*notes, error) {
	outer := i.notes
	inner := &notes{}
	i.notes = inner
	err := look()
	i.notes = outer
	return inner, err
}

func (n *notes) add(more *notes) {
	n.unknown = append(n.unknown, more.unknown...)
	n.contradictions = append(n.contradictions, more.contradictions...)
	n.overflows = append(n.overflows, more.overflows...)
}

// domainOf is "" for both names of the domain of ONNX's own operators.
func domainOf(domain string) string {
	if domain == "ai.onnx" {
		return ""
	}
	return domain
}

func opsets(list []onnx.Opset) map[string]int64 {
	versions := map[string]int64{}
	for _, o := range list {
		versions[domainOf(o.Domain)] = o.Version
	}
	return versions
}

// scope is a graph with the values that are visible in it.
type scope struct {
	graph  *onnx.Graph
	outer  *scope
	values map[string]Value
	opsets map[string]int64
	// declared are the types that the model gives to values.
	declared map[string]*onnx.Type
	// prefix sets the values of a body apart from those of others, in the symbols that are named after them.
	prefix string
	// function is the prefix of the function that the graph belongs to; empty outside of functions.
	function string
}

func (i *inference) scope(g *onnx.Graph, outer *scope, versions map[string]int64, prefix string) *scope {
	s := &scope{graph: g, outer: outer, values: make(map[string]Value, len(g.Nodes)+len(g.Initializers)), opsets: versions,
		declared: make(map[string]*onnx.Type, len(g.ValueInfo)+len(g.Outputs)), prefix: prefix}
	for _, list := range [][]*onnx.ValueInfo{g.ValueInfo, g.Outputs} {
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

// constants are the values of a graph that the model itself has.
func (i *inference) constants(s *scope) error {
	for _, t := range s.graph.Initializers {
		v, err := i.constant(t)
		if err != nil {
			return err
		}
		s.values[t.Name] = v
	}
	for _, sparse := range s.graph.SparseInitializers {
		if sparse.Values != nil {
			s.values[sparse.Values.Name] = believed(Tensor(sparse.Values.DataType, numbers(sparse.Dims)...))
		}
	}
	return nil
}

// nodes infers the values of a graph whose inputs and constants are known.
func (i *inference) nodes(s *scope) error {
	for k, n := range s.graph.Nodes {
		if k%64 == 0 {
			if err := i.ctx.Err(); err != nil {
				return err
			}
		}
		if err := i.node(s, n); err != nil {
			return err
		}
	}
	return nil
}

// enter takes the nodes of a body or function from the budget, and as many more as entering costs.
func (i *inference) enter(nodes int) error {
	const each = 16
	nodes += each
	switch {
	case i.depth >= maxDepth:
		return unknownf("bodies and functions lie more than %d deep in each other", maxDepth)
	case i.budget.nodes < nodes:
		return unknownf("bodies and functions run too often to follow them")
	}
	i.budget.nodes -= nodes
	return nil
}
