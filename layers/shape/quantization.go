package shape

import "github.com/planlint/planlint/layers/onnx"

// quantization are operators between real numbers and few bits.
func quantization() map[string]rule {
	return map[string]rule{
		"QuantizeLinear": inferQuantize, "DequantizeLinear": inferDequantize, "DynamicQuantizeLinear": inferDynamicQuantize,
	}
}

func inferQuantize(o *operation) error {
	v := o.at(0).plain()
	switch {
	case o.has(2):
		v.Type = o.at(2).Type
	case o.Int("output_dtype", 0) != 0:
		v.Type = onnx.DataType(o.Int("output_dtype", 0))
	default:
		v.Type = onnx.Uint8
	}
	o.set(0, v)
	return nil
}

func inferDequantize(o *operation) error {
	v := o.at(0).plain()
	if v.Type = o.at(1).Type; o.Int("output_dtype", 0) != 0 {
		v.Type = onnx.DataType(o.Int("output_dtype", 0))
	}
	o.set(0, v)
	return nil
}

func inferDynamicQuantize(o *operation) error {
	v := o.at(0).plain()
	v.Type = onnx.Uint8
	o.set(0, v)
	o.set(1, Tensor(onnx.Float32))
	o.set(2, Tensor(onnx.Uint8))
	return nil
}
