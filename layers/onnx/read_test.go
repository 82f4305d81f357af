package onnx

import "testing"

// sample is a graph of two nodes: y = LeakyRelu(x + c).
func sample() message {
	constant := message(nil).int(tensorDims, 2).int(tensorDataType, int64(Float32)).text(tensorName, "c").
		bytes(tensorRaw, []byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0x40})
	add := message(nil).text(nodeInput, "x").text(nodeInput, "c").text(nodeOutput, "t").text(nodeOpType, "Add")
	leaky := message(nil).text(nodeInput, "t").text(nodeOutput, "y").text(nodeOpType, "LeakyRelu").
		bytes(nodeAttribute, message(nil).text(attributeName, "alpha").float(attributeFloat, 0x3e000000).int(attributeType, 1))
	return message(nil).bytes(graphNode, add).bytes(graphNode, leaky).bytes(graphInitializer, constant).
		bytes(graphInput, message(nil).text(valueName, "x")).bytes(graphOutput, message(nil).text(valueName, "y"))
}

func TestReadSample(t *testing.T) {
	data := modelOf(sample())
	m := readBytes(t, data)
	if version, ok := m.Opset("ai.onnx"); !ok || version != 17 {
		t.Errorf("opset %d, %v", version, ok)
	}
	x := NewIndex(m.Graph, nil)
	leaky := x.Producer("y")
	if leaky == nil || !leaky.Is("LeakyRelu") || leaky.Float("alpha", 0.01) != 0.125 {
		t.Fatalf("y is made by %+v", leaky)
	}
	if uses := x.Uses("t"); len(uses) != 1 || uses[0].Node != leaky || uses[0].Input != 0 {
		t.Errorf("uses of t: %+v", uses)
	}
	c := x.Initializer("c")
	at, ok := c.Range()
	if want := data[at.Offset : at.Offset+at.Length]; !ok || len(want) != 8 || want[3] != 0x3f {
		t.Errorf("range %+v", at)
	}
	if values, err := c.Float64s(t.Context(), 2); err != nil || values[0] != 1 || values[1] != 2 {
		t.Errorf("values %v, %v", values, err)
	}
}
