package shape

import (
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// normalization are normalizations, and losses.
func normalization() map[string]rule {
	return map[string]rule{
		"BatchNormalization": inferBatchNormalization, "InstanceNormalization": inferSame, "GroupNormalization": inferSame,
		"LayerNormalization": inferLayerNormalization, "RMSNormalization": inferSame,
		"SoftmaxCrossEntropyLoss": inferCrossEntropy, "NegativeLogLikelihoodLoss": inferCrossEntropy,
	}
}

// inferBatchNormalization: outputs beside the first one are statistics, of one number a channel.
func inferBatchNormalization(o *operation) error {
	v := o.at(0).plain()
	o.set(0, v)
	for k := 1; k < len(o.out); k++ {
		stat := o.at(3).plain()
		o.set(k, stat)
	}
	return nil
}

// inferLayerNormalization: mean and inverse deviation keep the axes that are normalized, as 1.
func inferLayerNormalization(o *operation) error {
	v := o.at(0).plain()
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
	scores := o.at(0).plain()
	o.set(1, scores)
	return nil
}
