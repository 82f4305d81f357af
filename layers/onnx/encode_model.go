package onnx

func (m *Model) encode(e *encoder) (body, error) {
	ed := e.edit(m.origin, modelGraph, modelFunction)
	ed.int(modelIRVersion, m.IRVersion)
	ed.text(modelProducer, m.ProducerName)
	ed.text(modelProducerVersion, m.ProducerVersion)
	ed.text(modelDomain, m.Domain)
	ed.int(modelVersion, m.ModelVersion)
	messageIn(ed, modelGraph, m.Graph)
	valuesIn(ed, modelOpset, m.Opsets, (*decoder).opset, appendOpset)
	valuesIn(ed, modelMetadata, m.Metadata, (*decoder).property, appendProperty)
	messagesIn(ed, modelFunction, m.Functions)
	return ed.finish()
}

func (f *Function) encode(e *encoder) (body, error) {
	ed := e.edit(f.origin, functionNode, functionDefault, functionValueInfo)
	ed.text(functionName, f.Name)
	ed.texts(functionInput, f.Inputs)
	ed.texts(functionOutput, f.Outputs)
	ed.texts(functionAttribute, f.Attributes)
	messagesIn(ed, functionNode, f.Nodes)
	valuesIn(ed, functionOpset, f.Opsets, (*decoder).opset, appendOpset)
	ed.text(functionDomain, f.Domain)
	messagesIn(ed, functionDefault, f.Defaults)
	messagesIn(ed, functionValueInfo, f.ValueInfo)
	ed.text(functionOverload, f.Overload)
	return ed.finish()
}

func (g *Graph) encode(e *encoder) (body, error) {
	if e.depth == maxDepth {
		return body{}, tooDeep(-1, "graphs")
	}
	e.depth++
	defer func() { e.depth-- }()
	ed := e.edit(g.origin, graphNode, graphInitializer, graphInput, graphOutput, graphValueInfo, graphQuantization, graphSparseInitializer)
	messagesIn(ed, graphNode, g.Nodes)
	ed.text(graphName, g.Name)
	messagesIn(ed, graphInitializer, g.Initializers)
	messagesIn(ed, graphInput, g.Inputs)
	messagesIn(ed, graphOutput, g.Outputs)
	messagesIn(ed, graphValueInfo, g.ValueInfo)
	messagesIn(ed, graphQuantization, g.Quantization)
	messagesIn(ed, graphSparseInitializer, g.SparseInitializers)
	return ed.finish()
}

func (n *Node) encode(e *encoder) (body, error) {
	ed := e.edit(n.origin, nodeAttribute)
	ed.texts(nodeInput, n.Inputs)
	ed.texts(nodeOutput, n.Outputs)
	ed.text(nodeName, n.Name)
	ed.text(nodeOpType, n.OpType)
	messagesIn(ed, nodeAttribute, n.Attributes)
	ed.text(nodeDomain, n.Domain)
	ed.text(nodeOverload, n.Overload)
	return ed.finish()
}

func (a *Annotation) encode(e *encoder) (body, error) {
	ed := e.edit(a.origin)
	ed.text(annotationTensor, a.Tensor)
	valuesIn(ed, annotationParameter, a.Parameters, (*decoder).property, appendProperty)
	return ed.finish()
}

func appendOpset(o Opset) []byte {
	return appendInt(appendText(nil, opsetDomain, o.Domain), opsetVersion, o.Version)
}

func appendProperty(p Property) []byte {
	return appendText(appendText(nil, propertyKey, p.Key), propertyValue, p.Value)
}
