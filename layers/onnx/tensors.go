package onnx

import "iter"

// Tensors returns all constants of a model: initializers, the parts of sparse ones, and attributes, in
// nested graphs and in functions too.
func (m *Model) Tensors() iter.Seq[*Tensor] {
	return func(yield func(*Tensor) bool) {
		if m.Graph != nil && !m.Graph.tensors(yield) {
			return
		}
		for _, f := range m.Functions {
			if !tensorsOf(f.Defaults, yield) || !nodeTensors(f.Nodes, yield) {
				return
			}
		}
	}
}

func (g *Graph) tensors(yield func(*Tensor) bool) bool {
	for _, t := range g.Initializers {
		if !yield(t) {
			return false
		}
	}
	return sparseTensors(g.SparseInitializers, yield) && nodeTensors(g.Nodes, yield)
}

func nodeTensors(nodes []*Node, yield func(*Tensor) bool) bool {
	for _, n := range nodes {
		if !tensorsOf(n.Attributes, yield) {
			return false
		}
	}
	return true
}

func sparseTensors(list []*SparseTensor, yield func(*Tensor) bool) bool {
	for _, s := range list {
		for _, t := range []*Tensor{s.Values, s.Indices} {
			if t != nil && !yield(t) {
				return false
			}
		}
	}
	return true
}

func tensorsOf(attributes []*Attribute, yield func(*Tensor) bool) bool {
	for _, a := range attributes {
		more := true
		switch v := a.Value.(type) {
		case *Tensor:
			more = yield(v)
		case []*Tensor:
			for i := 0; i < len(v) && more; i++ {
				more = yield(v[i])
			}
		case *SparseTensor:
			more = sparseTensors([]*SparseTensor{v}, yield)
		case []*SparseTensor:
			more = sparseTensors(v, yield)
		}
		for _, g := range a.graphs() {
			more = more && g.tensors(yield)
		}
		if !more {
			return false
		}
	}
	return true
}
