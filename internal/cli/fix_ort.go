package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
	"github.com/planlint/planlint/layers/interpret"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/prove"
	"github.com/planlint/planlint/layers/shape"
)

// ortDistributions are the inputs that both models run on as a whole. The first has to show a wrong permutation.
var ortDistributions = []string{"normal", "small", "specials"}

// ortTolerance is how far apart two numbers may be, relative to the larger, where an operator moved that ONNX Runtime
// computes otherwise for an element at the end of a vector than for one inside.
const ortTolerance = 1e-5

// ortComparison runs models in ONNX Runtime, in float32, which rounds every operation if nothing is optimized.
type ortComparison struct {
	*fixing
	client *worker.Client
	whole  *prove.Whole
	check  result.FixCheck
}

// compareORT compares both models as a whole.
func (f *fixing) compareORT(ctx context.Context, whole *prove.Whole, given shape.Shapes) (check result.FixCheck, err error) {
	client, err := f.startORT(ctx, f.ort, f.ortWorker)
	if err != nil {
		return check, about(f.ort, err)
	}
	defer client.Close()
	c := &ortComparison{fixing: f, client: client, whole: whole, check: result.FixCheck{Kind: result.FixORT, Title: "ONNX Runtime " + client.Hello().Library + ", nothing optimized",
		Types: []string{"float32"}, Replaced: whole.Replaced, ZeroSigns: whole.Ordered, Sizes: []string{}}}
	if slices.ContainsFunc(whole.Ops, func(op string) bool { return !interpret.Exact(op) }) {
		c.check.Tolerance = ortTolerance
	}
	all, own, err := prove.InputShapes(ctx, whole.Before, given)
	if err != nil {
		return c.check, err
	}
	failure := errors.New("it is too large to be run in any size")
	for i, shapes := range all {
		if failure = c.at(ctx, i, shapes, own[i]); failure == nil || ctx.Err() != nil {
			break
		}
	}
	var environment *environmentError
	switch {
	case ctx.Err() != nil || errors.As(failure, &environment):
		return c.check, failure
	case failure != nil:
		c.check.Verdict, c.check.Why = result.FixNotChecked, oneLine(failure.Error())
	}
	prove.Conclude(&c.check)
	return c.check, nil
}

// at compares the models on inputs of some shapes.
func (c *ortComparison) at(ctx context.Context, number int, shapes shape.Shapes, own bool) (err error) {
	var paths []string
	for i, m := range []*onnx.Model{c.whole.Before, c.whole.After, c.whole.Mutant} {
		if m == nil {
			continue
		}
		path, err := c.writeScratch(ctx, prove.Resized(m, shapes), fmt.Sprintf("ort-%d-%d", number, i))
		if err != nil {
			return err
		}
		paths = append(paths, path)
	}
	check := c.check
	shown := false
	for _, distribution := range ortDistributions {
		var made []*ortOutputs
		for i, path := range paths {
			outputs, err := c.run(ctx, path, fmt.Sprintf("outputs-%d-%d-%s", number, i, distribution), shapes, distribution)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, outputs.Close()) }()
			made = append(made, outputs)
		}
		differing, compared, distinct, err := made[0].compare(made[1], check.Tolerance, check.ZeroSigns)
		if err != nil {
			return err
		}
		check.Compared, check.Differing = check.Compared+compared, check.Differing+differing
		check.Cases++
		shown = shown || distinct && distribution == ortDistributions[0]
		if len(made) == 3 && distribution == ortDistributions[0] {
			wrong, _, _, err := made[0].compare(made[2], check.Tolerance, check.ZeroSigns)
			if err != nil {
				return err
			}
			if check.Mutants++; wrong > 0 {
				check.Caught++
			}
		}
	}
	check.Parts = 1
	if !shown {
		check.Vacuous = 1
	}
	if !own {
		for _, name := range slices.Sorted(maps.Keys(shapes)) {
			check.Sizes = append(check.Sizes, fmt.Sprintf("%s as %s", name, trt.ShapeText(shapes[name])))
		}
	}
	c.check = check
	return nil
}

// writeScratch writes a model, with large constants in a file of their own, into the folder for this run.
func (f *fixing) writeScratch(ctx context.Context, m *onnx.Model, name string) (string, error) {
	if err := writeConstants(ctx, m, f.folder, name+".weights"); err != nil {
		return "", err
	}
	file, err := newScratch(f.folder, name+".onnx")
	if err != nil {
		return "", err
	}
	return file.file.Name(), errors.Join(onnx.Write(ctx, file, m), file.Close())
}

// ortOutputs are the outputs of a run.
type ortOutputs struct {
	*scratch
	list []trt.Tensor
}

func (c *ortComparison) run(ctx context.Context, path, name string, shapes shape.Shapes, distribution string) (*ortOutputs, error) {
	kept, err := newScratch(c.folder, filepath.Base(name))
	if err != nil {
		return nil, err
	}
	o := &ortOutputs{scratch: kept}
	request := worker.RunRequest{Plan: path, Shapes: shapes, Input: tensor.Recipe{Seed: 1, Distribution: distribution}, Runs: 1, Contexts: 1}
	_, err = c.client.Run(ctx, request, func(list []trt.Tensor) (io.Writer, error) {
		o.list = slices.DeleteFunc(slices.Clone(list), func(t trt.Tensor) bool { return t.Mode != trt.ModeOutput })
		return kept, nil
	})
	if err != nil {
		return nil, errors.Join(err, kept.Close())
	}
	return o, nil
}

// compare counts the elements of all outputs, and those that are not the same. distinct: some finite numbers differ from
// each other.
func (o *ortOutputs) compare(other *ortOutputs, tolerance float64, zeroSigns bool) (differing, compared int64, distinct bool, err error) {
	offset, first := int64(0), math.NaN()
	for i, t := range o.list {
		if i >= len(other.list) || other.list[i].DType != t.DType || !slices.Equal(other.list[i].Shape, t.Shape) {
			return 1, 1, distinct, nil
		}
		dtype, err := tensor.TypeOf(t.DType)
		if err != nil {
			return 0, 0, false, err
		}
		a := tensor.NewNumbers(io.NewSectionReader(o, offset, t.Bytes), dtype)
		b := tensor.NewNumbers(io.NewSectionReader(other, offset, t.Bytes), dtype)
		offset += t.Bytes
		left := dtype.Elements(t.Bytes)
		compared += left
		var x, y [4096]float64
		for left > 0 {
			n := min(left, int64(len(x)))
			left -= n
			if err := errors.Join(a.Next(x[:n]), b.Next(y[:n])); err != nil {
				return 0, 0, false, err
			}
			for k, v := range x[:n] {
				if !near(v, y[k], tolerance, zeroSigns) {
					differing++
				}
				if v-v == 0 && first != first {
					first = v
				}
				distinct = distinct || v-v == 0 && v != first
			}
		}
	}
	return differing, compared, distinct, nil
}

// near tells whether two numbers count as the same.
func near(a, b, tolerance float64, zeroSigns bool) bool {
	return interpret.SameBits(a, b) || zeroSigns && a == b || tolerance > 0 && math.Abs(a-b) <= tolerance*max(math.Abs(a), math.Abs(b), 0x1p-10)
}
