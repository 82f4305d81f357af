package cli

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/gate"
	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/sparse"
	"github.com/planlint/planlint/report"
	"github.com/planlint/planlint/zerorun"
)

// newGateSelftest returns the command that proves that the gate can fail.
func newGateSelftest(a *app) *cobra.Command {
	s := &settings{}
	flags := &gateFlags{}
	cmd := &cobra.Command{
		Use:   "selftest [flags] [PLAN...]",
		Short: "Prove that the gate fails a plan that is padded",
		Long: `selftest makes a padded copy of each plan, with as many zero bytes behind its end tag as it has bytes,
and fails unless the gate catches it by a budget that the plan itself keeps. The copy is sparse, lies
in TMPDIR and is removed. It also says whether a plan of twice the size without more zeros, as of the
wrong precision, would be caught. Flags and PLAN are those of gate.

Exit status: 0 every padded copy is caught; 1 one is not; 2 wrong usage; 3 a plan, the baseline or a
file that a budget names cannot be judged; 4 no room for the copy.`,
		Example: "  planlint gate selftest engines/",
		Args:    usageOf(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.gateSelftest(cmd.Context(), s, flags, args)
		},
	}
	flags.add(cmd.Flags())
	s.add(cmd, "gate selftest", printFlags, expectFlags, []string{"jobs", "progress", "config"})
	return cmd
}

func (a *app) gateSelftest(ctx context.Context, s *settings, flags *gateFlags, args []string) error {
	inputs, err := s.gateInputs(ctx, args)
	if err != nil {
		return err
	}
	targets, err := s.targets("gate selftest", inputs)
	if err != nil {
		return err
	}
	g, err := a.newGater(s, flags)
	if err != nil {
		return err
	}
	document := result.NewDocument[result.GateSelftest](result.SchemaGateSelftest, toolVersion())
	document.Settings = &s.found
	fail := func(f failure) {
		a.complain(f.File + ": " + f.Message)
		document.Errors = append(document.Errors, f.Error)
		document.Exit = worse(document.Exit, f.code)
	}
	for _, f := range g.failures {
		fail(f)
	}
	g.mark(inputs)
	a.linked(args)
	err = examineAll(ctx, a, s, g.selftest, inputs, func(o outcome[result.GateSelftest]) {
		for _, r := range o.results {
			if !r.Works {
				document.Exit = worse(document.Exit, exitFindings)
			}
			document.Results = append(document.Results, r)
		}
		for _, f := range o.failures {
			fail(f)
		}
	})
	if err != nil {
		return err
	}
	for _, f := range g.unmatched(args) {
		fail(f)
	}
	return printAll(a, s, selftestView(), document, targets)
}

func selftestView() view[result.GateSelftest] {
	return view[result.GateSelftest]{
		command: "gate selftest", schema: result.SchemaGateSelftest,
		formats: map[string]func(io.Writer, result.Document[result.GateSelftest], report.Options) error{
			report.Text:     report.SelftestText,
			report.Markdown: report.SelftestMarkdown,
		},
	}
}

// selftest tries the gate on the plans of an input.
func (g *gater) selftest(e entry) look[result.GateSelftest] {
	return func(ctx context.Context, in analyze.Input, o analyze.Options) ([]seen[result.GateSelftest], error) {
		plans, err := g.plans(ctx, e, in, o)
		all := make([]seen[result.GateSelftest], 0, len(plans))
		for _, p := range plans {
			one := seen[result.GateSelftest]{file: p.subject.File, err: p.err}
			var tried result.GateSelftest
			if one.err == nil {
				tried, one.err = g.try(ctx, p)
			}
			if one.err = errors.Join(one.err, p.plan.Close()); one.err == nil {
				one.results = []result.GateSelftest{tried}
			}
			all = append(all, one)
		}
		return all, err
	}
}

// try judges a plan as it is, padded, and doubled.
func (g *gater) try(ctx context.Context, p openPlan) (result.GateSelftest, error) {
	before, err := g.plain(ctx, &p)
	if err != nil {
		return result.GateSelftest{}, err
	}
	after, added, err := g.padded(ctx, p)
	if err != nil {
		return result.GateSelftest{}, fmt.Errorf("trying the gate on a padded copy: %w", err)
	}
	padded := trial(result.TrialPadded, added, before, after)
	doubled := p.known
	doubled.Scan.Size *= 2
	if c := doubled.Scan.Container; c != nil {
		twice := *c
		twice.PlanSize *= 2
		doubled.Scan.Container = &twice
	}
	tests := result.GateSelftest{File: before.File, Key: before.Key, Verdict: before.Verdict, Works: len(padded.Caught) > 0,
		Trials: []result.GateTrial{padded, trial(result.TrialDoubled, before.Size, before, g.judge.Plan(doubled, p.limits))}}
	return tests, nil
}

// plain judges a plan and what it is compared with, without a second look.
func (g *gater) plain(ctx context.Context, p *openPlan) (result.Gate, error) {
	if err := g.read(ctx, p); err != nil {
		return result.Gate{}, err
	}
	if err := g.references.add(ctx, p); err != nil {
		return result.Gate{}, err
	}
	return g.judge.Plan(p.known, p.limits), nil
}

// padded judges a copy with zeros behind its end, as the plan that it is a copy of.
func (g *gater) padded(ctx context.Context, p openPlan) (judged result.Gate, added int64, err error) {
	folder, err := os.MkdirTemp("", "planlint-selftest-")
	if err != nil {
		return judged, 0, &environmentError{err}
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path := filepath.Join(folder, "padded.plan")
	added = max(p.plan.Size, leastPadding)
	if err := writePadded(ctx, path, p.plan, added); err != nil {
		return judged, 0, err
	}
	source, err := input.Open(ctx, path, input.Options{})
	if err != nil {
		return judged, 0, &environmentError{err}
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	// It is judged as if it lay where the plan does, and nothing beside it is looked for.
	in := inputOf(entry{shown: p.in.Name, member: p.in.Member}, source)
	in.Path = ""
	copied := p
	copied.in, copied.plan = in, wrap.Plan{Member: p.plan.Member, Reader: source, Size: source.Size()}
	if err := g.read(ctx, &copied); err != nil {
		return judged, 0, err
	}
	return g.judge.Plan(copied.known, copied.limits), added, nil
}

// leastPadding is what the builder of issue 4841 adds for one small activation, in bytes, and more than a scan lets
// pass.
const leastPadding = 2 << 20

// writePadded copies a plan and puts zeros behind it, inside of the size that its header declares.
func writePadded(ctx context.Context, path string, plan wrap.Plan, added int64) (err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return &environmentError{err}
	}
	defer func() {
		if closeErr := file.Close(); closeErr != nil {
			err = errors.Join(err, &environmentError{closeErr})
		}
	}()
	to, err := sparse.NewWriter(file)
	if err != nil {
		return &environmentError{err}
	}
	if err := sparse.Copy(ctx, zerorun.NewSection(plan.Reader, 0, plan.Size), plan.Size, nil, to); err != nil {
		return err
	}
	if err := errors.Join(to.Skip(added), to.Finish()); err != nil {
		return err
	}
	var declared [8]byte
	if _, err := file.ReadAt(declared[:], declaredAt); err != nil {
		return err
	}
	size := binary.LittleEndian.Uint64(declared[:]) + uint64(added)
	binary.LittleEndian.PutUint64(declared[:], size)
	if _, err := file.WriteAt(declared[:], declaredAt); err != nil {
		return &environmentError{err}
	}
	return nil
}

// declaredAt is where a plan's header has the size of the whole archive.
const declaredAt = 16

// trial says what a gate makes of a plan that was made worse.
func trial(kind result.GateTrialKind, added int64, before, after result.Gate) result.GateTrial {
	t := result.GateTrial{Trial: kind, Added: added, Verdict: after.Verdict, Caught: []result.GateBudget{}}
	crossed := func(g result.Gate, budget result.GateBudget) bool {
		return slices.ContainsFunc(g.Checks, func(c result.GateCheck) bool { return c.Budget == budget && c.Crossed && !c.Allowed })
	}
	for _, c := range after.Checks {
		if !slices.Contains(t.Caught, c.Budget) && crossed(after, c.Budget) && !crossed(before, c.Budget) {
			t.Caught = append(t.Caught, c.Budget)
		}
	}
	if after.Verdict != result.GateFail {
		t.Caught = []result.GateBudget{} // what is crossed does not fail the gate
	}
	t.Message = trialMessage(t, before)
	return t
}

func trialMessage(t result.GateTrial, before result.Gate) string {
	switch {
	case len(t.Caught) > 0:
		return "caught by " + gate.BudgetList(t.Caught)
	case before.Verdict == result.GateFail:
		return "not shown: the plan itself fails by what should catch it"
	case t.Verdict == result.GateAllowed:
		return "would ship: an entry of allow covers it"
	}
	return "would ship: no budget is crossed"
}
