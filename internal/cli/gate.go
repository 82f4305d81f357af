package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// newGate returns the gate command.
func newGate(a *app) *cobra.Command {
	s := &settings{}
	flags := &gateFlags{}
	cmd := &cobra.Command{
		Use:   "gate [flags] [PLAN...]",
		Short: "Fail a pipeline when plans are padded, grow, or cross a budget",
		Long: `gate decides whether plans may ship. It reads each plan once and fails if a scan finds an error,
if a plan has grown beyond its entry in the baseline, or if it crosses a budget of planlint.yaml:

  version: 1
  gate:
    budgets:
      - plan: "engines/**/*.plan"       # or triton: MODEL, or ranks: FOLDER
        max: 2GiB
        growth: {above: 1MiB, percent: 5%}
    allow:
      - {plan: engines/big.plan, budget: growth, reason: "more classes", expires: 2027-01-31}

Without a budget for it, growth of more than 1 MiB and 5 % is too much. The baseline is
planlint-baseline.json beside planlint.yaml or, without one, in the working directory or above it, up
to the root of the repository; "planlint baseline update" writes it. A plan that has no entry there
is an error. PLAN is as for scan; without one the files that the budgets name are judged. Settings
come from flags, the environment (PLANLINT_BASELINE, PLANLINT_LABEL) and planlint.yaml, in this
order. docs/gate.md has all of it.

A plan that crosses a budget is read once more, for the cause.

Exit status: 0 all may ship; 1 a budget is crossed; 2 wrong usage; 3 a plan, the baseline or a file
that a budget names cannot be judged.`,
		Example: `  planlint baseline update engines/
  planlint gate engines/
  planlint gate --no-baseline --max 2GiB engine.plan
  planlint gate --format github --write sarif=gate.sarif engines/`,
		GroupID: groupPlans,
		Args:    usageOf(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.gate(cmd.Context(), s, flags, args)
		},
	}
	flags.add(cmd.Flags())
	s.add(cmd, "gate", printFlags, expectFlags, []string{"jobs", "progress", "config"})
	cmd.AddCommand(newGateSelftest(a))
	return cmd
}

// gate judges plans, then what they are together.
func (a *app) gate(ctx context.Context, s *settings, flags *gateFlags, args []string) error {
	inputs, err := s.gateInputs(ctx, args)
	if err != nil {
		return err
	}
	targets, err := s.targets("gate", inputs)
	if err != nil {
		return err
	}
	g, err := a.newGater(s, flags)
	if err != nil {
		return err
	}
	document := result.NewDocument[result.Gate](result.SchemaGate, toolVersion())
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
	for _, f := range g.unread(inputs, args) {
		fail(f)
	}
	var judged []gated
	err = examineAll(ctx, a, s, g.look, inputs, func(o outcome[gated]) {
		judged = append(judged, o.results...)
		for _, f := range o.failures {
			fail(f)
		}
	})
	if err != nil {
		return err
	}
	for _, f := range g.unmatched(args) {
		if f.code == exitNoJudgement { // the others are findings
			fail(f)
		}
	}
	for _, one := range judged {
		document.Results = append(document.Results, one.result)
	}
	document.Results = append(document.Results, g.sets(judged)...)
	document.Results = append(document.Results, g.files(args)...)
	for _, r := range document.Results {
		if r.Verdict == result.GateFail {
			document.Exit = worse(document.Exit, exitFindings)
		}
	}
	return printAll(a, s, gateView(), document, targets)
}

func gateView() view[result.Gate] {
	return view[result.Gate]{
		command: "gate", schema: result.SchemaGate, judged: report.JudgedGate,
		formats: map[string]func(io.Writer, result.Document[result.Gate], report.Options) error{
			report.Text:     report.GateText,
			report.Markdown: report.GateMarkdown,
			report.HTML:     advised(report.GateHTML),
		},
	}
}
