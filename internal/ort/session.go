//go:build cgo && linux && ort

package ort

import (
	"fmt"
	"unsafe"

	onnxruntime "github.com/yalue/onnxruntime_go"

	"github.com/planlint/planlint/internal/trt"
)

// session is a model that is loaded.
type session struct {
	*onnxruntime.DynamicAdvancedSession
	path            string
	inputs, outputs []onnxruntime.InputOutputInfo
}

// open loads a model, or returns the one that is loaded. Nothing is optimized: what is fused would be rounded
// in another way.
func (e *Engine) open(path string) (*session, error) {
	if e.session != nil && e.session.path == path {
		return e.session, nil
	}
	if e.session != nil {
		if err := e.session.Destroy(); err != nil {
			return nil, err
		}
		e.session = nil
	}
	options, err := onnxruntime.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	defer func() { _ = options.Destroy() }()
	if err := options.SetGraphOptimizationLevel(onnxruntime.GraphOptimizationLevelDisableAll); err != nil {
		return nil, err
	}
	s := &session{path: path}
	if s.inputs, s.outputs, err = onnxruntime.GetInputOutputInfoWithOptions(path, options); err != nil {
		return nil, err
	}
	s.DynamicAdvancedSession, err = onnxruntime.NewDynamicAdvancedSession(path, names(s.inputs), names(s.outputs), options)
	if err != nil {
		return nil, err
	}
	e.session = s
	return s, nil
}

func names(infos []onnxruntime.InputOutputInfo) []string {
	list := make([]string, len(infos))
	for i, info := range infos {
		list[i] = info.Name
	}
	return list
}

func bindings(infos []onnxruntime.InputOutputInfo, mode string) []trt.Binding {
	var list []trt.Binding
	for _, info := range infos {
		dtype, _ := dtypeOf(info) // empty for what is no tensor, or of no type that is compared
		list = append(list, trt.Binding{Name: info.Name, Mode: mode, DType: dtype, Shape: info.Dimensions})
	}
	return list
}

// dtypeOf is the name in package tensor of an input's or output's type.
func dtypeOf(info onnxruntime.InputOutputInfo) (string, error) {
	if info.OrtValueType != onnxruntime.ONNXTypeTensor {
		return "", errNoTensor
	}
	name := map[onnxruntime.TensorElementDataType]string{
		onnxruntime.TensorElementDataTypeDouble: "float64", onnxruntime.TensorElementDataTypeFloat: "float32", onnxruntime.TensorElementDataTypeFloat16: "float16",
		onnxruntime.TensorElementDataTypeBFloat16: "bfloat16", onnxruntime.TensorElementDataTypeInt64: "int64", onnxruntime.TensorElementDataTypeInt32: "int32",
		onnxruntime.TensorElementDataTypeInt16: "int16", onnxruntime.TensorElementDataTypeInt8: "int8", onnxruntime.TensorElementDataTypeUint8: "uint8",
		onnxruntime.TensorElementDataTypeBool: "bool", onnxruntime.TensorElementDataTypeFloat8E4M3FN: "fp8", onnxruntime.TensorElementDataTypeFloat8E5M2: "fp8e5m2",
	}[info.DataType]
	if name == "" {
		return "", fmt.Errorf("%s: no such type is compared", info.DataType)
	}
	return name, nil
}

// content returns the bytes of an output and the name of their type.
func content(value onnxruntime.Value) ([]byte, string, error) {
	switch t := value.(type) {
	case *onnxruntime.Tensor[float32]:
		return raw(t.GetData()), "float32", nil
	case *onnxruntime.Tensor[float64]:
		return raw(t.GetData()), "float64", nil
	case *onnxruntime.Tensor[int64]:
		return raw(t.GetData()), "int64", nil
	case *onnxruntime.Tensor[int32]:
		return raw(t.GetData()), "int32", nil
	case *onnxruntime.Tensor[int16]:
		return raw(t.GetData()), "int16", nil
	case *onnxruntime.Tensor[int8]:
		return raw(t.GetData()), "int8", nil
	case *onnxruntime.Tensor[uint8]:
		return raw(t.GetData()), "uint8", nil
	case *onnxruntime.Tensor[bool]:
		return raw(t.GetData()), "bool", nil
	case *onnxruntime.CustomDataTensor:
		dtype, err := dtypeOf(onnxruntime.InputOutputInfo{OrtValueType: t.GetONNXType(), DataType: onnxruntime.TensorElementDataType(t.DataType())})
		return t.GetData(), dtype, err
	}
	return nil, "", errNoTensor
}

// raw is the memory of some numbers: ONNX Runtime's and tensors' are both little-endian here.
func raw[T any](data []T) []byte {
	if len(data) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(data))), len(data)*int(unsafe.Sizeof(data[0])))
}
