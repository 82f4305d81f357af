package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/compare"
	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/explain"
	"github.com/planlint/planlint/layers/law"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/predict"
	"github.com/planlint/planlint/report"
)

// explainer has the model, and predictions for each target that a plan is of.
type explainer struct {
	name    string
	model   *onnx.Model
	options predict.Options
	// fixed: the target was given.
	fixed bool
}

func (a *app) newExplainer(ctx context.Context, flags *explainFlags, options predict.Options) (*explainer, error) {
	m, err := onnx.Open(ctx, flags.model)
	if err != nil {
		return nil, err
	}
	options.Pads = true // a plan says itself whether it is padded
	return &explainer{flags.model, m, options, flags.predict.target != ""}, nil
}

// explainOne scans a plan, or reads its saved result, and explains it. Of a damaged one there are both a result and an
// error; judged is false if there is no result.
func (a *app) explainOne(ctx context.Context, s *settings, x *explainer, bar *progress, in entry) (made result.Explain, judged bool, err error) {
	if in.err != nil {
		return made, false, in.err
	}
	one, err := a.openSide(ctx, s, bar, in.name)
	scan := one.known.Scan
	scan.Member = in.member
	closeErr := one.close()
	var damage *container.DamagedError
	if errors.As(err, &damage) && closeErr == nil {
		made, explainErr := x.explain(ctx, scan)
		return made, explainErr == nil, errors.Join(explainErr, err)
	}
	if err = errors.Join(err, closeErr); err != nil {
		return made, false, err
	}
	if one.known.Explained { // its findings are not those of a scan any more
		return made, false, errors.New("it is explained already: name the plan, or what \"planlint scan --format json\" saved of it")
	}
	if one.known.Known != compare.KnownAll || scan.Zeros == nil {
		return made, false, errors.New("its zero runs are not known: name the plan, or what \"planlint scan --format json\" saved of it")
	}
	made, err = x.explain(ctx, scan)
	return made, err == nil, err
}

// explain traces the zero runs of a scan. Those of a damaged plan are not known, and what is known of it stays as it is.
func (x *explainer) explain(ctx context.Context, scan result.Scan) (result.Explain, error) {
	options := x.options
	if c := scan.Container; c != nil && !x.fixed {
		if _, err := law.TargetOf(c.Version); err == nil {
			options.Target = c.Version
		}
	}
	predictions, err := predictions(ctx, x.model, options)
	if err != nil {
		return result.Explain{}, err
	}
	first := predictions[0]
	made := result.Explain{Scan: scan, Model: x.name, Target: first.Target, Law: first.Law, Shapes: first.Shapes, LowerBound: first.LowerBound, Groups: first.Groups}
	if scan.Zeros == nil {
		return made, nil
	}
	runs := scan.Zeros.Runs
	if err := errors.Join(explain.Weights(ctx, runs, x.model), explain.Runs(ctx, runs, explain.Hypotheses(predictions))); err != nil {
		return result.Explain{}, err
	}
	scan.NotChecked = slices.DeleteFunc(slices.Clone(scan.NotChecked), func(n result.NotChecked) bool { return n.What == "model" })
	if first.LowerBound {
		scan.NotChecked = append(scan.NotChecked, result.NotChecked{What: "model", Why: fmt.Sprintf(
			"the padding of some operations is not known; \"planlint predict %s\" lists them", x.name)})
	}
	if made.Witness = explain.Witness(scan.Kernels, first.Groups); made.Witness == nil {
		scan.NotChecked = append(scan.NotChecked, result.NotChecked{What: "kernels of alone operations", Why: "the plan names none"})
	}
	made.Scan = analyze.Explained(scan, func(group int) string { return report.GroupName(first.Groups[group]) })
	return made, nil
}

// predictions are those by each law that fits what is known, or by the one that is given, at the best shapes of a profile,
// at the largest and at the least: what a builder pads for is not known.
func predictions(ctx context.Context, m *onnx.Model, options predict.Options) ([]explain.Prediction, error) {
	laws := []law.Law{}
	if options.Law != nil {
		laws = append(laws, *options.Law)
	} else {
		known, err := law.Known()
		if err != nil {
			return nil, err
		}
		laws = known
	}
	places := []result.ProfileShapes{""}
	if len(options.Shapes) > 1 {
		places = []result.ProfileShapes{result.ProfileOpt, result.ProfileMax, result.ProfileMin}
	}
	var all []explain.Prediction
	for i := range laws {
		options.Law = &laws[i]
		for _, at := range places {
			if at != "" {
				options.At = new(int(map[result.ProfileShapes]bound{result.ProfileMin: boundMin, result.ProfileOpt: boundOpt, result.ProfileMax: boundMax}[at]))
			}
			p, err := predict.Model(ctx, m, options)
			if err != nil {
				return nil, err
			}
			all = append(all, explain.Prediction{Predict: p, Profile: at})
		}
	}
	return all, nil
}
