package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/planlint/planlint/analyze/compare"
	"github.com/planlint/planlint/internal/bugreport"
	"github.com/planlint/planlint/internal/build"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/redact"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
)

// reporter makes one report.
type reporter struct {
	*app
	s        *settings
	flags    *reportFlags
	bar      *progress
	redactor *redact.Redactor

	evidence bugreport.Evidence
	// saved: the plan itself is not there.
	saved  bool
	mapped result.Map
	doctor *result.Doctor
	model  *onnx.Model // open until the bundle is written
	fresh  *onnx.Model // what of it may be given away; nil if it cannot
}

func (r *reporter) close() error {
	if r.model == nil {
		return nil
	}
	return r.model.Close()
}

// maxResult is far more than a saved result of one plan takes, in bytes.
const maxResult = 64 << 20

// make collects the evidence and makes the report of it.
func (r *reporter) make(ctx context.Context, name string) (none result.Report, err error) {
	for _, step := range []func(context.Context) error{
		func(ctx context.Context) error { return r.readPlan(ctx, name) },
		func(ctx context.Context) error { return r.readBuild(ctx, name) },
		r.readAgainst, r.readModel, r.readSaved, r.fillEnvironment,
	} {
		if err := step(ctx); err != nil {
			return none, err
		}
	}
	e := &r.evidence
	scan := e.Scan
	if e.Explain != nil {
		scan = e.Explain.Scan
	}
	if e.Costs, err = r.flags.costs(bugreport.Excess(scan)); err != nil {
		return none, err
	}
	e.Commands = r.commands()
	return bugreport.Compose(*e, r.redactor)
}

// commands made the report.
func (r *reporter) commands() []result.ReportCommand {
	words := append([]string{"planlint"}, r.args...)
	made := result.ReportCommand{For: "made this report, with planlint " + toolVersion()}
	for i := range words {
		words[i] = r.redactor.Word(words[i])
	}
	made.Command = bugreport.CommandLine(words)
	return []result.ReportCommand{made}
}

// readPlan reads the plan, or what was saved of it.
func (r *reporter) readPlan(ctx context.Context, name string) error {
	source, text, err := r.open(ctx, name)
	if err != nil {
		return err
	}
	if text != nil {
		r.saved = true
		return r.evidence.Read(text)
	}
	one := &side{shown: input.DisplayName(name), source: source}
	r.redactor.File(name)
	err = one.judge(ctx, r.s.analysis(r.workers(name), r.bar))
	closeErr := one.close()
	if isDamage(err) {
		err = nil // what is known of it is reported
	}
	r.evidence.Scan, r.mapped = one.known.Scan, one.mapped
	return errors.Join(err, closeErr)
}

// open opens a plan; of a saved result it returns the text.
func (r *reporter) open(ctx context.Context, name string) (input.Source, []byte, error) {
	source, err := input.Open(ctx, name, input.Options{Stdin: r.stdin, Spooled: func(bytes int64) { r.bar.expect(bytes); r.bar.add(bytes) }})
	if err != nil {
		return nil, nil, err
	}
	saved, err := compare.IsDocument(source, source.Size())
	if err != nil || !saved {
		r.bar.expect(source.Size())
		return source, nil, err
	}
	text, err := readSource(source)
	return nil, text, err
}

// readSource reads a saved result and closes it.
func readSource(source input.Source) ([]byte, error) {
	if source.Size() > maxResult {
		return nil, errors.Join(fmt.Errorf("%d bytes of JSON are more than a result has", source.Size()), source.Close())
	}
	text, err := io.ReadAll(io.NewSectionReader(source, 0, source.Size()))
	return text, errors.Join(err, source.Changed(), source.Close())
}

func (r *reporter) workers(name string) int {
	_, workers := r.s.share(1)
	if input.IsAddress(name) {
		return 1 // for the same reason as in examine
	}
	return workers
}

// readAgainst reads the plan to compare with, and compares.
func (r *reporter) readAgainst(ctx context.Context) error {
	name := r.flags.against
	if name == "" {
		return nil
	}
	r.redactor.File(name)
	one, err := r.openSide(ctx, r.s, r.bar, name)
	err = errors.Join(err, one.close())
	switch {
	case err != nil:
		return &fileError{one.shown, err}
	case one.known.Known != compare.KnownAll:
		return &fileError{one.shown, errors.New("it is not of a scan: name the plan, or what \"planlint scan --format json\" saved of it")}
	case r.evidence.Scan.Verdict == result.VerdictDamaged:
		return usagef("--against %s: the plan is damaged, and nothing in it can be compared", one.shown)
	}
	compared := compare.Results(one.known, compare.Side{Scan: r.evidence.Scan}, nil)
	r.evidence.Against, r.evidence.Compare = &one.known.Scan, &compared
	return nil
}

// readBuild reads how the plan was built, from a file that is named or that lies beside the plan.
func (r *reporter) readBuild(ctx context.Context, name string) error {
	file := r.flags.build
	if file == "" {
		file = build.Sidecar(name)
		if info, err := os.Stat(file); r.saved || input.IsAddress(name) || name == input.Stdin || err != nil || !info.Mode().IsRegular() {
			return nil
		}
	}
	return r.readFile(ctx, file, func(text []byte) error {
		made, err := bugreport.ReadBuild(text)
		if err == nil {
			r.evidence.Build = &made
		}
		return err
	})
}

// readFile reads a saved result.
func (r *reporter) readFile(ctx context.Context, name string, read func([]byte) error) error {
	r.redactor.File(name)
	source, err := input.Open(ctx, name, input.Options{Stdin: r.stdin})
	var text []byte
	if err == nil {
		if text, err = readSource(source); err == nil {
			err = read(text)
		}
	}
	if err != nil {
		return &fileError{input.DisplayName(name), err}
	}
	return nil
}

// readSaved reads the saved results that have flags of their own.
func (r *reporter) readSaved(ctx context.Context) error {
	e := &r.evidence
	for _, file := range r.flags.sweeps {
		if err := r.readFile(ctx, file, func(text []byte) error {
			rows, err := bugreport.ReadSettings(text)
			e.Sweep = append(e.Sweep, rows...)
			return err
		}); err != nil {
			return err
		}
	}
	if r.flags.fix != "" {
		return r.readFile(ctx, r.flags.fix, func(text []byte) error {
			fix, err := bugreport.ReadFix(text)
			e.Fix = &fix
			return err
		})
	}
	return nil
}

// shownName is how an input is printed.
func shownName(name string) string { return input.DisplayName(name) }
