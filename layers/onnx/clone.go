package onnx

import "slices"

// Clone returns a copy of a model that can be changed without changing this one. Both read values from the
// same files, which either of them closes.
func (m *Model) Clone() *Model {
	c := *m
	c.Opsets, c.Metadata = slices.Clone(m.Opsets), slices.Clone(m.Metadata)
	c.Graph = m.Graph.Clone()
	c.Functions = cloneAll(m.Functions, (*Function).Clone)
	return &c
}

// Clone returns a copy of a function, with copies of its nodes.
func (f *Function) Clone() *Function {
	c := *f
	c.Inputs, c.Outputs, c.Attributes = slices.Clone(f.Inputs), slices.Clone(f.Outputs), slices.Clone(f.Attributes)
	c.Opsets = slices.Clone(f.Opsets)
	c.Defaults = cloneAll(f.Defaults, (*Attribute).Clone)
	c.Nodes = cloneAll(f.Nodes, (*Node).Clone)
	c.ValueInfo = cloneAll(f.ValueInfo, (*ValueInfo).Clone)
	return &c
}

// Clone returns a copy of a graph, with copies of all that it holds. Values of tensors are shared.
func (g *Graph) Clone() *Graph {
	if g == nil {
		return nil
	}
	c := *g
	c.Nodes = cloneAll(g.Nodes, (*Node).Clone)
	c.Inputs, c.Outputs = cloneAll(g.Inputs, (*ValueInfo).Clone), cloneAll(g.Outputs, (*ValueInfo).Clone)
	c.ValueInfo = cloneAll(g.ValueInfo, (*ValueInfo).Clone)
	c.Initializers = cloneAll(g.Initializers, (*Tensor).Clone)
	c.SparseInitializers = cloneAll(g.SparseInitializers, (*SparseTensor).Clone)
	c.Quantization = cloneAll(g.Quantization, func(a *Annotation) *Annotation {
		annotation := *a
		annotation.Parameters = slices.Clone(a.Parameters)
		return &annotation
	})
	return &c
}

// Clone returns a copy of a node, bodies included. Its outputs have the same names, which one of the two has
// to give up.
func (n *Node) Clone() *Node {
	c := *n
	c.Inputs, c.Outputs = slices.Clone(n.Inputs), slices.Clone(n.Outputs)
	c.Attributes = cloneAll(n.Attributes, (*Attribute).Clone)
	return &c
}

// Clone returns a copy of an attribute, with a copy of its value.
func (a *Attribute) Clone() *Attribute {
	c := *a
	switch v := a.Value.(type) {
	case *Tensor:
		c.Value = v.Clone()
	case *Graph:
		c.Value = v.Clone()
	case *SparseTensor:
		c.Value = v.Clone()
	case *Type:
		c.Value = v.Clone()
	case []float32:
		c.Value = slices.Clone(v)
	case []int64:
		c.Value = slices.Clone(v)
	case []string:
		c.Value = slices.Clone(v)
	case []*Tensor:
		c.Value = cloneAll(v, (*Tensor).Clone)
	case []*Graph:
		c.Value = cloneAll(v, (*Graph).Clone)
	case []*SparseTensor:
		c.Value = cloneAll(v, (*SparseTensor).Clone)
	case []*Type:
		c.Value = cloneAll(v, (*Type).Clone)
	}
	return &c
}

// Clone returns a copy of a tensor that shares its values.
func (t *Tensor) Clone() *Tensor {
	if t == nil {
		return nil
	}
	c := *t
	c.Dims = slices.Clone(t.Dims)
	if t.External != nil {
		external := *t.External
		c.External = &external
	}
	return &c
}

// Clone returns a copy of a sparse tensor that shares its values.
func (s *SparseTensor) Clone() *SparseTensor {
	c := *s
	c.Values, c.Indices, c.Dims = s.Values.Clone(), s.Indices.Clone(), slices.Clone(s.Dims)
	return &c
}

// Clone returns a copy of the type of a value.
func (v *ValueInfo) Clone() *ValueInfo {
	c := *v
	c.Type = v.Type.Clone()
	return &c
}

// Clone returns a copy of a type.
func (t *Type) Clone() *Type {
	if t == nil {
		return nil
	}
	c := *t
	c.Shape, c.Of = slices.Clone(t.Shape), t.Of.Clone()
	return &c
}

func cloneAll[T any](list []*T, clone func(*T) *T) []*T {
	if list == nil {
		return nil
	}
	c := make([]*T, len(list))
	for i, one := range list {
		c[i] = clone(one)
	}
	return c
}
