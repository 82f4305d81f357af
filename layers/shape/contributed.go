package shape

import "github.com/planlint/planlint/layers/onnx"

// contributed are operators of the domain com.microsoft that exporters and ONNX Runtime's optimizers write.
func contributed() map[string]rule {
	rules := map[string]rule{
		"Gelu": inferSame, "FastGelu": inferSame, "QuickGelu": inferSame, "BiasGelu": inferSame, "BiasAdd": inferSame, "RotaryEmbedding": inferSame,
		"LayerNormalization": inferLayerNormalization, "SimplifiedLayerNormalization": inferLayerNormalization, "GroupNorm": inferSame,
		"SkipLayerNormalization": inferSkipNormalization, "SkipSimplifiedLayerNormalization": inferSkipNormalization,
		"FusedMatMul": inferFusedMatMul, "FusedConv": inferConv, "FusedGemm": inferGemm, "MatMulIntegerToFloat": inferFloatProduct,
		"DynamicQuantizeMatMul": inferFloatProduct, "QuantizeLinear": inferQuantize, "DequantizeLinear": inferDequantize,
		"QLinearAdd": inferQuantizedPair, "QLinearMul": inferQuantizedPair, "QLinearLeakyRelu": inferSame, "QLinearSigmoid": inferSame,
		"QLinearGlobalAveragePool": inferGlobalPool, "MultiHeadAttention": inferMultiHead, "Attention": inferMicrosoftAttention,
		"DynamicQuantizeLSTM": inferRecurrent, "Inverse": inferSame, "Trilu": inferSame, "GroupQueryAttention": inferGroupQuery,
		"MatMulNBits": inferMatMulNBits,
	}
	return rules
}

func inferSkipNormalization(o *operation) error {
	v := o.at(0).plain()
	o.set(0, v)
	if len(o.out) > 3 {
		o.set(3, v) // the sum before the normalization
	}
	return nil
}

func inferFusedMatMul(o *operation) error {
	a, err := o.rank(0, 2)
	if err != nil {
		return err
	}
	b, err := o.rank(1, 2)
	if err != nil {
		return err
	}
	turned := func(dims []Expression, attribute string) []Expression {
		if o.Int(attribute, 0) == 0 {
			return dims
		}
		n := len(dims)
		return append(append([]Expression{}, dims[:n-2]...), dims[n-1], dims[n-2])
	}
	o.set(0, Tensor(o.at(0).Type, o.matrixProduct(turned(a, "transA"), turned(b, "transB"))...))
	return nil
}

// inferFloatProduct: integers are multiplied, and the scale makes the result real.
func inferFloatProduct(o *operation) error {
	a, err := o.rank(0, 1)
	if err != nil {
		return err
	}
	b, err := o.rank(1, 1)
	if err != nil {
		return err
	}
	elem := o.at(2).Type
	if elem == onnx.Undefined {
		elem = onnx.Float32
	}
	o.set(0, Tensor(elem, o.matrixProduct(a, b)...))
	return nil
}

// inferQuantizedPair: A, its scale and zero point, B with its, and those of the result.
func inferQuantizedPair(o *operation) error {
	v := o.broadcast([]Value{o.at(0), o.at(3)})
	v.Type = o.at(0).Type
	o.set(0, v)
	return nil
}

func inferMultiHead(o *operation) error {
	q, err := o.rank(0, 3)
	if err != nil {
		return err
	}
	if len(q) != 3 { // packed: batch, sequence, heads, 3, size of a head
		o.set(0, Tensor(o.at(0).Type, q[0], q[1], q[2].Times(q[len(q)-1])))
		return nil
	}
	width := q[2]
	if v := o.at(2); v.Ranked && len(v.Shape) == 3 {
		width = v.Shape[2]
	}
	o.set(0, Tensor(o.at(0).Type, q[0], q[1], width))
	return nil
}

// inferMicrosoftAttention: the weights hold those of queries, keys and values side by side.
func inferMicrosoftAttention(o *operation) error {
	x, err := o.rank(0, 3)
	if err != nil {
		return err
	}
	w, err := o.rank(1, 2)
	if err != nil {
		return err
	}
	width := w[1].Floor(Number(3))
	if list, ok := o.Ints("qkv_hidden_sizes"); ok && len(list) == 3 {
		width = Number(list[2])
	}
	o.set(0, Tensor(o.at(0).Type, x[0], x[1], width))
	return nil
}

func inferGroupQuery(o *operation) error {
	q, err := o.rank(0, 3)
	if err != nil {
		return err
	}
	heads, pairs := o.Int("num_heads", 0), o.Int("kv_num_heads", 0)
	width := q[2]
	if !o.has(1) && heads > 0 { // queries, keys and values packed
		width = q[2].Times(Number(heads)).Floor(Number(heads + 2*pairs))
	}
	o.set(0, Tensor(o.at(0).Type, q[0], q[1], width))
	return nil
}

func inferMatMulNBits(o *operation) error {
	dims, err := o.rank(0, 1)
	if err != nil {
		return err
	}
	shape := append([]Expression{}, dims...)
	shape[len(shape)-1] = Number(o.Int("N", 0))
	o.set(0, Tensor(o.at(0).Type, shape...))
	return nil
}
