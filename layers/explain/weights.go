package explain

import (
	"context"
	"errors"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
)

// alignment is what may lie beside weights of a plan, in bytes.
const alignment = 4 << 10

// Weights names, for each run, the model's constants that are all zero and as long: with their own elements, or in half
// precision. Only those of a fitting size are read. A run that reaches the end of the plan is none: an end tag stands behind
// weights.
func Weights(ctx context.Context, runs []result.Run, m *onnx.Model) error {
	zero := map[*onnx.Tensor]bool{}
	for i, run := range runs {
		if run.ToEnd || run.Length < alignment {
			continue
		}
		var names []string
		for t := range m.Tensors() {
			if !fits(run.Length, t) {
				continue
			}
			if _, known := zero[t]; !known {
				all, err := allZero(ctx, t)
				if err != nil {
					return err
				}
				zero[t] = all
			}
			if zero[t] {
				names = append(names, t.Name)
			}
		}
		if len(names) == 0 {
			continue
		}
		explanation := result.Explanation{}
		if run.Explanation != nil {
			explanation = *run.Explanation
		}
		explanation.Initializers = names
		runs[i].Explanation = &explanation
	}
	return nil
}

// fits tells whether a run may be a tensor's values, with zeros of what lies beside them.
func fits(run int64, t *onnx.Tensor) bool {
	bytes, ok := t.Bytes()
	if !ok || bytes < alignment {
		return false
	}
	within := func(size int64) bool { return size >= alignment && run >= size && run-size < alignment }
	return within(bytes) || t.DataType == onnx.Float32 && within(bytes/2)
}

var errNonZero = errors.New("not zero")

// zeros is a writer that takes zeros alone.
type zeros struct{}

func (zeros) Write(p []byte) (int, error) {
	for _, b := range p {
		if b != 0 {
			return 0, errNonZero
		}
	}
	return len(p), nil
}

// allZero reads a tensor until something is not zero.
func allZero(ctx context.Context, t *onnx.Tensor) (bool, error) {
	_, err := t.WriteValues(ctx, zeros{})
	switch {
	case errors.Is(err, errNonZero):
		return false, nil
	case errors.Is(err, onnx.ErrNoValues):
		return false, nil
	}
	return err == nil, err
}
