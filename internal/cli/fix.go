package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/predict"
	"github.com/planlint/planlint/layers/rewrite"
	"github.com/planlint/planlint/report"
)

// fixing is what a command line of fix asks for.
type fixing struct {
	*app
	*settings
	flags predictFlags
	check bool
	// ort and ortWorker are ONNX Runtime's, where and worker those of a TensorRT that builds both models.
	ort, ortWorker string
	where, worker  string

	model  string
	folder string // for this run
}

// newFix returns the fix command.
func newFix(a *app) *cobra.Command {
	f := &fixing{app: a, settings: &settings{}}
	cmd := &cobra.Command{
		Use:   "fix [flags] MODEL.onnx -o PATH",
		Short: "Rewrite a model so that less padding is predicted, and prove that it computes the same",
		Long: `fix moves pointwise operations across changes of layout, so that a convolution or matrix product
computes them and no kernel of their own is padded: Conv, DepthToSpace, LeakyRelu becomes Conv,
LeakyRelu, DepthToSpace. It makes only moves that are exact by argument, says the argument, and keeps
a move only if less padding is predicted for the target. What stays is named, with the reason.

--check computes every move before and after, with a rounding after every operation, on random numbers
and on special ones: zeros of both signs, denormals, infinities, NaN. --ort also runs both models in
ONNX Runtime in fp32, and --trt builds both with a real TensorRT. Each comparison must see models with
a wrong permutation, or it proves nothing. A model whose proof does not hold is not written.

That two models compute the same by the rules of ONNX does not say that their plans give the same bits,
as a builder may round otherwise: planlint verify compares plans on a GPU.

Without -o nothing is written. All bytes of the model that no move changes stay as they are; weights
in other files stay there, or are copied to the output's folder.

Exit status: 0 no padding is left; 1 some is left, or the proof does not hold; 2 wrong usage; 3 the
model cannot be read; 4 there is no ONNX Runtime or TensorRT, or a file cannot be written.`,
		Example: `  planlint fix model.onnx
  planlint fix model.onnx -o fixed.onnx --check
  planlint fix model.onnx -o fixed.onnx --check --ort /opt/onnxruntime/lib --trt rtx
  planlint fix --shape x=1x3x720x1280 model.onnx -o fixed.onnx --write md=fixed.md`,
		GroupID: groupModels,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("fix rewrites one model, and %d are named", len(args))
			}
			return needModels(nil, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			f.model = args[0]
			return f.run(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	f.settings.add(cmd, "fix", []string{"output"})
	addToggle(flags, &f.check, "check", "", "compute every move before and after, and compare")
	flags.Var(newName(&f.ort), "ort", "also compare both models in the ONNX Runtime in this `FOLDER`")
	flags.Var(newName(&f.ortWorker), "ort-worker", "use this `PROGRAM` as the worker of ONNX Runtime")
	flags.Var(newName(&f.where), "trt", "also build both models with the TensorRT in this `FOLDER`, or of this name")
	flags.Var(newName(&f.worker), "worker", "use this `PROGRAM` as the worker of TensorRT")
	f.flags.add(flags)
	f.settings.add(cmd, "fix", printFlags, []string{"config"})
	return cmd
}

// usage refuses what makes no sense before anything is read.
func (f *fixing) usage() error {
	switch {
	case f.ort == "" && f.ortWorker != "":
		return usagef("--ort-worker is for --ort, which says where ONNX Runtime is")
	case f.where == "" && f.worker != "":
		return usagef("--worker is for --trt, which says which TensorRT builds")
	case f.output == "-":
		return usagef("-o -: a model is a file, in whose folder its weights can lie (./- is a file)")
	case f.output == "":
		return nil
	case sameFile(f.model, f.output):
		return usagef("%s is the model itself: give the rewritten one another name", f.output)
	case isDirectory(f.output):
		return usagef("-o %s is a folder: name a file in it", f.output)
	}
	for _, text := range f.writes {
		if _, path, _ := strings.Cut(text, "="); path == f.output {
			return usagef("--write %s: that file is written by -o", text)
		}
	}
	if err := checkTarget(f.output, f.force); err != nil {
		return usagef("-o %v", err)
	}
	return nil
}

func (f *fixing) run(ctx context.Context) error {
	options, err := f.flags.options()
	if err != nil {
		return err
	}
	if err := f.usage(); err != nil {
		return err
	}
	targets, err := f.targets("fix", []entry{{name: f.model}})
	if err != nil {
		return err
	}
	document := result.NewDocument[result.Fix](result.SchemaFix, toolVersion())
	fixed, err := f.fixed(ctx, options)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case isUsage(err):
		return usagef("%s: %v", f.model, err)
	case err != nil:
		failed := f.failure(err)
		f.complain(failed.File + ": " + failed.Message)
		document.Errors, document.Exit = append(document.Errors, failed.Error), failed.code
	default:
		document.Results = append(document.Results, fixed)
		if fixed.PaddingAfter > 0 || fixed.OpenAfter > 0 || fixed.Proof != nil && fixed.Proof.Verdict != result.FixEqual {
			document.Exit = exitFindings
		}
	}
	return printAll(f.app, f.settings, fixView(), document, targets)
}

// failure describes why there is no result.
func (f *fixing) failure(err error) failure {
	var of *fileError
	if !errors.As(err, &of) {
		return failedModel(f.model, err)
	}
	return unverified(err)
}

// fixed reads, rewrites, proves and writes.
func (f *fixing) fixed(ctx context.Context, options predict.Options) (made result.Fix, err error) {
	m, err := onnx.Open(ctx, f.model)
	if err != nil {
		return made, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	if len(m.Graph.Nodes) == 0 {
		return made, fmt.Errorf("the model has no nodes")
	}
	fixed, err := rewrite.Fix(ctx, m, options)
	if err != nil {
		return made, err
	}
	made = fixResult(f.model, fixed)
	if len(fixed.Moves) == 0 {
		return made, nil
	}
	if f.check || f.ort != "" || f.where != "" {
		if made.Proof, err = f.prove(ctx, m, fixed, options); err != nil {
			return made, err
		}
		if made.Proof.Verdict != result.FixEqual {
			return made, nil
		}
	}
	if f.output == "" {
		return made, nil
	}
	made.External, err = f.write(ctx, fixed.Model)
	if err != nil {
		return made, &fileError{f.output, err}
	}
	made.Output = f.output
	return made, nil
}

// fixResult describes a rewritten model.
func fixResult(name string, fixed *rewrite.Fixed) result.Fix {
	before, after := fixed.Before, fixed.After
	made := result.Fix{Model: name, Target: before.Target, TargetPads: before.TargetPads, Law: before.Law, PaddingBefore: before.PaddingBytes, PaddingAfter: after.PaddingBytes,
		LowerBound: before.LowerBound || after.LowerBound, OpenBefore: rewrite.Open(before), OpenAfter: rewrite.Open(after), Equality: result.GraphExact,
		Tables: []string{}, Moves: []result.FixMove{}, Refused: []result.FixRefusal{}}
	for _, p := range []result.Predict{before, after} {
		for _, g := range p.Groups {
			if g.Table != "" && !slices.Contains(made.Tables, g.Table) {
				made.Tables = append(made.Tables, g.Table)
			}
		}
	}
	for _, m := range fixed.Moves {
		direction := "behind"
		if m.Up {
			direction = "before"
		}
		made.Moves = append(made.Moves, result.FixMove{Node: strings.Join(m.Nodes, " + "), Nodes: m.Nodes, Ops: m.Ops, Over: m.Over, OverOp: m.OverOp,
			Direction: direction, Why: m.Obligation, Mapped: append([]string{}, m.Mapped...)})
	}
	for _, r := range fixed.Refused {
		made.Refused = append(made.Refused, result.FixRefusal{Node: strings.Join(r.Nodes, " + "), Nodes: r.Nodes, Ops: r.Ops, PaddingBytes: r.Padding, Why: r.Why, WhyBehind: r.Behind})
	}
	return made
}

// work runs something with a folder of its own.
func (f *fixing) work(do func() error) (err error) {
	if f.folder, err = os.MkdirTemp("", "planlint-fix-"); err != nil {
		return &environmentError{err}
	}
	defer func() {
		if removed := os.RemoveAll(f.folder); removed != nil {
			err = errors.Join(err, &environmentError{removed})
		}
	}()
	return do()
}

func fixView() view[result.Fix] {
	return view[result.Fix]{
		command: "fix", schema: result.SchemaFix,
		formats: map[string]func(io.Writer, result.Document[result.Fix], report.Options) error{
			report.Text:     report.FixText,
			report.Markdown: report.FixMarkdown,
		},
	}
}
