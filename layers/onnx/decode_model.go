package onnx

func (d *decoder) model(m *Model, at span) error {
	m.origin = at
	return d.fields(at, func(f field) error {
		switch f.number {
		case modelIRVersion:
			return setInt(f, &m.IRVersion)
		case modelProducer:
			return d.text(f, &m.ProducerName)
		case modelProducerVersion:
			return d.text(f, &m.ProducerVersion)
		case modelDomain:
			return d.text(f, &m.Domain)
		case modelVersion:
			return setInt(f, &m.ModelVersion)
		case modelGraph:
			return one(d, f, &m.Graph, "graph", d.graph)
		case modelOpset:
			return values(d, f, &m.Opsets, "opset import", d.opset)
		case modelMetadata:
			return values(d, f, &m.Metadata, "metadata", d.property)
		case modelFunction:
			return each(d, f, &m.Functions, "function", d.function)
		}
		return nil
	})
}

func (d *decoder) function(fn *Function, at span) error {
	fn.origin = at
	return d.fields(at, func(f field) error {
		switch f.number {
		case functionName:
			return d.text(f, &fn.Name)
		case functionDomain:
			return d.text(f, &fn.Domain)
		case functionOverload:
			return d.text(f, &fn.Overload)
		case functionInput:
			return d.texts(f, &fn.Inputs)
		case functionOutput:
			return d.texts(f, &fn.Outputs)
		case functionAttribute:
			return d.texts(f, &fn.Attributes)
		case functionDefault:
			return each(d, f, &fn.Defaults, "default", d.attribute)
		case functionNode:
			return each(d, f, &fn.Nodes, "node", d.node)
		case functionOpset:
			return values(d, f, &fn.Opsets, "opset import", d.opset)
		case functionValueInfo:
			return each(d, f, &fn.ValueInfo, "value info", d.valueInfo)
		}
		return nil
	})
}

func (d *decoder) opset(o *Opset, at span) error {
	return d.fields(at, func(f field) error {
		switch f.number {
		case opsetDomain:
			return d.text(f, &o.Domain)
		case opsetVersion:
			return setInt(f, &o.Version)
		}
		return nil
	})
}

func (d *decoder) property(p *Property, at span) error {
	return d.fields(at, func(f field) error {
		switch f.number {
		case propertyKey:
			return d.text(f, &p.Key)
		case propertyValue:
			return d.text(f, &p.Value)
		}
		return nil
	})
}

// setInt sets target to an integer field, cut to its width as protobuf does.
func setInt[T ~int32 | ~int64](f field, target *T) error {
	if value, ok := f.int(); ok {
		*target = T(value)
	}
	return nil
}
