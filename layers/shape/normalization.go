package shape

import (
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// normalization are normalizations, and attention.
func normalization() map[string]rule {
	return map[string]rule{
		"BatchNormalization": inferBatchNormalization, "InstanceNormalization": inferSame, "GroupNormalization": inferSame,
		"LayerNormalization": inferLayerNormalization, "RMSNormalization": inferSame, "Attention": inferAttention,
		"SoftmaxCrossEntropyLoss": inferCrossEntropy, "NegativeLogLikelihoodLoss": inferCrossEntropy,
	}
}

// inferBatchNormalization: outputs beside the first one are statistics, of one number a channel.
func inferBatchNormalization(o *operation) error {
	v := o.at(0)
	v.Contents = nil
	o.set(0, v)
	for k := 1; k < len(o.out); k++ {
		stat := o.at(3)
		stat.Contents = nil
		o.set(k, stat)
	}
	return nil
}

// inferLayerNormalization: mean and inverse deviation keep the axes that are normalized, as 1.
func inferLayerNormalization(o *operation) error {
	v := o.at(0)
	v.Contents = nil
	o.set(0, v)
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	from, err := axis(o.Int("axis", -1), len(dims))
	if err != nil {
		return err
	}
	shape := slices.Clone(dims)
	for k := from; k < len(shape); k++ {
		shape[k] = Number(1)
	}
	stat := Tensor(onnx.DataType(o.Int("stash_type", int64(onnx.Float32))), shape...)
	o.set(1, stat)
	o.set(2, stat)
	return nil
}

// inferAttention: queries, keys and values of three dimensions have their heads side by side in the last one.
func inferAttention(o *operation) error {
	q, err := o.rank(0, 3)
	if err != nil {
		return err
	}
	k, err := o.rank(1, 3)
	if err != nil {
		return err
	}
	v, err := o.rank(2, 3)
	if err != nil {
		return err
	}
	elem := o.at(0).Type
	queryHeads, keyHeads := Number(o.Int("q_num_heads", 0)), Number(o.Int("kv_num_heads", 0))
	sequence, keySize, valueSize, keyLength := q[1], Expression{}, Expression{}, k[1]
	if len(q) == 4 {
		queryHeads, sequence, keyHeads, keyLength, keySize, valueSize = q[1], q[2], k[1], k[2], k[3], v[3]
		o.set(0, Tensor(elem, q[0], q[1], q[2], v[3]))
	} else {
		if queryHeads.Is(0) || keyHeads.Is(0) {
			return unknownf("the number of heads is not given")
		}
		keySize, valueSize = k[2].Floor(keyHeads), v[2].Floor(keyHeads)
		o.set(0, Tensor(elem, q[0], sequence, queryHeads.Times(valueSize)))
	}
	if past := o.at(4); past.Ranked && len(past.Shape) == 4 {
		keyLength = keyLength.Plus(past.Shape[2])
	}
	o.set(1, Tensor(o.at(1).Type, q[0], keyHeads, keyLength, keySize))
	o.set(2, Tensor(o.at(2).Type, q[0], keyHeads, keyLength, valueSize))
	o.set(3, Tensor(elem, q[0], queryHeads, sequence, keyLength))
	return nil
}

// inferCrossEntropy: a loss for each target, or one in all.
func inferCrossEntropy(o *operation) error {
	v := Tensor(o.at(0).Type)
	if o.Text("reduction", "mean") == "none" {
		dims, err := o.dims(1)
		if err != nil {
			return err
		}
		v.Shape = dims
	}
	o.set(0, v)
	scores := o.at(0)
	scores.Contents = nil
	o.set(1, scores)
	return nil
}
