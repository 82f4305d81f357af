package cli

import (
	"context"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/predict"
	"github.com/planlint/planlint/layers/prove"
	"github.com/planlint/planlint/layers/rewrite"
	"github.com/planlint/planlint/layers/shape"
	"github.com/planlint/planlint/layers/widen"
)

// prove compares both models in every way that was asked for. The oracle is always one of them: it costs little.
func (f *fixing) prove(ctx context.Context, m *onnx.Model, fixed *rewrite.Fixed, options predict.Options) (*result.FixProof, error) {
	var shapes shape.Shapes
	if len(options.Shapes) > 0 {
		shapes = options.Shapes[len(options.Shapes)/2]
	}
	proof := &result.FixProof{Checks: []result.FixCheck{}}
	check, err := prove.Oracle(ctx, m, steps(fixed), shapes)
	if err != nil {
		return nil, err
	}
	proof.Checks = append(proof.Checks, check)
	err = f.work(func() error { return f.outside(ctx, m, fixed, options, shapes, proof) })
	proof.Verdict = worst(proof.Checks)
	return proof, err
}

// outside asks those who are not planlint: ONNX Runtime, and a builder.
func (f *fixing) outside(ctx context.Context, m *onnx.Model, fixed *rewrite.Fixed, options predict.Options, shapes shape.Shapes, proof *result.FixProof) error {
	if f.ort != "" {
		wide := m.Clone() // the moves are made again in it: what they make of a constant is then rounded to float32
		if err := widen.Model(ctx, wide, onnx.Float32); err != nil {
			return err
		}
		whole, err := prove.NewWhole(ctx, wide, steps(fixed))
		if err != nil {
			return err
		}
		check, err := f.compareORT(ctx, whole, shapes)
		if err != nil {
			return err
		}
		proof.Checks = append(proof.Checks, check)
	}
	if f.where == "" {
		return nil
	}
	plans, err := f.buildBoth(ctx, fixed, options)
	if err != nil {
		return about(f.where, err)
	}
	proof.Plans = plans
	return nil
}

// steps are the moves that were made, to make them again in a model with other weights.
func steps(fixed *rewrite.Fixed) []rewrite.Step {
	var list []rewrite.Step
	for _, m := range fixed.Moves {
		list = append(list, m.Step)
	}
	return list
}

// worst is the verdict of all comparisons together: one that says less than another does not make that one less true, but
// what was asked for has to hold as a whole.
func worst(checks []result.FixCheck) result.FixVerdict {
	for _, v := range []result.FixVerdict{result.FixDiffers, result.FixVacuous, result.FixNotChecked} {
		for _, c := range checks {
			if c.Verdict == v {
				return v
			}
		}
	}
	return result.FixEqual
}
