package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/internal/build"
	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/report"
)

// builder is what a command line of build asks for.
type builder struct {
	*app
	*settings
	flags  builderFlags
	wheres []string // --trt
	worker string
	repeat count

	oneProcess, compareTimingCache, noSidecar bool

	command []string // the command line, word by word
	// profiles are the shapes of the model's inputs.
	profiles []trt.Profile
	model    string
	finder   *core.Finder
	// tabled is true if the text says itself what failed.
	tabled bool
}

// newBuild returns the build command.
func newBuild(a *app) *cobra.Command {
	b := &builder{app: a, settings: &settings{}, repeat: 1}
	cmd := &cobra.Command{
		Use:   "build [flags] MODEL.onnx",
		Short: "Build plans with the real TensorRT, and judge them at once",
		Long: `build lets a TensorRT build a plan from an ONNX model and judges the plan as scan does, while it
arrives: a padded plan is told at once. --trt names the TensorRT: a folder of libraries, or what
"planlint doctor" lists, such as rtx, rtx-1.6, trt8 or 10.15; none: the newest that can build here.
Several build one after the other and are compared in one table; one that fails does not stop the
others.

Without -o the plan is judged and not kept. PATH is a file, or a folder; {model}, {version},
{family} and {number} in it are filled in. Beside a plan lies PLAN.build.json: what it was built
from, with which settings, TensorRT, driver and GPU, its SHA-256, and what scan says of it.

--repeat builds several times and says how much the plans differ: in size, in content, and in more
than generated names. Each build has a process of its own, as if the command ran again.

Settings are spelled as for trtexec, where it has them. What this TensorRT lacks is an error.
docs/build.md lists them all.

Exit status: 0 built, and no findings at or above --fail-on; 1 findings; 2 wrong usage, such as shapes
that are not the model's; 3 the model is none, or a plan cannot be judged; 4 no TensorRT, or a build
failed: also where this TensorRT's parser refuses the model, which another one may take.`,
		Example: `  planlint build model.onnx
  planlint build model.onnx --trt rtx -o model.plan
  planlint build model.onnx --trt rtx-1.6 --trt rtx-1.7 --trt /opt/TensorRT-10.15.1.29 -o plans/
  planlint build model.onnx --fp16 --noTF32 --builderOptimizationLevel 5 --trt trt8
  planlint build model.onnx --minShapes x:1x3x64x64 --optShapes x:4x3x64x64 --maxShapes x:8x3x64x64
  planlint build model.onnx --repeat 5 --compare-timing-cache --format json`,
		GroupID: groupTensorRT,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) != 1:
				return usagef("build takes one model, and %d are named", len(args))
			case args[0] == "" || args[0] == "-" || input.IsAddress(args[0]):
				return usagef("TensorRT reads the model by itself, so it must be a file: %q is none", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			b.model = args[0]
			return b.run(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(newNames(&b.wheres), "trt", "build with the TensorRT in this `FOLDER`, or of this name (repeatable)")
	flags.Var(newName(&b.worker), "worker", "use this `PROGRAM` as the worker")
	b.settings.add(cmd, "build", []string{"output"})
	addToggle(flags, &b.noSidecar, "no-sidecar", "", "do not write PLAN.build.json")
	flags.Var(&b.repeat, "repeat", "build `N` times and say how much the plans differ")
	addToggle(flags, &b.oneProcess, "one-process", "", "with --repeat: all builds in one process (faster, but names that count builds differ)")
	addToggle(flags, &b.compareTimingCache, "compare-timing-cache", "", "with --repeat: twice as many, without and with a timing cache that all share")
	b.flags.add(flags)
	b.settings.add(cmd, "build", printFlags, []string{"min-run", "no-kernels"}, expectFlags, []string{"progress", "config"})
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usagef("%v%s", err, trtexecHint(err.Error())) })
	return cmd
}

// check refuses what makes no sense before anything is looked for.
func (b *builder) check() error {
	switch {
	case b.compareTimingCache && b.repeat < 2:
		return usagef("--compare-timing-cache compares several builds: --repeat says how many")
	case b.oneProcess && b.repeat < 2:
		return usagef("--one-process is for several builds: --repeat says how many")
	case b.noSidecar && b.output == "":
		return usagef("--no-sidecar: without -o there is none")
	}
	s, err := b.flags.resolve(trt.TRT10) // the family with the most choices
	b.profiles = s.Profiles
	return err
}

// run builds everything and prints it.
func (b *builder) run(ctx context.Context) error {
	if err := b.check(); err != nil {
		return err
	}
	b.command = append([]string{"planlint"}, b.args...)
	options := b.machine()
	options.Worker = b.worker
	b.finder = core.New(options)
	targets, err := b.targets("build", []entry{{name: b.model}})
	if err != nil {
		return err
	}
	document := result.NewDocument[result.Build](result.SchemaBuild, toolVersion())
	if err := b.all(ctx, &document, targets); err != nil {
		return err
	}
	return printAll(b.app, b.settings, buildView(), document, targets)
}

// all fills in the document. Errors that keep it from being printed are returned.
func (b *builder) all(ctx context.Context, document *result.Document[result.Build], targets []target) error {
	jobs, err := b.jobs(ctx)
	if errors.Is(err, trt.ErrUnavailable) {
		b.fail(document, failure{result.Error{File: b.model, Kind: result.KindUnavailable, Message: oneLine(lineOf(err))}, codeOf(err)})
		return nil
	}
	if err != nil {
		return err
	}
	if err := b.checkOutputs(jobs, targets); err != nil {
		return err
	}
	model, inputs, err := build.Model(ctx, b.model, b.model)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		b.fail(document, failedModel(b.model, err))
		return nil
	}
	if inputs != nil { // else only TensorRT knows
		if err := build.CheckProfiles(inputs, b.profiles); err != nil {
			return usagef("%v", err)
		}
	}
	bar := newLabelled(b.stderr, b.progress, isTerminal(b.stderr), "building "+filepath.Base(b.model))
	defer bar.stop()
	b.tabled = len(jobs) > 1 && b.format == report.Text && !b.quiet
	for _, job := range jobs {
		made, failures := b.series(ctx, job, model, bar)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		document.Results = append(document.Results, made)
		_ = bar.aside(func() error {
			for _, f := range failures {
				b.fail(document, f)
			}
			return nil
		})
		for _, p := range made.Plans {
			document.Exit = worse(document.Exit, b.findingsExit(p.Scan))
		}
	}
	return nil
}

// failedModel describes why there is nothing to build from.
func failedModel(name string, err error) failure {
	kind := result.KindUnreadable
	var format *onnx.FormatError
	if errors.As(err, &format) {
		kind = result.KindNotModel
		if format.Offset >= 0 && !format.Limit { // it tells of bytes, and not that they are to be a model's
			err = fmt.Errorf("no ONNX model, or a damaged one: %w", err)
		}
	}
	return failure{result.Error{File: name, Kind: kind, Message: oneLine(lineOf(plainError(err)))}, exitNoJudgement}
}

func buildView() view[result.Build] {
	return view[result.Build]{
		command: "build", schema: result.SchemaBuild,
		formats: map[string]func(io.Writer, result.Document[result.Build], report.Options) error{
			report.Text:     report.BuildText,
			report.CSV:      plain(report.BuildCSV),
			report.Markdown: report.BuildMarkdown,
			report.SVG:      plain(report.BuildSVG),
		},
	}
}

// fail notes why something could not be built or judged.
func (b *builder) fail(document *result.Document[result.Build], f failure) {
	if !b.tabled {
		b.complain(f.File + ": " + f.Message)
	}
	document.Errors = append(document.Errors, f.Error)
	document.Exit = worse(document.Exit, f.code)
}

func isDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
