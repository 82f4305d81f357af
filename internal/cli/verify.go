package cli

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// verifier is what a command line of verify asks for.
type verifier struct {
	*app
	*settings
	flags verifyFlags

	// folder is for this run alone. It is removed at its end, also after a signal.
	folder string
}

// newVerify returns the verify command.
func newVerify(a *app) *cobra.Command {
	v := &verifier{app: a, settings: &settings{}}
	cmd := &cobra.Command{
		Use:   "verify [flags] A.plan B.plan",
		Short: "Run two plans on the GPU and say whether they compute the same, bit by bit",
		Long: `verify runs two plans on the same generated inputs and compares their outputs bit by bit: with
several seeds and distributions (denormals, infinities and NaN among them), at the least, best and
largest shapes of a profile with free dimensions, in two contexts at once and ten times each. So it
also says whether each plan agrees with itself.

  bit-exact              every bit of every output is the same
  equal                  the same but for the sign of zeros, or the bits of NaN
  different              with ULP and error histograms, the worst element, errors against a
                         reference
  vacuous                nothing differs, but an output is all zero, all NaN, constant, or the same
                         for all seeds
  disagrees-with-itself  a plan gives other bits when it runs again

Tensors are bound by name. --trt names the TensorRT for both, or twice: first for A, then for B;
none: for each plan the one that built it. Plans without their weights are refused.
docs/verify.md has the rules.

Exit status: 0 bit-exact, or within --max-ulp; 1 anything else; 2 wrong usage; 3 a plan cannot be
judged, or the two have other inputs or outputs; 4 no TensorRT, no GPU, or a plan does not run.`,
		Example: `  planlint verify before.plan after.plan --trt trt8
  planlint verify a.plan b.plan --trt /opt/TensorRT-10.15.1.29 --trt /opt/TensorRT-11.2.1.2
  planlint verify a.plan b.plan --select max --seeds 1-5 --distributions normal,integers
  planlint verify bert.plan bert2.plan --input-range input_ids=0:30521
  planlint verify a.plan b.plan --inputs inputs/ --reference outputs-float64.npz`,
		GroupID: groupTensorRT,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usagef("verify needs two plans, and %d are named", len(args))
			}
			return needPlans(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return v.run(cmd.Context(), [2]string(args)) },
	}
	v.flags.add(cmd.Flags())
	v.settings.add(cmd, "verify", printFlags, []string{"progress", "config"})
	return cmd
}

// run verifies and prints.
func (v *verifier) run(ctx context.Context, names [2]string) error {
	if err := v.flags.check(); err != nil {
		return err
	}
	targets, err := v.targets("verify", []entry{{name: names[0]}, {name: names[1]}})
	if err != nil {
		return err
	}
	if v.folder, err = temporaryFolder("verify"); err != nil {
		return err
	}
	verified, failures, err := v.verified(ctx, names)
	removed := os.RemoveAll(v.folder)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	case removed != nil:
		return &environmentError{removed}
	}
	document := result.NewDocument[result.Verify](result.SchemaVerify, toolVersion())
	for _, f := range failures {
		v.complain(f.File + ": " + f.Message)
		document.Errors = append(document.Errors, f.Error)
		document.Exit = worse(document.Exit, f.code)
	}
	if len(failures) == 0 {
		document.Results = append(document.Results, verified)
		if verified.Outcome != result.VerifyExact && (verified.Allowed == nil || !verified.Allowed.Kept) {
			document.Exit = exitFindings
		}
	}
	return printAll(v.app, v.settings, verifyView(), document, targets)
}

func verifyView() view[result.Verify] {
	return view[result.Verify]{
		command: "verify", schema: result.SchemaVerify, judged: report.JudgedVerify, text: report.VerifyText,
		formats: map[string]func(io.Writer, result.Document[result.Verify], report.Options) error{
			report.CSV:      plain(report.VerifyCSV),
			report.Markdown: report.VerifyMarkdown,
			report.SVG:      plain(report.VerifySVG),
		},
	}
}

// verified does all of it, but for printing.
func (v *verifier) verified(ctx context.Context, names [2]string) (done result.Verify, failures []failure, err error) {
	bar := newProgress(v.stderr, v.progress, isTerminal(v.stderr))
	defer bar.stop()
	subjects, failures := v.open(ctx, names)
	defer func() {
		for _, s := range subjects {
			s.close()
		}
	}()
	if failures != nil {
		return done, failures, nil
	}
	done, err = v.compare(ctx, subjects, bar)
	var of *fileError
	var usage *usageError
	if errors.As(err, &of) && !errors.As(err, &usage) {
		return done, []failure{unverified(err)}, nil
	}
	return done, nil, err
}
