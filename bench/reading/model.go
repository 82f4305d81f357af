// Package reading makes the ONNX models whose reading is measured.
package reading

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/planlint/planlint/layers/onnx"
)

// Nodes is how many nodes the models have, half of them convolutions, and Weights how many bytes their weights
// have together.
const (
	Nodes   = 5000
	weights = Channels * Channels * 3 * 3 // of a convolution, float16
	Weights = Nodes / 2 * weights * 2
	// Channels are those of all images in the model.
	Channels = 240
)

// The models: one with its weights in a file beside it, and the same with its weights in itself, which
// protobuf's own parsers refuse, as it has more than 2 GiB. All weights are holes.
const (
	External = "external.onnx"
	Inline   = "inline.onnx"
)

// Make writes the models into a folder.
func Make(ctx context.Context, folder string) error {
	const data = "weights.bin"
	if err := hole(filepath.Join(folder, data), Weights); err != nil {
		return err
	}
	external := model(func(i int) *onnx.Tensor {
		t := kernel(i)
		t.External = &onnx.External{Location: data, Offset: int64(i) * weights * 2, Length: weights * 2}
		return t
	})
	if err := write(ctx, filepath.Join(folder, External), external); err != nil {
		return err
	}
	return write(ctx, filepath.Join(folder, Inline), model(func(i int) *onnx.Tensor {
		t := kernel(i)
		t.SetValues(zeros(weights * 2))
		return t
	}))
}

func kernel(i int) *onnx.Tensor {
	return &onnx.Tensor{Name: fmt.Sprintf("model.layers.%d.conv.weight", i), DataType: onnx.Float16, Dims: []int64{Channels, Channels, 3, 3}}
}

// model is a chain of convolutions and activations, with the names and attributes that PyTorch's exporter
// gives them, and a type for each value.
func model(weight func(int) *onnx.Tensor) *onnx.Model {
	image := onnx.NewTensorType(onnx.Float16, onnx.Symbol("batch"), onnx.Fixed(Channels), onnx.Symbol("height"), onnx.Symbol("width"))
	g := &onnx.Graph{Name: "main_graph", Inputs: []*onnx.ValueInfo{{Name: "images", Type: image}}}
	last := "images"
	for i := range Nodes / 2 {
		t := weight(i)
		scope := fmt.Sprintf("/model/layers.%d", i)
		conv := &onnx.Node{Name: scope + "/conv/Conv", OpType: "Conv", Inputs: []string{last, t.Name}, Outputs: []string{scope + "/conv/Conv_output_0"}}
		for name, value := range map[string]any{"group": 1, "dilations": []int{1, 1}, "kernel_shape": []int{3, 3}, "pads": []int{1, 1, 1, 1}, "strides": []int{1, 1}} {
			conv.SetAttribute(name, value)
		}
		act := &onnx.Node{Name: scope + "/act/LeakyRelu", OpType: "LeakyRelu", Inputs: conv.Outputs, Outputs: []string{scope + "/act/LeakyRelu_output_0"}}
		act.SetAttribute("alpha", float32(0.1))
		g.Nodes = append(g.Nodes, conv, act)
		for _, n := range []*onnx.Node{conv, act} {
			g.ValueInfo = append(g.ValueInfo, &onnx.ValueInfo{Name: n.Outputs[0], Type: image})
		}
		g.Initializers = append(g.Initializers, t)
		last = act.Outputs[0]
	}
	g.Outputs = []*onnx.ValueInfo{{Name: last, Type: image}}
	return &onnx.Model{IRVersion: 9, ProducerName: "pytorch", Opsets: []onnx.Opset{{Version: 17}}, Graph: g}
}

func write(ctx context.Context, path string, m *onnx.Model) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	w := &holes{file: file}
	err = onnx.Write(ctx, w, m)
	return errors.Join(err, w.end(), file.Close())
}

func hole(path string, size int64) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Truncate(size), file.Close())
}

// zeros is some zero bytes.
type zeros int64

func (z zeros) Size() int64 { return int64(z) }

func (z zeros) ReadAt(p []byte, offset int64) (int, error) {
	clear(p)
	return len(p), nil
}

// holes writes a file and leaves out blocks of zeros.
type holes struct {
	file *os.File
	size int64
}

func (h *holes) Write(p []byte) (int, error) {
	at := h.size
	h.size += int64(len(p))
	for _, b := range p {
		if b != 0 {
			return h.file.WriteAt(p, at)
		}
	}
	return len(p), nil
}

func (h *holes) end() error { return h.file.Truncate(h.size) }
