package cli

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/bugreport"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/predict"
	"github.com/planlint/planlint/layers/recreate"
	"github.com/planlint/planlint/layers/shape"
)

// readModel explains the plan by the model, and makes the code that makes the model again.
func (r *reporter) readModel(ctx context.Context) error {
	name := r.flags.explain.model
	if name == "" {
		return nil
	}
	options, err := r.flags.explain.predict.options()
	if err != nil {
		return err
	}
	r.redactor.File(name)
	x, err := r.newExplainer(ctx, &r.flags.explain, options)
	if err != nil {
		return &fileError{name, err}
	}
	r.model = x.model
	r.rename()
	x.options.Shapes = r.renamedShapes(options.Shapes)
	explained, err := x.explain(ctx, r.evidence.Scan)
	switch {
	case isUsage(err):
		return usagef("%s: %v", name, err)
	case err != nil:
		return &fileError{name, err}
	}
	r.evidence.Explain = &explained
	r.evidence.Profiles = profilesOf(x.options)
	if r.evidence.Model, err = r.describeModel(ctx, name, x.options); err != nil {
		return &fileError{name, err}
	}
	return nil
}

// rename gives what the model names other names, where they say too much. All that is said of the model then has them.
func (r *reporter) rename() {
	changed := false
	recreate.Names(r.model, func(name string) { changed = changed || r.redactor.Name(name) != name })
	if changed {
		recreate.Rename(r.model, r.redactor.Name)
	}
}

func (r *reporter) renamedShapes(sets []map[string][]int64) []map[string][]int64 {
	renamed := make([]map[string][]int64, len(sets))
	for i, set := range sets {
		renamed[i] = map[string][]int64{}
		for name, dims := range set {
			renamed[i][r.redactor.Name(name)] = dims
		}
	}
	return renamed
}

// profilesOf are the shapes of inputs that were given.
func profilesOf(o predict.Options) []result.BuildProfile {
	var profiles []result.BuildProfile
	if len(o.Shapes) == 0 {
		return nil
	}
	for name := range o.Shapes[0] {
		p := result.BuildProfile{Input: name, Min: o.Shapes[0][name], Opt: o.Shapes[0][name], Max: o.Shapes[0][name]}
		if len(o.Shapes) == 3 {
			p.Opt, p.Max = o.Shapes[boundOpt][name], o.Shapes[boundMax][name]
		}
		profiles = append(profiles, p)
	}
	slices.SortFunc(profiles, func(a, b result.BuildProfile) int { return strings.Compare(a.Input, b.Input) })
	return profiles
}

// describeModel says what the model is, and makes code of it as far as that goes.
func (r *reporter) describeModel(ctx context.Context, name string, o predict.Options) (*bugreport.Model, error) {
	m := &bugreport.Model{}
	m.File, m.Nodes, m.Weights = name, int64(len(r.model.Graph.Nodes)), result.WeightsRandom
	m.Opset, _ = r.model.Opset("")
	if info, err := os.Stat(name); err == nil {
		m.Size = info.Size()
	}
	for _, in := range r.model.Graph.Inputs {
		constant := slices.ContainsFunc(r.model.Graph.Initializers, func(t *onnx.Tensor) bool { return t.Name == in.Name })
		if !constant && (in.Type == nil || slices.ContainsFunc(in.Type.Shape, func(d onnx.Dim) bool { return !d.Known })) {
			m.Free = append(m.Free, bugreport.FreeInput{Name: in.Name, Type: in.Type.String()})
		}
	}
	var tensors int
	tensors, m.WeightsBytes = recreate.Weights(r.model)
	switch {
	case tensors == 0:
		m.Weights = result.WeightsNone
	case r.flags.weights:
		m.Weights = result.WeightsIncluded
	}
	group, found := smallestPart(*r.evidence.Explain)
	shapes, err := shape.Infer(ctx, r.model, shape.Options{Inputs: shapesAt(o, group.profile)})
	if err != nil {
		return nil, err
	}
	copying := recreate.Options{Weights: r.flags.weights, Text: r.redactor.Text}
	fresh, err := recreate.Fresh(ctx, r.model, copying)
	if errors.Is(err, recreate.ErrUnsupported) {
		m.Given, m.Why = result.GivenNot, err.Error()
		if !found {
			return m, nil
		}
		return m, r.addLone(ctx, m, shapes, group, copying)
	}
	if err != nil {
		return nil, err
	}
	r.fresh = fresh
	recreate.CompleteOutputs(fresh, r.model, shapes)
	code, err := recreate.Python(ctx, "repro", fresh)
	switch {
	case errors.Is(err, recreate.ErrUnsupported):
		m.Given, m.Why = result.GivenFile, err.Error()
	case err != nil:
		return nil, err
	default:
		m.Given, m.Code = result.GivenScript, code
		m.Cases = append(m.Cases, bugreport.Case{Function: "repro", Label: "the model"})
	}
	if !found {
		return m, nil
	}
	return m, r.addLone(ctx, m, shapes, group, copying)
}

// addLone adds the smallest group that explains a run: alone, and behind a convolution that a builder fuses it with.
func (r *reporter) addLone(ctx context.Context, m *bugreport.Model, shapes *shape.Result, group loneGroup, copying recreate.Options) error {
	lone, err := recreate.Lone(ctx, r.model, shapes, group.PredictGroup)
	if err == nil {
		lone, err = recreate.Fresh(ctx, lone, copying)
	}
	if err != nil {
		return supported(err)
	}
	operations := strings.Join(group.Ops, "+") + " alone"
	if err := add(ctx, m, lone, bugreport.Case{Function: "lone", Label: operations, Padding: &group.padding}); err != nil {
		return err
	}
	control, err := recreate.Control(lone)
	if err != nil {
		return supported(err)
	}
	return add(ctx, m, control, bugreport.Case{Function: "control", Label: "the same behind a Conv that takes it in", Padding: new(int64(0))})
}

// supported is nil for an error that says that some part of the script cannot be.
func supported(err error) error {
	if errors.Is(err, recreate.ErrUnsupported) {
		return nil
	}
	return err
}

func add(ctx context.Context, m *bugreport.Model, of *onnx.Model, c bugreport.Case) error {
	code, err := recreate.Python(ctx, c.Function, of)
	if err != nil {
		return supported(err)
	}
	m.Code += "\n\n" + code
	m.Cases = append(m.Cases, c)
	return nil
}

// loneGroup is a group, the padding that it accounts for in bytes, and the shapes of a profile that this is for.
type loneGroup struct {
	result.PredictGroup
	padding int64
	profile result.ProfileShapes
}

// smallestPart is the group with the least bytes of those that explain a run.
func smallestPart(x result.Explain) (smallest loneGroup, found bool) {
	if x.Zeros == nil {
		return smallest, false
	}
	for _, run := range x.Zeros.Runs {
		if run.Explanation == nil {
			continue
		}
		for _, part := range run.Explained {
			if !found || part.Bytes < smallest.padding {
				smallest, found = loneGroup{x.Groups[part.Group], part.Bytes, run.Profile}, true
			}
		}
	}
	return smallest, found
}

// shapesAt are the shapes of inputs that were given: the only ones, or those of a profile.
func shapesAt(o predict.Options, profile result.ProfileShapes) shape.Shapes {
	if len(o.Shapes) < 3 {
		return append(o.Shapes, shape.Shapes{})[0]
	}
	at, known := map[result.ProfileShapes]bound{result.ProfileMin: boundMin, result.ProfileOpt: boundOpt, result.ProfileMax: boundMax}[profile]
	if !known {
		at = boundOpt
	}
	return o.Shapes[at]
}
