package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/internal/bugreport"
	"github.com/planlint/planlint/internal/redact"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// newReport returns the report command.
func newReport(a *app) *cobra.Command {
	s := &settings{}
	flags := &reportFlags{}
	cmd := &cobra.Command{
		Use:   "report [flags] PLAN",
		Short: "Write the bug report that a plan needs, ready to paste",
		Long: `report writes a bug report about a plan, in the shape of NVIDIA's issue template for TensorRT: what is
wrong to the byte, what it was built with, a Python script that shows it again, what the zeros are,
what they cost. Its first line is the issue's title. What planlint cannot know is left to fill in.

PLAN is as for scan, with one plan in it, or what planlint scan, explain or compare saved of one.
--against names the plan that is right, such as that of the version before; --model the ONNX model,
which says what the zeros are and becomes a part of the script, with random weights.

Nothing in a report says where or by whom it was made: of paths the file's name is left, addresses,
credentials, names of users and of this machine are taken out, weights are not in it. Read it before
you publish it: names of files, networks and tensors are in it, unless --anonymize is given.

--output writes the evidence beside the report into a zip file: results as JSON, the script, the
model without weights, a picture. The plan is not in it. docs/report.md says more.

Exit status: 0 the report is written, whatever is in it; 2 wrong usage; 3 the plan, the model or a
saved result cannot be read.`,
		Example: `  planlint report padded.plan --against before.plan --model head.onnx > report.md
  planlint report padded.plan --model head.onnx --fleet 200 --bandwidth 1Gbit/s -o evidence.zip
  planlint explain --format json padded.plan --model head.onnx > explain.json
  planlint report explain.json`,
		GroupID: groupPlans,
		Args:    needOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(cmd.Flags(), args[0]); err != nil {
				return err
			}
			return a.report(cmd.Context(), s, flags, args[0])
		},
	}
	flags.add(cmd.Flags())
	s.add(cmd, "report", []string{"output"}, printFlags, scanFlags, []string{"jobs", "progress", "config"})
	return cmd
}

// needOne refuses a command line without exactly one plan.
func needOne(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usagef("a report is about one plan, and %d are named; --against names another to compare with", len(args))
	}
	return needPlans(cmd, args)
}

func reportView() view[result.Report] {
	return view[result.Report]{
		command: "report", schema: result.SchemaReport,
		formats: map[string]func(io.Writer, result.Document[result.Report], report.Options) error{
			report.Markdown: plain(report.ReportMarkdown),
			report.HTML:     plain(report.ReportHTML),
		},
	}
}

func (a *app) report(ctx context.Context, s *settings, flags *reportFlags, name string) error {
	inputs := []entry{{name: name}, {name: flags.against}, {name: flags.explain.model}}
	targets, err := s.targets("report", inputs)
	if err != nil {
		return err
	}
	if s.output != "" {
		if err := checkTarget(s.output, s.force); err != nil {
			return usagef("--output %s: %v", s.output, err)
		}
	}
	document := result.NewDocument[result.Report](result.SchemaReport, toolVersion())
	bar := newProgress(a.stderr, s.progress, isTerminal(a.stderr))
	r := &reporter{app: a, s: s, flags: flags, bar: bar, redactor: redact.New(a.identity(), flags.anonymize)}
	made, err := r.make(ctx, name)
	bar.stop()
	err = errors.Join(err, r.close())
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case isUsage(err):
		return err
	case err != nil:
		f := r.failed(name, err)
		a.complain(f.File + ": " + f.Message)
		f.File, f.Message = r.redactor.File(f.File), r.redactor.Text(f.Message)
		document.Errors, document.Exit = append(document.Errors, f.Error), f.code
		if s.format != report.JSONName {
			return status(document.Exit)
		}
		return printAll(a, s, reportView(), document, targets)
	}
	document.Results = append(document.Results, made)
	var files []bugreport.File
	if s.output != "" {
		if files, err = r.files(document); err != nil {
			return err
		}
		document.Results[0].Files = bugreport.Files(files) // the report, which is one of them, lists them
	}
	if err := printAll(a, s, reportView(), document, targets); err != nil {
		return err
	}
	if err := r.tellLength(document); err != nil || s.output == "" {
		return err
	}
	return r.writeBundle(ctx, files)
}

// mostIssue is how many characters GitHub takes in an issue.
const mostIssue = 65536

// tellLength says so if a report is longer than an issue can be.
func (r *reporter) tellLength(document result.Document[result.Report]) error {
	var text strings.Builder
	if err := report.ReportMarkdown(&text, document); err != nil {
		return err
	}
	if count := utf8.RuneCountInString(text.String()); count > mostIssue {
		r.note(r.s, fmt.Sprintf("the report has %d characters, and GitHub takes %d in an issue: attach what --output writes", count, mostIssue))
	}
	return nil
}

// failed describes an error; of the model and of saved results it names the file.
func (r *reporter) failed(name string, err error) failure {
	var of *fileError
	if errors.As(err, &of) {
		if of.file == r.flags.explain.model {
			return failedModel(of.file, of.error)
		}
		return failed(of.file, of.error)
	}
	return failed(shownName(name), err)
}

// isDamage tells whether an error is of a plan of which something is known all the same.
func isDamage(err error) bool {
	var damage *container.DamagedError
	return errors.As(err, &damage)
}

// costs are the user's numbers, and what compression makes of the excess.
func (f *reportFlags) costs(excess int64) (bugreport.Costs, error) {
	c := bugreport.Costs{Fleet: int64(f.fleet), Bandwidth: int64(f.bandwidth), Disk: int64(f.disk)}
	if excess == 0 {
		return c, nil
	}
	measured, err := bugreport.MeasureZstd(excess)
	c.Zstd = measured
	return c, err
}
