package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/gate"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
)

// newBaselineUpdate returns the command that takes plans into the baseline.
func newBaselineUpdate(a *app) *cobra.Command {
	s := &settings{}
	flags := &updateFlags{}
	cmd := &cobra.Command{
		Use:   "update [flags] [PLAN...]",
		Short: "Accept the sizes of plans as they are",
		Long: `update writes the sizes of plans into the baseline, which it creates if there is none. Entries of other
plans stay. A plan with an error that a scan finds, such as padding, is not accepted without
--accept-findings. The first size that was accepted for a plan stays its anchor, from which slow
growth is measured, also in later TensorRT versions; --new-anchor sets it anew. PLAN is as for gate.

Exit status: 0; 1 a plan was not accepted; 2 wrong usage; 3 a plan or the baseline cannot be read; 4
the baseline cannot be written.`,
		Example: `  planlint baseline update engines/
  planlint baseline update --spread builds.json engine.plan`,
		Args: usageOf(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.updateBaseline(cmd.Context(), s, flags, args)
		},
	}
	flags.add(cmd.Flags())
	cmd.Flags().Var(&flags.spread, "spread", "builds of the same differ by `SIZE`, or as FILE.json of \"planlint build --repeat\" says")
	addToggle(cmd.Flags(), &flags.accept, "accept-findings", "", "accept plans with errors, too")
	addToggle(cmd.Flags(), &flags.anew, "new-anchor", "", "measure slow growth from these sizes on")
	s.add(cmd, "baseline update", printFlags, []string{"fail-on", "jobs", "progress", "config"})
	return cmd
}

// updateFlags are those of baseline update.
type updateFlags struct {
	baselineFlags
	spread       spreadFlag
	accept, anew bool
}

// measured is a plan that was read for the baseline.
type measured struct {
	entry   result.BaselineEntry
	subject gate.Subject
	// refused is the finding for which it is not accepted; nil if there is none.
	refused *result.Finding
}

func (a *app) updateBaseline(ctx context.Context, s *settings, flags *updateFlags, args []string) error {
	inputs, err := s.gateInputs(ctx, args)
	if err != nil {
		return err
	}
	targets, err := s.targets("baseline update", inputs)
	if err != nil {
		return err
	}
	document := result.NewDocument[result.BaselineChange](result.SchemaBaselineChanges, toolVersion())
	fail := func(f failure) {
		a.complain(f.File + ": " + f.Message)
		document.Errors = append(document.Errors, f.Error)
		document.Exit = worse(document.Exit, f.code)
	}
	path := flags.path(s)
	if err := checkTarget(path, true); err != nil {
		return usagef("the baseline %s: %v", path, err)
	}
	file, err := openBaseline(path, true)
	if err != nil {
		fail(failed(path, err))
		return printAll(a, s, baselineView("baseline update"), document, targets)
	}
	g, err := a.newGater(s, &gateFlags{baselineFlags: flags.baselineFlags, spread: flags.spread})
	if err != nil {
		return err
	}
	var all []measured
	err = examineAll(ctx, a, s, g.measure, inputs, func(o outcome[measured]) {
		all = append(all, o.results...)
		for _, f := range o.failures {
			fail(f)
		}
	})
	if err != nil {
		return err
	}
	today := a.now().UTC()
	for _, m := range accepted(g, all, flags.accept, func(m measured) {
		a.complain(m.subject.File + ": not accepted: " + m.refused.Rule + ": " + m.refused.Message + " (--accept-findings accepts it)")
		document.Exit = worse(document.Exit, exitFindings)
	}) {
		document.Results = append(document.Results, file.baseline.Update(m.entry, m.subject.Member, today, flags.anew))
	}
	if len(document.Results) > 0 {
		if err := file.save(); err != nil {
			fail(failed(path, err))
			document.Results = []result.BaselineChange{}
		}
	}
	return printAll(a, s, baselineView("baseline update"), document, targets)
}

// accepted are the entries of plans that may be taken in, and of the rank sets of which all plans may.
func accepted(g *gater, all []measured, findings bool, refuse func(measured)) []measured {
	var entries []measured
	var sets []gated
	incomplete := map[string]bool{}
	for _, m := range all {
		if m.refused != nil && !findings {
			refuse(m)
			incomplete[m.subject.SetKey] = true
			continue
		}
		entries = append(entries, m)
		sets = append(sets, gated{result.Gate{Size: m.entry.Size, Version: m.entry.Version, SM: m.entry.SM}, m.subject})
	}
	for _, set := range rankSets(sets) {
		if limits := g.judge.SetLimits(set.Subject); !incomplete[set.SetKey] && set.Complete(limits) && !set.Alone(limits) {
			entries = append(entries, measured{entry: set.Entry(g.judge.Label)})
		}
	}
	return entries
}

// measure reads plans for the baseline.
func (g *gater) measure(e entry) look[measured] {
	return func(ctx context.Context, in analyze.Input, o analyze.Options) ([]seen[measured], error) {
		in.Reader = input.NewOnce(in.Reader, in.Size)
		plans, err := g.plans(ctx, e, in, o)
		all := make([]seen[measured], 0, len(plans))
		for _, p := range plans {
			one := seen[measured]{file: p.subject.File, err: p.err}
			if one.err == nil {
				one.err = g.stated(ctx, &p)
			}
			if one.err == nil {
				scanned := analyze.ScanPlan(ctx, p.in, p.plan, p.options)
				p.known.Scan, one.err = scanned.Scan, scanned.Err
			}
			if one.err == nil {
				p.limits.Ratio = nil // sizes alone are kept
				if s := p.limits.Spread; s != nil && s.File == "" && s.Source == spreadSource {
					p.known.Spread = &gate.Measured{Bytes: s.Bytes, Source: s.Source}
				}
				one.err = g.references.add(ctx, &p)
			}
			if one.err = errors.Join(one.err, p.plan.Close()); one.err == nil {
				one.results = []measured{{p.known.Entry(g.judge.Label), p.subject, g.refused(p.known.Scan)}}
			}
			all = append(all, one)
		}
		return all, err
	}
}

// refused is the first finding for which a plan is not accepted.
func (g *gater) refused(scan result.Scan) *result.Finding {
	at := slices.IndexFunc(scan.Findings, func(f result.Finding) bool { return g.settings.atLeast(f.Level) })
	if at < 0 {
		return nil
	}
	return &scan.Findings[at]
}
