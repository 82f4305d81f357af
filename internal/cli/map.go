package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// newMap returns the map command.
func newMap(a *app) *cobra.Command {
	s := &settings{}
	cmd := &cobra.Command{
		Use:   "map [flags] PLAN...",
		Short: "Put every byte of plans under exactly one label",
		Long: `map labels every byte of a file once: header, sections, machine code, zero runs, end tag,
what lies behind the end. The labels sum to the size of the file, or of the decoded plan where the
file holds it compressed or as text. --format svg draws a picture of one plan, --format html a page
with a picture of each. PLAN is as for scan.

map judges nothing: its exit status is 0 if the plans can be read.`,
		Example: `  planlint map engine.plan
  planlint map --format svg engine.plan > engine.svg
  planlint map --write html=engines.html engines/`,
		GroupID: groupPlans,
		Args:    needPlans,
		RunE: func(cmd *cobra.Command, args []string) error {
			return judge(cmd.Context(), a, s, mapView(), args)
		},
	}
	s.add(cmd, "map", printFlags, []string{"min-run", "no-kernels"}, readFlags)
	return cmd
}

func mapView() view[result.Map] {
	return view[result.Map]{
		command: "map", schema: result.SchemaMap,
		look: func(ctx context.Context, in analyze.Input, o analyze.Options) ([]seen[result.Map], error) {
			reports, err := analyze.Scan(ctx, in, o)
			all := make([]seen[result.Map], 0, len(reports))
			for _, r := range reports {
				one := seen[result.Map]{file: r.Scan.File, err: r.Err}
				if len(r.Map.Ranges) > 0 { // there is no map of a damaged plan
					one.results = []result.Map{r.Map}
				}
				all = append(all, one)
			}
			return all, err
		},
		findings: func(result.Map) []result.Finding { return nil },
		text:     report.MapText,
		kept:     nothing[result.Map],
		formats: map[string]func(io.Writer, result.Document[result.Map], report.Options) error{
			report.CSV:      plain(report.MapCSV),
			report.Markdown: report.MapMarkdown,
			report.SVG:      mapSVG,
			report.HTML:     plain(report.MapHTML),
		},
	}
}

// mapSVG draws one map: a picture has no room for more.
func mapSVG(w io.Writer, document result.Document[result.Map], _ report.Options) error {
	switch len(document.Results) {
	case 0:
		return nil // why has been said
	case 1:
		return report.MapSVG(w, document.Results[0])
	}
	return usagef("svg is a picture of one plan, and there are %d; html shows them all", len(document.Results))
}
