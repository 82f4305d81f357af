package onnx

func (d *decoder) graph(g *Graph, at span) error {
	return d.deeper(&d.graphs, at.start, "graphs", func() error { return d.graphFields(g, at) })
}

func (d *decoder) graphFields(g *Graph, at span) error {
	g.origin = at
	return d.fields(at, func(f field) error {
		switch f.number {
		case graphNode:
			return each(d, f, &g.Nodes, "node", d.node)
		case graphName:
			return d.text(f, &g.Name)
		case graphInitializer:
			return each(d, f, &g.Initializers, "initializer", d.tensor)
		case graphInput:
			return each(d, f, &g.Inputs, "input", d.valueInfo)
		case graphOutput:
			return each(d, f, &g.Outputs, "output", d.valueInfo)
		case graphValueInfo:
			return each(d, f, &g.ValueInfo, "value info", d.valueInfo)
		case graphQuantization:
			return each(d, f, &g.Quantization, "quantization annotation", d.annotation)
		case graphSparseInitializer:
			return each(d, f, &g.SparseInitializers, "sparse initializer", d.sparse)
		}
		return nil
	})
}

func (d *decoder) node(n *Node, at span) error {
	n.origin = at
	return d.fields(at, func(f field) error {
		switch f.number {
		case nodeInput:
			return d.texts(f, &n.Inputs)
		case nodeOutput:
			return d.texts(f, &n.Outputs)
		case nodeName:
			return d.text(f, &n.Name)
		case nodeOpType:
			return d.text(f, &n.OpType)
		case nodeDomain:
			return d.text(f, &n.Domain)
		case nodeOverload:
			return d.text(f, &n.Overload)
		case nodeAttribute:
			return each(d, f, &n.Attributes, "attribute", d.attribute)
		}
		return nil
	})
}

func (d *decoder) annotation(a *Annotation, at span) error {
	a.origin = at
	return d.fields(at, func(f field) error {
		switch f.number {
		case annotationTensor:
			return d.text(f, &a.Tensor)
		case annotationParameter:
			return values(d, f, &a.Parameters, "parameter", d.property)
		}
		return nil
	})
}
