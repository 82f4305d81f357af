package cli

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/planlint/planlint/internal/build"
	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
	"github.com/planlint/planlint/layers/predict"
	"github.com/planlint/planlint/layers/rewrite"
)

// buildBoth builds both models with a real TensorRT, and says how the plans' sizes and kernels differ. No plan is kept.
func (f *fixing) buildBoth(ctx context.Context, fixed *rewrite.Fixed, options predict.Options) (plans *result.FixPlans, err error) {
	machine := f.machine()
	machine.Worker = f.worker
	finder := core.New(machine)
	in, err := finder.At(ctx, f.where)
	if err != nil {
		return nil, err
	}
	rewritten, err := f.writeScratch(ctx, fixed.Model.Clone(), "rewritten")
	if err != nil {
		return nil, err
	}
	client, err := finder.Start(ctx, in, worker.Options{})
	if err != nil {
		return nil, err
	}
	defer client.Close()
	plans = &result.FixPlans{Builder: in.Title(), Gone: []string{}, New: []string{}}
	var kernels [2]map[string]int
	for i, path := range []string{f.model, rewritten} {
		plan := &plans.Before
		if i == 1 {
			plan = &plans.After
		}
		built, err := build.Build(ctx, client, build.Request{Model: path, Settings: buildSettings(options), Name: "plan of " + path, Options: f.analysis(1, &progress{})})
		if err != nil {
			return nil, fmt.Errorf("building %s: %w", path, err)
		}
		plan.Size, plan.Kernels, kernels[i] = built.Size, len(built.Scan.Kernels), map[string]int{}
		if built.Scan.Zeros != nil {
			plan.Zeros = built.Scan.Zeros.Bytes
		}
		for _, k := range built.Scan.Kernels {
			kernels[i][signature(k.Name)]++
		}
		if err := errors.Join(built.Err, built.Close()); err != nil {
			return nil, err
		}
	}
	plans.Gone, plans.New = more(kernels[0], kernels[1]), more(kernels[1], kernels[0])
	return plans, nil
}

// buildSettings are the shapes, and the level, that padding is predicted for.
func buildSettings(options predict.Options) trt.Settings {
	settings := trt.Settings{OptimizationLevel: options.Level}
	if len(options.Shapes) == 0 {
		return settings
	}
	first, best, last := options.Shapes[0], options.Shapes[len(options.Shapes)/2], options.Shapes[len(options.Shapes)-1]
	for name := range best {
		settings.Profiles = append(settings.Profiles, trt.Profile{Input: name, Min: first[name], Opt: best[name], Max: last[name]})
	}
	slices.SortFunc(settings.Profiles, func(a, b trt.Profile) int {
		if a.Input < b.Input {
			return -1
		}
		return 1
	})
	return settings
}

// suffix is what a builder adds to the name of a kernel, which differs from plan to plan.
var suffix = regexp.MustCompile(`_0x[0-9a-f]+$`)

func signature(kernel string) string { return suffix.ReplaceAllString(kernel, "") }

// more lists the names of which one plan has more kernels than another.
func more(a, b map[string]int) []string {
	list := []string{}
	for name, n := range a {
		if n > b[name] {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}
