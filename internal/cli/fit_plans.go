package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/planlint/planlint/analyze/compare"
	"github.com/planlint/planlint/internal/build"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
)

// fitArgument is a plan, or a saved result of one, and the shapes that it is for, if they are named: PLAN@x:1x3x8x8,y:1x10.
type fitArgument struct {
	file   string
	shapes map[string][]int64
}

func (f fitArgument) shown() string { return input.DisplayName(f.file) }

// parseFitArgument splits at the last @ behind which shapes stand. A file that is there with its whole name is a plan.
func parseFitArgument(text string) fitArgument {
	at := strings.LastIndexByte(text, '@')
	if _, err := os.Stat(text); at <= 0 || err == nil {
		return fitArgument{file: text}
	}
	shapes := map[string][]int64{}
	for _, part := range splitShapes(text[at+1:]) {
		name, shape, err := parseNamedShape(part)
		if err != nil || shapes[name] != nil {
			return fitArgument{file: text}
		}
		shapes[name] = shape
	}
	return fitArgument{text[:at], shapes}
}

// fitPlan is one of several plans of a model.
type fitPlan struct {
	result.FitPlan
	shapes map[string][]int64
}

// fitPlan reads a plan's zeros and finds out what shapes it is for: as named, or as its build noted, or those of the
// model. common are shapes of inputs that are the same in all plans.
func (a *app) fitPlan(ctx context.Context, s *settings, bar *progress, named fitArgument, common map[string][]int64) (fitPlan, error) {
	plan := fitPlan{shapes: maps.Clone(common)}
	if plan.shapes == nil {
		plan.shapes = map[string][]int64{}
	}
	one, err := a.openSide(ctx, s, bar, named.file)
	if err = errors.Join(err, one.close()); err != nil {
		return plan, err
	}
	scan := one.known.Scan
	if one.known.Known != compare.KnownAll || scan.Zeros == nil {
		return plan, errors.New("its zero runs are not known: name the plan, or what \"planlint scan --format json\" saved of it")
	}
	plan.File, plan.ShapesFrom = scan.File, result.FitOfModel
	if scan.Container != nil {
		plan.Version = scan.Container.Version
	}
	if plan.ZeroBytes, err = zerosOf(scan); err != nil {
		return plan, err
	}
	if len(common) > 0 {
		plan.ShapesFrom = result.FitGiven
	}
	if named.shapes != nil {
		plan.ShapesFrom = result.FitGiven
		maps.Copy(plan.shapes, named.shapes)
	} else if err := plan.fromBuild(one); err != nil {
		return plan, err
	}
	for _, name := range slices.Sorted(maps.Keys(plan.shapes)) {
		plan.Inputs = append(plan.Inputs, result.FitInput{Name: name, Shape: plan.shapes[name]})
	}
	return plan, nil
}

// fromBuild takes the shapes that planlint build noted beside a plan.
func (f *fitPlan) fromBuild(one *side) error {
	settings := one.known.Built
	if settings == nil {
		var err error
		if settings, err = readSidecar(one.source.Path()); settings == nil || err != nil {
			return err
		}
	}
	for _, p := range settings.Profiles {
		if p.Values {
			continue
		}
		if p.Index > 0 || !slices.Equal(p.Min, p.Opt) || !slices.Equal(p.Opt, p.Max) {
			return usagef("%s was built for more than one shape of input %s: say which to fit, %s@%s:%s", f.File, p.Input, f.File, p.Input, dimensions(p.Opt))
		}
		if f.shapes[p.Input] == nil {
			f.shapes[p.Input] = p.Opt
		}
		f.ShapesFrom = result.FitBuild
	}
	return nil
}

func dimensions(shape []int64) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", "x")
}

// readSidecar reads what planlint build left beside a plan; nil if there is nothing.
func readSidecar(plan string) (*result.BuildSettings, error) {
	if plan == "" {
		return nil, nil
	}
	name := build.Sidecar(plan)
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	known, err := compare.ReadDocument(file, info.Size())
	if err == nil && known.Built == nil {
		err = errors.New("it is not of planlint build")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return known.Built, nil
}
