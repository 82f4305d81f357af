//go:build cgo && linux && ort

package ort

import (
	"errors"
	"fmt"
	"io"
	"os"

	onnxruntime "github.com/yalue/onnxruntime_go"

	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/trt"
)

// Engine runs models. There is one in a process.
type Engine struct {
	session *session // of the last model
}

// Open loads the library in a folder. Errors wrap trt.ErrUnavailable.
func Open(folder string) (*Engine, error) {
	library, err := Find(folder)
	if err != nil {
		return nil, err
	}
	onnxruntime.SetSharedLibraryPath(library)
	if err := onnxruntime.InitializeEnvironment(onnxruntime.WithLogLevelError()); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", trt.ErrUnavailable, library, err)
	}
	return &Engine{}, nil
}

// About says which ONNX Runtime it is.
func (*Engine) About() trt.About {
	version := onnxruntime.GetVersion()
	return trt.About{Family: Family, Headers: version, Library: version, Features: []string{}}
}

// Inspect says which inputs and outputs a model has. It writes nothing.
func (e *Engine) Inspect(r trt.InspectRequest, _ *os.File) (trt.Description, int64, error) {
	s, err := e.open(r.Plan)
	if err != nil {
		return trt.Description{}, 0, err
	}
	return trt.Description{Profiles: 1, Bindings: append(bindings(s.inputs, trt.ModeInput), bindings(s.outputs, trt.ModeOutput)...)}, 0, nil
}

// Run runs a model once.
func (e *Engine) Run(r trt.RunRequest, receive func([]trt.Tensor) (io.Writer, error)) (trt.RunResult, error) {
	result := trt.RunResult{Runs: 1, Contexts: 1}
	s, err := e.open(r.Plan)
	if err != nil {
		return result, err
	}
	var inputs []onnxruntime.Value
	defer func() { destroy(inputs) }()
	for _, info := range s.inputs {
		value, t, err := input(info, r)
		if err != nil {
			return result, fmt.Errorf("input %s: %w", trt.OneLine(info.Name), err)
		}
		inputs, result.Tensors = append(inputs, value), append(result.Tensors, t)
	}
	outputs := make([]onnxruntime.Value, len(s.outputs))
	defer func() { destroy(outputs) }()
	if err := s.Run(inputs, outputs); err != nil {
		return result, err
	}
	var all [][]byte
	for i, value := range outputs {
		data, dtype, err := content(value)
		if err != nil {
			return result, fmt.Errorf("output %s: %w", trt.OneLine(s.outputs[i].Name), err)
		}
		result.Tensors = append(result.Tensors, trt.Tensor{Name: s.outputs[i].Name, Mode: trt.ModeOutput, DType: dtype, Shape: value.GetShape(), Bytes: int64(len(data))})
		all = append(all, data)
	}
	to, err := receive(result.Tensors)
	if err != nil {
		return result, err
	}
	for _, data := range all {
		if _, err := to.Write(data); err != nil {
			return result, err
		}
	}
	return result, nil
}

// input makes an input's numbers: from its file, else by the recipe.
func input(info onnxruntime.InputOutputInfo, r trt.RunRequest) (onnxruntime.Value, trt.Tensor, error) {
	dtype, err := dtypeOf(info)
	if err != nil {
		return nil, trt.Tensor{}, err
	}
	shape := info.Dimensions
	if given, ok := r.Shapes[info.Name]; ok {
		shape = given
	}
	if err := onnxruntime.Shape(shape).Validate(); err != nil {
		return nil, trt.Tensor{}, fmt.Errorf("a shape is needed: %w", err)
	}
	size, err := tensor.Bytes(dtype, onnxruntime.Shape(shape).FlattenedSize())
	if err != nil {
		return nil, trt.Tensor{}, err
	}
	data := make([]byte, size)
	if path, given := r.Files[info.Name]; given {
		if data, err = os.ReadFile(path); err == nil && int64(len(data)) != size {
			err = fmt.Errorf("%s has %d bytes, %d are needed", trt.OneLine(path), len(data), size)
		}
	} else {
		err = tensor.Fill(data, 0, info.Name, dtype, r.Input)
	}
	if err != nil {
		return nil, trt.Tensor{}, err
	}
	value, err := onnxruntime.NewCustomDataTensor(shape, data, info.DataType)
	return value, trt.Tensor{Name: info.Name, Mode: trt.ModeInput, DType: dtype, Shape: shape, Bytes: size}, err
}

func destroy(values []onnxruntime.Value) {
	for _, v := range values {
		if v != nil {
			_ = v.Destroy() // memory that is gone when the process ends
		}
	}
}

// Build is for TensorRT.
func (*Engine) Build(string, trt.Settings, *os.File) (int64, error) {
	return 0, &trt.UnsupportedError{Feature: "building plans with ONNX Runtime"}
}

// Routes are TensorRT's.
func (*Engine) Routes() ([]byte, error) {
	return nil, &trt.UnsupportedError{Feature: "build routes of ONNX Runtime"}
}

// Probe is for TensorRT.
func (*Engine) Probe() trt.Probe {
	no := trt.Ability{State: trt.StateNo, Why: "ONNX Runtime runs models, not plans"}
	return trt.Probe{Devices: []trt.Device{}, Build: no, Run: no}
}

// Records is empty: errors have ONNX Runtime's words in them.
func (*Engine) Records() []trt.Record { return nil }

// errNoTensor is the error of values that are no tensors.
var errNoTensor = errors.New("only tensors can be compared")
