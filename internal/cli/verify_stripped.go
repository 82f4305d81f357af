package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
	"github.com/planlint/planlint/layers/onnx"
)

// strippedError is about a plan without its weights: whatever it computes says nothing of the model.
type strippedError struct{ why string }

func (e *strippedError) Error() string {
	return "the plan looks stripped of its weights, which refitting puts back: " + e.why
}

// ExitCode is the status for "no judgement possible".
func (*strippedError) ExitCode() int { return exitNoJudgement }

// leastWeights is how many bytes of weights a model needs for its plan to be judged by them, and strippedShare
// the share of them below which a plan cannot hold them: even 4-bit weights of a float32 model take an eighth.
const (
	leastWeights  = 1 << 20
	strippedShare = 0.1
)

// refuseStripped looks for what tells before the plan runs: what planlint build wrote beside it, and its size
// against the model's weights.
func (v *verifier) refuseStripped(s *subject, path string) error {
	if path != "" && builtStripped(path+".build.json", s.size) {
		return &strippedError{path + ".build.json says that it was built with STRIP_PLAN"}
	}
	if s.weights >= leastWeights && float64(s.size) < strippedShare*float64(s.weights) {
		return &strippedError{fmt.Sprintf("it has %s bytes, the weights of %s have %s", units.FormatBytes(s.size), v.flags.model, units.FormatBytes(s.weights))}
	}
	return nil
}

// maxSidecar is how much of the file beside a plan is read.
const maxSidecar = 16 << 20

// builtStripped reads what planlint build wrote beside a plan. What cannot be read, or is about a plan of
// another size, says nothing.
func builtStripped(path string, size int64) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	var document result.Document[result.Build]
	if err := json.NewDecoder(io.LimitReader(file, maxSidecar)).Decode(&document); err != nil {
		return false
	}
	return slices.ContainsFunc(document.Results, func(b result.Build) bool {
		return slices.Contains(b.Settings.Flags, "STRIP_PLAN") &&
			slices.ContainsFunc(b.Plans, func(p result.BuiltPlan) bool { return p.Scan.Size == size })
	})
}

// modelWeights is the size of the constants of --model in bytes; 0 if there is none.
func (v *verifier) modelWeights(ctx context.Context) (sum int64, err error) {
	if v.flags.model == "" {
		return 0, nil
	}
	model, err := onnx.Open(ctx, v.flags.model)
	if err != nil {
		return 0, about(v.flags.model, err)
	}
	defer func() { err = errors.Join(err, model.Close()) }()
	for t := range model.Tensors() {
		if size, known := t.Bytes(); known {
			sum += size
		}
	}
	return sum, nil
}

// refuseZeros refuses plans that can be refitted and gave nothing but zeros.
func refuseZeros(subjects [2]*subject, outputs []result.VerifyOutput) error {
	for _, s := range subjects {
		zero := func(o result.VerifyOutput) bool {
			return [...]result.Vacuity{o.VacuousA, o.VacuousB}[s.side] == result.VacuousZero
		}
		if s.Refittable && len(outputs) > 0 && !slices.ContainsFunc(outputs, func(o result.VerifyOutput) bool { return !zero(o) }) {
			return about(s.shown, &strippedError{"it can be refitted, and every output was zero in all cases"})
		}
	}
	return nil
}
