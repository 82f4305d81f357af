package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/inspect"
	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// newInfo returns the info command.
func newInfo(a *app) *cobra.Command {
	s := &settings{}
	layers := &layerFlags{}
	cmd := &cobra.Command{
		Use:   "info [flags] PLAN...",
		Short: "Say what plans are, from their two ends alone",
		Long: `info reads at most 1 MiB at each end of a plan, whatever its size: header, sections, version,
end tag. It does not count zeros and does not look at machine code. PLAN is as for scan.

Layers are not in a plan's bytes in a form that can be read; TensorRT tells them. --layers loads the
plan and asks for them, which needs that version of TensorRT and a GPU. --layers-from reads what was
told elsewhere: the file of trtexec --exportLayerInfo, for one. Such a file can also be named instead
of PLAN. docs/layers.md says more.

Exit status 4: TensorRT could not be asked for the layers.`,
		Example: `  planlint info engine.plan
  planlint info --expect-version 10.16 --format csv engines/
  planlint info --layers --trt /opt/TensorRT-10.15.1.29 engine.plan
  planlint info --layers-from layers.json --times-from profile.json engine.plan`,
		GroupID: groupPlans,
		Args:    needPlans,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := layers.check(entries(cmd.Context(), args)); err != nil {
				return err
			}
			asked := a.inspector(s, layers)
			defer asked.close()
			return judge(cmd.Context(), a, s, infoView(infoLook{a, layers, asked}), args)
		},
	}
	layers.add(cmd.Flags(), "say what the layers of the plan are, from `FILE`", "")
	layers.addTimes(cmd.Flags())
	s.add(cmd, "info", printFlags, expectFlags, []string{"jobs", "progress", "config"})
	return cmd
}

func infoView(look infoLook) view[result.Info] {
	return view[result.Info]{
		command: "info", schema: result.SchemaInfo,
		look:     look.look,
		findings: func(r result.Info) []result.Finding { return r.Findings },
		text:     report.InfoText,
		kept:     nothing[result.Info],
		formats: map[string]func(io.Writer, result.Document[result.Info], report.Options) error{
			report.CSV:      plain(report.InfoCSV),
			report.Markdown: report.InfoMarkdown,
		},
	}
}

// infoLook looks at inputs as info does: at plans and, where asked to, at their layers.
type infoLook struct {
	app    *app
	layers *layerFlags
	asked  *inspector
}

func (l infoLook) look(ctx context.Context, in analyze.Input, o analyze.Options) ([]seen[result.Info], error) {
	switch saved, err := inspect.Is(in.Reader, in.Size); {
	case err != nil:
		return nil, err
	case saved && (l.layers.ask || len(l.layers.from) > 0):
		return nil, errors.New("it is a file of layers itself, and --layers and --layers-from are for a plan")
	case saved:
		return l.saved(ctx, in, o), nil
	}
	plans, err := analyze.Plans(ctx, in, o)
	if err != nil {
		return nil, err
	}
	var all []seen[result.Info]
	for i, plan := range plans {
		r := analyze.InfoPlan(ctx, in, plan, o)
		var about []seen[result.Info]
		switch files := len(l.layers.from) + len(l.layers.times); {
		case r.Err != nil:
		case l.layers.ask:
			about = l.ask(ctx, in, plan, &r.Info)
		case files > 0 && len(plans) > 1:
			about = []seen[result.Info]{{file: r.Info.File, err: fmt.Errorf("it is one of %d plans, and --layers-from and --times-from are of one: unpack it and name the plan", len(plans))}}
		case files > 0:
			about = l.add(ctx, &r.Info)
		}
		all = append(all, seen[result.Info]{r.Info.File, []result.Info{r.Info}, errors.Join(r.Err, plans[i].Close())})
		all = append(all, about...)
	}
	return all, nil
}

// ask asks TensorRT for the layers of a plan, and adds the times of files.
func (l infoLook) ask(ctx context.Context, in analyze.Input, plan wrap.Plan, info *result.Info) []seen[result.Info] {
	layers, err := l.asked.layers(ctx, in, plan, info.Container, l.layers.where(0))
	if err != nil {
		skip(info, "layers", "TensorRT could not be asked for them")
		return []seen[result.Info]{{file: info.File, err: err}}
	}
	return l.give(ctx, info, layers)
}

// saved looks at a file of layers that stands for a plan.
func (l infoLook) saved(ctx context.Context, in analyze.Input, o analyze.Options) []seen[result.Info] {
	layers, err := inspect.Read(io.NewSectionReader(in.Reader, 0, in.Size))
	if err != nil {
		return []seen[result.Info]{{file: in.Name, err: err}}
	}
	layers.From = in.Name
	info := result.Info{File: in.Name, Size: in.Size, Allocated: in.Allocated, Member: in.Member, Findings: []result.Finding{},
		NotChecked: []result.NotChecked{{What: "the plan", Why: "the file has what TensorRT told of its layers"}}}
	if o.ExpectVersion != "" || o.ExpectSM != "" {
		skip(&info, "expected version or SM", "a file of layers does not say")
	}
	failed := l.give(ctx, &info, layers)
	return append([]seen[result.Info]{{in.Name, []result.Info{info}, nil}}, failed...)
}

// add adds the layers and times of files to what is known of a plan. What it returns are the files that cannot be
// read.
func (l infoLook) add(ctx context.Context, info *result.Info) []seen[result.Info] {
	if len(l.layers.from) == 0 {
		skip(info, "times", "there are no layers to give them to: --layers asks for them, --layers-from reads a file")
		return nil
	}
	layers, err := l.app.readLayers(ctx, l.layers.from[0])
	if err != nil {
		skip(info, "layers", "the file of them could not be read")
		return unreadable(err)
	}
	return l.give(ctx, info, layers)
}

// give gives layers to a plan, and times to the layers.
func (l infoLook) give(ctx context.Context, info *result.Info, layers result.Layers) []seen[result.Info] {
	skipped, err := l.app.addTimes(ctx, l.layers.times, &layers)
	info.Layers = &layers
	info.NotChecked = append(info.NotChecked, skipped...)
	if err != nil {
		skip(info, "times", "a file of them could not be read")
		return unreadable(err)
	}
	return nil
}

func skip(info *result.Info, what, why string) {
	info.NotChecked = append(info.NotChecked, result.NotChecked{What: what, Why: why})
}

// unreadable is what is seen of a file that is no input by itself.
func unreadable(err error) []seen[result.Info] {
	var file *fileError
	if errors.As(err, &file) {
		return []seen[result.Info]{{file: file.file, err: file.error}}
	}
	return []seen[result.Info]{{err: err}}
}
