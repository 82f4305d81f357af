package shape

import "github.com/planlint/planlint/layers/onnx"

// attention are attentions and their kin.
func attention() map[string]rule {
	return map[string]rule{
		"Attention": inferAttention, "FlexAttention": inferFlexAttention, "LinearAttention": inferLinearAttention,
		"CausalConvWithState": inferCausalConv,
	}
}

// heads are what attentions know of queries, keys and values.
type heads struct {
	batch                         Expression
	queryHeads, keyHeads          Expression
	queryLength, keyLength        Expression
	querySize, keySize, valueSize Expression
	packed                        bool // three dimensions: heads lie side by side in the last one
}

// heads reads inputs 0, 1 and 2.
func (o *operation) heads(queryHeads, keyHeads string) (h heads, err error) {
	q, err := o.rank(0, 3)
	if err != nil {
		return h, err
	}
	k, err := o.rank(1, 3)
	if err != nil {
		return h, err
	}
	v, err := o.rank(2, 3)
	if err != nil {
		return h, err
	}
	if len(q) == 4 && len(k) == 4 && len(v) == 4 {
		return heads{q[0], q[1], k[1], q[2], k[2], q[3], k[3], v[3], false}, nil
	}
	n, m := Number(o.Int(queryHeads, 0)), Number(o.Int(keyHeads, 0))
	if n.Is(0) || m.Is(0) || len(q) != 3 || len(k) != 3 || len(v) != 3 {
		return h, unknownf("the number of heads is not given")
	}
	return heads{q[0], n, m, q[1], k[1], q[2].Floor(n), k[2].Floor(m), v[2].Floor(m), true}, nil
}

// inferAttention: outputs are the result, the keys and values of now and before, and the scores.
func inferAttention(o *operation) error {
	h, err := o.heads("q_num_heads", "kv_num_heads")
	if err != nil {
		return err
	}
	elem := o.at(0).Type
	if o.set(0, Tensor(elem, h.batch, h.queryHeads, h.queryLength, h.valueSize)); h.packed {
		o.set(0, Tensor(elem, h.batch, h.queryLength, h.queryHeads.Times(h.valueSize)))
	}
	length := h.keyLength
	if past := o.at(4); o.has(4) {
		if !past.Ranked || len(past.Shape) != 4 {
			return unknownf("the shape of %q is not known", o.Input(4))
		}
		length = length.Plus(past.Shape[2])
	}
	o.set(1, Tensor(o.at(1).Type, h.batch, h.keyHeads, length, h.keySize))
	o.set(2, Tensor(o.at(2).Type, h.batch, h.keyHeads, length, h.valueSize))
	o.set(3, Tensor(elem, h.batch, h.queryHeads, h.queryLength, length))
	return nil
}

// inferFlexAttention also looks into the bodies that change scores and probabilities.
func inferFlexAttention(o *operation) error {
	h, err := o.heads("", "")
	if err != nil {
		return err
	}
	o.set(0, Tensor(o.at(0).Type, h.batch, h.queryHeads, h.queryLength, h.valueSize))
	scores := Tensor(scoreType(o), h.batch, h.queryHeads, h.queryLength, h.keyLength)
	for _, name := range []string{"score_mod", "prob_mod"} {
		if g := o.Body(name); g != nil {
			if _, err := o.body(name, g, []Value{scores}); err != nil {
				return err
			}
		}
	}
	return nil
}

// scoreType is the type that scores are computed in.
func scoreType(o *operation) onnx.DataType {
	if t := onnx.DataType(o.Int("softmax_precision", 0)); t != onnx.Undefined {
		return t
	}
	if t := o.at(0).Type; t == onnx.Float64 || t == onnx.Undefined {
		return t
	}
	return onnx.Float32
}

// inferLinearAttention: the state has a matrix for each head.
func inferLinearAttention(o *operation) error {
	h, err := o.heads("q_num_heads", "kv_num_heads")
	if err != nil {
		return err
	}
	o.set(0, Tensor(o.at(0).Type, h.batch, h.queryLength, h.queryHeads.Times(h.valueSize)))
	state := Tensor(o.at(0).Type, h.batch, h.keyHeads, h.keySize, h.valueSize)
	if o.has(3) {
		state.Type = o.at(3).Type
	}
	o.set(1, state)
	return nil
}

// inferCausalConv: the state has what the kernel still sees of the past.
func inferCausalConv(o *operation) error {
	x, err := o.rank(0, 3)
	if err != nil {
		return err
	}
	o.set(0, o.at(0).plain())
	kernel, err := o.rank(1, 3)
	if err != nil {
		return err
	}
	o.set(1, Tensor(o.at(0).Type, x[0], x[1], kernel[2].Minus(Number(1))))
	return nil
}
