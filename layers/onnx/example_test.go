package onnx_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/planlint/planlint/layers/onnx"
)

// small is the model y = LeakyRelu(Add(x, bias)).
func small() *onnx.Model {
	leaky := &onnx.Node{OpType: "LeakyRelu", Name: "act", Inputs: []string{"sum"}, Outputs: []string{"y"}}
	leaky.SetAttribute("alpha", float32(0.25))
	image := onnx.NewTensorType(onnx.Float32, onnx.Symbol("N"), onnx.Fixed(2))
	bias, err := binary.Append(nil, binary.LittleEndian, []float32{0.5, -0.5})
	if err != nil {
		log.Fatal(err)
	}
	return &onnx.Model{
		IRVersion: 9,
		Opsets:    []onnx.Opset{{Version: 17}},
		Graph: &onnx.Graph{
			Name:         "small",
			Nodes:        []*onnx.Node{{OpType: "Add", Inputs: []string{"x", "bias"}, Outputs: []string{"sum"}}, leaky},
			Inputs:       []*onnx.ValueInfo{{Name: "x", Type: image}},
			Outputs:      []*onnx.ValueInfo{{Name: "y", Type: image}},
			Initializers: []*onnx.Tensor{onnx.NewTensor("bias", onnx.Float32, []int64{2}, bytes.NewReader(bias))},
		},
	}
}

// file is a file with the small model.
func file() (path string, remove func()) {
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	var b bytes.Buffer
	if err := onnx.Write(context.Background(), &b, small()); err != nil {
		log.Fatal(err)
	}
	path = filepath.Join(folder, "small.onnx")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		log.Fatal(err)
	}
	return path, func() { os.RemoveAll(folder) }
}

func ExampleOpen() {
	path, remove := file()
	defer remove()
	m, err := onnx.Open(context.Background(), path)
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()

	opset, _ := m.Opset("ai.onnx")
	fmt.Println("opset", opset)
	for _, v := range m.Graph.Inputs {
		fmt.Println("input", v.Name, v.Type)
	}
	for _, n := range m.Graph.Nodes {
		fmt.Println(n.OpType, n.Inputs, "->", n.Outputs)
	}
	// Output:
	// opset 17
	// input x float32[N,2]
	// Add [x bias] -> [sum]
	// LeakyRelu [sum] -> [y]
}

// Attributes are read with the value that ONNX gives them where they are absent.
func ExampleNode_Float() {
	for _, n := range small().Graph.Nodes {
		if n.Is("LeakyRelu") {
			fmt.Println("alpha", n.Float("alpha", 0.01))
		}
	}
	// Output: alpha 0.25
}

// An Index follows values from node to node.
func ExampleIndex() {
	x := onnx.NewIndex(small().Graph, nil)
	act := x.Producer("y")
	fmt.Println("y is made by", act.OpType)
	fmt.Println("its input by", x.Producer(act.Inputs[0]).OpType)
	for _, use := range x.Uses("bias") {
		fmt.Println("bias is input", use.Input, "of", use.Node.OpType)
	}
	// Output:
	// y is made by LeakyRelu
	// its input by Add
	// bias is input 1 of Add
}

// Values of constants are read when they are asked for, up to a limit.
func ExampleTensor_Float64s() {
	bias := onnx.NewIndex(small().Graph, nil).Initializer("bias")
	size, _ := bias.Bytes()
	fmt.Println(bias.DataType, bias.Dims, size, "bytes")
	values, err := bias.Float64s(context.Background(), 100)
	fmt.Println(values, err)
	_, err = bias.Float64s(context.Background(), 1)
	fmt.Println(err)
	// Output:
	// float32 [2] 8 bytes
	// [0.5 -0.5] <nil>
	// tensor "bias": 2 elements, more than the 1 asked for
}

// A model is changed in place. What was not touched is copied from the file byte for byte.
func ExampleWrite() {
	path, remove := file()
	defer remove()
	m, err := onnx.Open(context.Background(), path)
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()

	g := m.Graph
	add, act := g.Nodes[0], g.Nodes[1]
	flat := g.UniqueName("flat")
	g.Initializers = append(g.Initializers, onnx.NewInt64s("shape", -1))
	g.InsertBefore(act, &onnx.Node{OpType: "Reshape", Inputs: []string{"sum", "shape"}, Outputs: []string{flat}})
	act.Inputs[0] = flat
	act.SetAttribute("alpha", float32(0.5))
	if err := g.Rename("sum", "total"); err != nil {
		log.Fatal(err)
	}

	var b bytes.Buffer
	if err := onnx.Write(context.Background(), &b, m); err != nil {
		log.Fatal(err)
	}
	again, err := onnx.Read(context.Background(), bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		log.Fatal(err)
	}
	for _, n := range again.Graph.Nodes {
		fmt.Println(n.OpType, n.Inputs, "->", n.Outputs)
	}
	fmt.Println(add.Outputs[0], again.Graph.Nodes[2].Float("alpha", 0.01))
	// Output:
	// Add [x bias] -> [total]
	// Reshape [total shape] -> [flat]
	// LeakyRelu [flat] -> [y]
	// total 0.5
}

// Errors say where in the file a model stops making sense.
func ExampleRead() {
	data := []byte("\x08\x09\x3a\x05\x0a\x7fAdd")
	_, err := onnx.Read(context.Background(), bytes.NewReader(data), int64(len(data)))
	fmt.Println(err)
	// Output: graph: field 1 has 127 bytes, its message only 3 more, at offset 4
}
