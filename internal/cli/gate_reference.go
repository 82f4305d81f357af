package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/gate"
	"github.com/planlint/planlint/internal/build"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
)

// comparands are the files that plans are compared with beside the baseline: models, other plans, saved builds. Each
// is read once.
type comparands struct {
	settings *settings
	mu       sync.Mutex
	files    map[string]gate.Reference
	builds   map[string][]result.Build
}

func newComparands(s *settings) *comparands {
	return &comparands{settings: s, files: map[string]gate.Reference{}, builds: map[string][]result.Build{}}
}

// add says what a plan is compared with.
func (r *comparands) add(ctx context.Context, p *openPlan) error {
	if ratio := p.limits.Ratio; ratio != nil {
		ref, err := r.reference(ctx, r.settings.beside(ratio.To))
		if err != nil {
			return fmt.Errorf("%s, which its ratio is measured from (%s): %w", ratio.To, ratio.Source, err)
		}
		p.known.Reference = &ref
	}
	if spread := p.limits.Spread; spread != nil && spread.File != "" {
		measured, err := r.spread(spread.File, p.known.Scan.Container)
		if err != nil {
			return fmt.Errorf("%s, which its spread is from (%s): %w", spread.File, spread.Source, err)
		}
		p.known.Spread = measured
	}
	r.sidecar(p)
	return nil
}

// reference reads a model, or the size of anything else.
func (r *comparands) reference(ctx context.Context, path string) (gate.Reference, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if known, ok := r.files[path]; ok {
		return known, nil
	}
	ref, err := measureFile(ctx, path)
	if err == nil {
		r.files[path] = ref
	}
	return ref, err
}

// measureFile says how large a file is, with the external data and the constants of a model.
func measureFile(ctx context.Context, path string) (gate.Reference, error) {
	info, err := os.Stat(path)
	if err != nil {
		return gate.Reference{}, plainError(err)
	}
	if !info.Mode().IsRegular() {
		return gate.Reference{}, errors.New("is no regular file")
	}
	ref := gate.Reference{Size: info.Size()}
	if holds, err := holdsPlan(ctx, path); holds || err != nil {
		return ref, err
	}
	m, err := onnx.Open(ctx, path)
	if err != nil {
		return ref, plainError(err)
	}
	var weights int64
	for t := range m.Tensors() {
		bytes, ok := t.Bytes()
		if !ok {
			return ref, errors.Join(fmt.Errorf("the size of the constant %q is not known", t.Name), m.Close())
		}
		weights += bytes
		if t.External != nil {
			ref.Size += bytes
		}
	}
	ref.Weights = &weights
	return ref, m.Close()
}

// holdsPlan tells whether a file is a plan, bare or wrapped, as a stripped plan is compared with.
func holdsPlan(ctx context.Context, path string) (bool, error) {
	source, err := input.Open(ctx, path, input.Options{})
	if err != nil {
		return false, err
	}
	in := inputOf(entry{name: path, shown: path}, source)
	plans, err := analyze.Plans(ctx, in, analyze.Options{})
	if errors.Is(err, analyze.ErrNotPlan) {
		return false, source.Close()
	}
	for _, p := range plans {
		err = errors.Join(err, p.Close())
	}
	return err == nil, errors.Join(err, source.Close())
}

// maxBuilds is far more than saved builds can need, in bytes.
const maxBuilds = 64 << 20

// spread finds by how many bytes the builds of a file differ that are of the plan's version.
func (r *comparands) spread(path string, c *result.Container) (*gate.Measured, error) {
	builds, err := r.saved(path)
	if err != nil {
		return nil, err
	}
	var widest *gate.Measured
	for _, b := range builds {
		if b.Spread == nil || c == nil || !strings.HasPrefix(c.Version+".", b.TensorRT.Version+".") {
			continue
		}
		if bytes := b.Spread.Max - b.Spread.Min; widest == nil || bytes > widest.Bytes {
			widest = &gate.Measured{Bytes: bytes, Source: path}
		}
	}
	if widest == nil {
		return nil, fmt.Errorf("it has no repeated builds of TensorRT %s", versionOf(c))
	}
	return widest, nil
}

func versionOf(c *result.Container) string {
	if c == nil {
		return "of no known version"
	}
	return c.Version
}

// saved reads what planlint build printed or left beside a plan.
func (r *comparands) saved(path string) ([]result.Build, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if known, ok := r.builds[path]; ok {
		return known, nil
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, plainError(err)
	case !info.Mode().IsRegular() || info.Size() > maxBuilds:
		return nil, errors.New("is not what planlint build --format json prints")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, plainError(err)
	}
	var document result.Document[result.Build]
	if err := json.Unmarshal(data, &document); err != nil || document.Schema != result.SchemaBuild {
		return nil, errors.New("is not what planlint build --format json prints")
	}
	r.builds[path] = document.Results
	return document.Results, nil
}

// sidecar reads what planlint build left beside a plan. One of another plan says nothing, and is said.
func (r *comparands) sidecar(p *openPlan) {
	if p.in.Path == "" || p.known.Several {
		return
	}
	path := build.Sidecar(p.in.Path)
	builds, err := r.saved(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return
	case err != nil:
		p.skip("how it was built", path+" "+err.Error())
		return
	}
	for _, b := range builds {
		if !slices.ContainsFunc(b.Plans, func(plan result.BuiltPlan) bool { return plan.Size == p.known.Scan.Size }) {
			p.skip("how it was built", path+" is of another plan")
			continue
		}
		p.known.Stripped = p.known.Stripped || slices.Contains(b.Settings.Flags, "STRIP_PLAN")
		if b.Spread != nil && p.known.Spread == nil {
			p.known.Spread = &gate.Measured{Bytes: b.Spread.Max - b.Spread.Min, Source: path}
		}
	}
}

func (p *openPlan) skip(what, why string) {
	p.known.NotChecked = append(p.known.NotChecked, result.NotChecked{What: what, Why: why})
}
