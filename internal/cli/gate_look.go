package cli

import (
	"context"
	"errors"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/blocks"
	"github.com/planlint/planlint/analyze/gate"
	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
)

// gated is a plan that was judged.
type gated struct {
	result  result.Gate
	subject gate.Subject
}

// examineAll looks at all inputs at once, and takes what comes of each in order.
func examineAll[R any](ctx context.Context, a *app, s *settings, see func(entry) look[R], inputs []entry, take func(outcome[R])) error {
	bar := newProgress(a.stderr, s.progress, isTerminal(a.stderr))
	defer bar.stop()
	parallel, workers := s.share(len(inputs))
	opening := input.Options{Stdin: a.stdin, Client: input.NewClient(), Spooled: func(bytes int64) { bar.expect(bytes); bar.add(bytes) }}
	options := s.analysis(workers, bar)
	work := func(ctx context.Context, i int) outcome[R] {
		return examiner[R]{look: see(inputs[i]), options: options, progress: bar, opening: opening}.examine(ctx, inputs[i])
	}
	for o := range inOrder(ctx, len(inputs), parallel, work) {
		if ctx.Err() != nil {
			break
		}
		_ = bar.aside(func() error { take(o); return nil })
	}
	return ctx.Err()
}

// look judges the plans of an input.
func (g *gater) look(e entry) look[gated] {
	return func(ctx context.Context, in analyze.Input, o analyze.Options) ([]seen[gated], error) {
		in.Reader = input.NewOnce(in.Reader, in.Size)
		plans, err := g.plans(ctx, e, in, o)
		all := make([]seen[gated], 0, len(plans))
		for _, p := range plans {
			one := seen[gated]{file: p.subject.File}
			if one.err = p.err; one.err == nil {
				var judged result.Gate
				judged, one.err = g.gate(ctx, p)
				one.results = []gated{{judged, p.subject}}
			}
			one.err = errors.Join(one.err, p.plan.Close())
			if one.err != nil {
				one.results = nil
			}
			all = append(all, one)
		}
		return all, err
	}
}

// openPlan is a plan that is to be judged.
type openPlan struct {
	subject gate.Subject
	in      analyze.Input
	plan    wrap.Plan
	options analyze.Options
	limits  gate.Limits
	known   gate.Plan
	err     error
}

// plans opens the plans of an input and says what each is compared with.
func (g *gater) plans(ctx context.Context, e entry, in analyze.Input, o analyze.Options) ([]openPlan, error) {
	found, err := analyze.Plans(ctx, in, o)
	if err != nil {
		return nil, err
	}
	all := make([]openPlan, len(found))
	for i, plan := range found {
		member := ""
		if plan.Member != "" {
			member = "!" + plan.Member
		}
		p := &all[i]
		*p = openPlan{subject: g.subject(e, in.Name+member, member), in: in, plan: plan, options: o}
		p.limits = g.judge.Limits(p.subject)
		p.known = gate.Plan{Subject: p.subject, Several: len(found) > 1}
		if p.limits.Version != nil {
			p.options.ExpectVersion = p.limits.Version.Text
		}
		if p.limits.SM != nil {
			p.options.ExpectSM = p.limits.SM.Text
		}
		p.err = plan.Err
	}
	return all, nil
}

// gate judges one plan. One that crosses a budget is read once more, unless it is clear why.
func (g *gater) gate(ctx context.Context, p openPlan) (result.Gate, error) {
	if err := g.read(ctx, &p); err != nil {
		return result.Gate{}, err
	}
	if err := g.references.add(ctx, &p); err != nil {
		return result.Gate{}, err
	}
	judged := g.judged(p)
	if !g.deep && !puzzling(judged) {
		return judged, nil
	}
	if err := g.readAgain(ctx, &p); err != nil {
		return result.Gate{}, err
	}
	return g.judged(p), nil
}

// judged holds what is known of a plan against its limits.
func (g *gater) judged(p openPlan) result.Gate {
	judged := g.judge.Plan(p.known, p.limits)
	judged.Map = p.known.Scan.Map
	return judged
}

// stated reads what the plan's header says of its GPU. The entry in the baseline is found by that, whatever is read
// later: machine code can be for another architecture of the same GPU.
func (g *gater) stated(ctx context.Context, p *openPlan) error {
	info := analyze.InfoPlan(ctx, p.in, p.plan, p.options)
	p.known.SM = gate.SM(info.Info.Container)
	return info.Err
}

// read reads a plan once. Machine code and the engine's values are read only if nothing else says which GPU the plan
// is for.
func (g *gater) read(ctx context.Context, p *openPlan) error {
	if err := g.stated(ctx, p); err != nil {
		return err
	}
	light := p.options
	light.NoValues, light.NoKernels = true, p.known.SM != ""
	scanned := analyze.ScanPlan(ctx, p.in, p.plan, light)
	p.known.Scan = scanned.Scan
	return scanned.Err
}

// readAgain looks at all that can tell why a plan is larger.
func (g *gater) readAgain(ctx context.Context, p *openPlan) error {
	scanned := analyze.ScanPlan(ctx, p.in, p.plan, p.options)
	if scanned.Err != nil {
		return scanned.Err
	}
	p.known.Scan = scanned.Scan
	var err error
	p.known.Blocks, err = blocks.Find(ctx, p.plan.Reader, p.plan.Size)
	return err
}

// puzzling tells whether a plan is too large and its first reading does not say why.
func puzzling(judged result.Gate) bool {
	for _, cause := range judged.Causes {
		if cause.Cause != result.GateCauseUnknown && cause.Cause != result.GateCausePrecision {
			return false
		}
	}
	return len(judged.Causes) > 0
}
