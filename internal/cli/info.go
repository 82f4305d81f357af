package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// newInfo returns the info command.
func newInfo(a *app) *cobra.Command {
	s := &settings{}
	cmd := &cobra.Command{
		Use:   "info [flags] PLAN...",
		Short: "Say what plans are, from their two ends alone",
		Long: `info reads at most 1 MiB at each end of a plan, whatever its size: header, sections, version,
end tag. It does not count zeros and does not look at machine code. PLAN is as for scan.`,
		Example: `  planlint info engine.plan
  planlint info --expect-version 10.16 --format csv engines/`,
		GroupID: groupPlans,
		Args:    needPlans,
		RunE: func(cmd *cobra.Command, args []string) error {
			return judge(cmd.Context(), a, s, infoView(), args)
		},
	}
	s.add(cmd, "info", printFlags, expectFlags, []string{"jobs", "progress", "config"})
	return cmd
}

func infoView() view[result.Info] {
	return view[result.Info]{
		command: "info", schema: result.SchemaInfo,
		look: func(ctx context.Context, in analyze.Input, o analyze.Options) ([]seen[result.Info], error) {
			reports, err := analyze.Info(ctx, in, o)
			all := make([]seen[result.Info], 0, len(reports))
			for _, r := range reports {
				all = append(all, seen[result.Info]{r.Info.File, []result.Info{r.Info}, r.Err})
			}
			return all, err
		},
		findings: func(r result.Info) []result.Finding { return r.Findings },
		text:     report.InfoText,
		kept:     nothing[result.Info],
		formats: map[string]func(io.Writer, result.Document[result.Info], report.Options) error{
			report.CSV:      plain(report.InfoCSV),
			report.Markdown: report.InfoMarkdown,
		},
	}
}
