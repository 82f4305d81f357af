package cli

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/analyze/compare"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// newCompare returns the compare command.
func newCompare(a *app) *cobra.Command {
	s := &settings{}
	layers := &layerFlags{}
	var exact bool
	cmd := &cobra.Command{
		Use:   "compare [flags] OLD NEW",
		Short: "Say how two plans differ, and why one is larger",
		Long: `compare says what differs between two plans: size, container, zeros, kernels, machine code,
findings, and which bytes. Where the numbers leave no doubt it names the cause of a change of size.

OLD and NEW are as for scan, each with one plan in it, or results of one plan that scan, explain or
info saved with --format json, or that build left beside a plan. The bytes of saved results cannot be
compared. Two results of "planlint predict" can be compared, too.

With --layers, which asks TensorRT, or --layers-from, or where OLD and NEW are files of layers or
saved results that have them, it also says which layers were fused in another way, and which have
another tactic, type or format. docs/layers.md says where layers come from.

Two builds of one model can differ in nothing but the names that the builder generates for kernels
(their numbers, hashes, times). Such plans are equal up to generated names.

Exit status: 0 the same, or equal up to generated names; 1 different; 3 one cannot be judged; 4
TensorRT could not be asked for the layers.
With --strict: 0 only if every byte is the same.`,
		Example: `  planlint compare before.plan after.plan
  planlint scan --format json before.plan > before.json
  planlint compare before.json after.plan
  planlint compare --layers --trt /opt/trt-10.9 --trt /opt/trt-10.15 before.plan after.plan
  planlint compare --layers-from before.json --layers-from after.json before.plan after.plan`,
		GroupID: groupPlans,
		Args:    needTwo,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.compare(cmd.Context(), s, layers, exact, [2]string(args))
		},
	}
	layers.add(cmd.Flags(), "compare the layers in `FILE` too; given twice, for OLD and for NEW", "; twice: for OLD, then for NEW")
	addToggle(cmd.Flags(), &exact, "strict", "", "exit with 1 unless every byte is the same")
	s.add(cmd, "compare", printFlags, []string{"min-run", "no-kernels"}, readFlags)
	return cmd
}

// needTwo refuses a command line without exactly two plans.
func needTwo(cmd *cobra.Command, args []string) error {
	if len(args) != 2 {
		return usagef("compare needs two plans, an old and a new one, and %d are named", len(args))
	}
	return needPlans(cmd, args)
}

func (a *app) compare(ctx context.Context, s *settings, layers *layerFlags, exact bool, names [2]string) error {
	if err := layers.checkBoth(names); err != nil {
		return err
	}
	targets, err := s.targets("compare", []entry{{name: names[0]}, {name: names[1]}})
	if err != nil {
		return err
	}
	bar := newProgress(a.stderr, s.progress, isTerminal(a.stderr))
	compared, unknown, failures := a.compared(ctx, s, layers, bar, names)
	bar.stop()
	if err := ctx.Err(); err != nil {
		return err
	}
	document := result.NewDocument[result.Compare](result.SchemaCompare, toolVersion())
	if len(failures) == 0 {
		document.Results = append(document.Results, compared)
		document.Exit = compareExit(compared.Outcome, exact)
	}
	for _, f := range append(failures, unknown...) {
		a.complain(f.File + ": " + f.Message)
		document.Errors = append(document.Errors, f.Error)
		document.Exit = worse(document.Exit, f.code)
	}
	return printAll(a, s, compareView(), document, targets)
}

// compareExit is the exit status for an outcome.
func compareExit(outcome result.Outcome, exact bool) int {
	switch {
	case outcome == result.OutcomeIdentical:
		return exitClean
	case outcome == result.OutcomeDifferent, exact:
		return exitFindings
	}
	return exitClean
}

func compareView() view[result.Compare] {
	return view[result.Compare]{
		command: "compare", schema: result.SchemaCompare, judged: report.JudgedCompare, text: report.CompareText,
		formats: map[string]func(io.Writer, result.Document[result.Compare], report.Options) error{
			report.CSV:      plain(report.CompareCSV),
			report.Markdown: report.CompareMarkdown,
			report.HTML:     plain(report.CompareHTML),
		},
	}
}

// compared looks at both plans and compares them. Of two that cannot be judged both are named as failures; unknown
// says whose layers are not known, and does not keep the rest from being compared.
func (a *app) compared(ctx context.Context, s *settings, layers *layerFlags, bar *progress, names [2]string) (c result.Compare, unknown, failures []failure) {
	var sides [2]*side
	asked := a.inspector(s, layers)
	defer asked.close()
	for i, name := range names {
		opened, err := a.openSide(ctx, s, bar, name)
		if err != nil {
			failures = append(failures, failed(opened.shown, err))
		}
		sides[i] = opened
		if err == nil {
			unknown = append(unknown, a.giveLayers(ctx, opened, layers, asked, i)...)
		}
	}
	if len(failures) == 0 {
		if err := compare.Comparable(sides[0].known, sides[1].known); err != nil {
			failures = append(failures, failed(sides[1].shown, err))
		}
	}
	var bytes *result.ByteChanges
	if len(failures) == 0 && sides[0].plan != nil && sides[1].plan != nil {
		bar.expect(min(sides[0].plan.Size, sides[1].plan.Size))
		changes, err := compare.Bytes(ctx, sides[0].asPlan(), sides[1].asPlan(), bar.add)
		if err != nil {
			failures = append(failures, failed(blamed(sides, err), err))
		}
		bytes = &changes
	}
	for _, one := range sides {
		if err := one.close(); err != nil && len(failures) == 0 {
			failures = append(failures, failed(one.shown, err))
		}
	}
	if len(failures) > 0 {
		return result.Compare{}, unknown, failures
	}
	return compare.Results(sides[0].known, sides[1].known, bytes), unknown, nil
}

// giveLayers adds the layers of a side, from a file or from TensorRT. The plans are compared without them as well.
func (a *app) giveLayers(ctx context.Context, one *side, flags *layerFlags, asked *inspector, i int) []failure {
	if !flags.ask && len(flags.from) == 0 || flags.ask && one.known.Layers != nil {
		return nil
	}
	var layers result.Layers
	var err error
	switch {
	case one.known.Layers != nil:
		err = errors.New("it has layers itself, and --layers-from is for one that has not")
	case len(flags.from) > 0:
		layers, err = a.readLayers(ctx, flags.from[i])
	case one.plan == nil:
		err = errors.New("it is a saved result without layers, and --layers is for a plan")
	default:
		layers, err = asked.layers(ctx, one.in, *one.plan, one.known.Scan.Container, flags.where(i))
	}
	if err == nil {
		one.known.Layers = &layers
		return nil
	}
	file := one.shown
	var of *fileError
	if errors.As(err, &of) {
		file, err = of.file, of.error
	}
	f := failed(file, err)
	one.known.NoLayers = "they could not be read"
	return []failure{f}
}

// blamed names the plan that could not be read.
func blamed(sides [2]*side, err error) string {
	var read *compare.ReadError
	if errors.As(err, &read) && read.New {
		return sides[1].shown
	}
	return sides[0].shown
}
