package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
)

// write writes the rewritten model. Weights outside of the model's file stay where they are if the output lies in the same
// folder or in one above, since ONNX knows no other paths; else they are copied.
func (f *fixing) write(ctx context.Context, m *onnx.Model) (result.FixExternal, error) {
	from, to := filepath.Dir(f.model), filepath.Dir(f.output)
	relocate := onnx.Relocate(from, to)
	external, below := false, true
	for t := range m.Tensors() {
		if t.External != nil {
			_, err := relocate(t.External.Location)
			external, below = true, below && err == nil
		}
	}
	var options []onnx.WriteOption
	said := result.FixExternal("")
	switch {
	case !external:
	case below:
		options, said = append(options, onnx.WithLocations(relocate)), result.ExternalReferenced
	default:
		said = result.ExternalCopied
		err := onnx.CopyExternal(ctx, m, to, f.force)
		if errors.Is(err, fs.ErrExist) {
			return "", &usageError{fmt.Sprintf("%v (--force overwrites it)", err)}
		}
		if err != nil {
			return "", err
		}
	}
	err := writeFile(f.output, f.force, func(w io.Writer) error { return onnx.Write(ctx, w, m, options...) })
	return said, asEnvironment(err)
}
