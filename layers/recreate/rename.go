package recreate

import "github.com/planlint/planlint/layers/onnx"

// Rename gives the values, nodes, graphs and free dimensions of a model other names. The model is changed; name must give
// different names to different ones. Operators of the model's own keep the names inside of them.
func Rename(m *onnx.Model, name func(string) string) { rename(m.Graph, name) }

func rename(g *onnx.Graph, name func(string) string) {
	each := func(names []string) {
		for i := range names {
			names[i] = name(names[i])
		}
	}
	g.Name = name(g.Name)
	for _, list := range [][]*onnx.ValueInfo{g.Inputs, g.Outputs, g.ValueInfo} {
		for _, info := range list {
			info.Name = name(info.Name)
			renameDims(info.Type, name)
		}
	}
	for _, t := range g.Initializers {
		t.Name = name(t.Name)
	}
	for _, s := range g.SparseInitializers {
		if s.Values != nil {
			s.Values.Name = name(s.Values.Name)
		}
	}
	for _, a := range g.Quantization {
		a.Tensor = name(a.Tensor)
		for i := range a.Parameters {
			a.Parameters[i].Value = name(a.Parameters[i].Value)
		}
	}
	for _, n := range g.Nodes {
		n.Name = name(n.Name)
		each(n.Inputs)
		each(n.Outputs)
		for body := range n.Bodies() {
			rename(body, name)
		}
	}
}

func renameDims(t *onnx.Type, name func(string) string) {
	for ; t != nil; t = t.Of {
		for i := range t.Shape {
			t.Shape[i].Param = name(t.Shape[i].Param)
		}
	}
}

// Names calls each for every name that Rename would change.
func Names(m *onnx.Model, each func(string)) {
	Rename(m, func(name string) string {
		each(name)
		return name
	})
}
