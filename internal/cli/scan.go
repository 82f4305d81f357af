package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// newScan returns the scan command.
func newScan(a *app) *cobra.Command {
	s := &settings{}
	model := &explainFlags{}
	cmd := &cobra.Command{
		Use:   "scan [flags] PLAN...",
		Short: "Judge plans: zeros, container, machine code, kernels (the default)",
		Long: `scan reads plans once and says what they are, for which TensorRT and GPU, where their zeros
are, and whether they are padded.

A PLAN is a file, "-" for standard input, an http(s) address (read by ranges, where the server
has them), or a folder, which is searched by content, not by name; what is named .plan, .engine
or .trt there and is no plan is named too. Formats around a plan are looked through: zip,
TorchScript, ONNX EPContext, ExecuTorch, Ultralytics, base64, gzip, zstd. A stream is kept in a
temporary file without a name (TMPDIR), in which zeros take no disk. User, password and query of
an address are not printed.

Settings come from flags, the environment and planlint.yaml, in this order. The file is searched
upwards to the root of the repository and has "version: 1" and keys named like these flags, which
alone the environment has too (--min-run is PLANLINT_MIN_RUN; PLANLINT_CONFIG names the file):
` + configKeys() + `.`,
		Example: `  planlint engine.plan
  planlint --fail-on warning engines/ https://example.com/model.plan
  zstd -dc engine.plan.zst | planlint -
  planlint --format json --write md=report.md engine.plan`,
		GroupID: groupPlans,
		Args:    needPlans,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := model.check(cmd.Flags()); err != nil {
				return err
			}
			if model.model != "" {
				return a.explain(cmd.Context(), s, model, args)
			}
			return judge(cmd.Context(), a, s, scanView(), args)
		},
	}
	s.add(cmd, "scan", printFlags, scanFlags, expectFlags, readFlags)
	model.add(cmd.Flags())
	return cmd
}

func scanView() view[result.Scan] {
	return view[result.Scan]{
		command: "scan", schema: result.SchemaScan, judged: report.JudgedScan,
		look: func(ctx context.Context, in analyze.Input, o analyze.Options) ([]seen[result.Scan], error) {
			reports, err := analyze.Scan(ctx, in, o)
			all := make([]seen[result.Scan], 0, len(reports))
			for _, r := range reports {
				all = append(all, seen[result.Scan]{r.Scan.File, []result.Scan{r.Scan}, r.Err})
			}
			return all, err
		},
		findings: func(r result.Scan) []result.Finding { return r.Findings },
		text:     report.ScanText,
		summary:  report.ScanSummary,
		kept:     scanTotals,
		formats: map[string]func(io.Writer, result.Document[result.Scan], report.Options) error{
			report.CSV:      plain(report.ScanCSV),
			report.Markdown: report.ScanMarkdown,
			report.SVG:      plain(report.ScanSVG),
			report.HTML:     advised(report.ScanHTML),
		},
	}
}

// scanTotals leaves what the summary adds up, so that memory does not grow with the kernels of all plans.
func scanTotals(r result.Scan) result.Scan {
	kept := result.Scan{File: r.File, Size: r.Size, Verdict: r.Verdict}
	if r.Container != nil {
		kept.Container = &result.Container{PlanSize: r.Container.PlanSize}
	}
	if r.Zeros != nil {
		kept.Zeros = &result.Zeros{Bytes: r.Zeros.Bytes}
	}
	return kept
}

// nothing is left of results that no summary adds up.
func nothing[R any](R) (none R) { return none }

// plain adapts a format that has no options.
func plain[R any](print func(io.Writer, result.Document[R]) error) func(io.Writer, result.Document[R], report.Options) error {
	return func(w io.Writer, document result.Document[R], _ report.Options) error { return print(w, document) }
}

// advised gives a format what the rules' pages say to do, also in a file.
func advised[R any](print func(io.Writer, result.Document[R], report.Options) error) func(io.Writer, result.Document[R], report.Options) error {
	return func(w io.Writer, document result.Document[R], options report.Options) error {
		options.Advice = report.AdviceFrom(analyze.Rules())
		return print(w, document, options)
	}
}
