package cli

import (
	"context"
	"io"

	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// view is how a command looks at plans and prints what it sees.
type view[R any] struct {
	command, schema string
	look            look[R]
	// findings are those of a result.
	findings func(R) []result.Finding
	// text prints one result; summary, if not nil, closes the text of them all with what kept leaves of each.
	text    func(io.Writer, R, report.Options) error
	summary func(io.Writer, []R, []result.Error, report.Options) error
	kept    func(R) R
	// formats are those that print all results at once, beside JSON; for some commands text is one.
	formats map[string]func(io.Writer, result.Document[R], report.Options) error
	// judged, if not nil, is what formats for CI systems say of a result and the exit status.
	judged func(R, int) []report.Judged
}

// judge looks at every input, prints each result when its turn comes, and returns the exit status as an
// error if it is not 0.
func judge[R any](ctx context.Context, a *app, s *settings, v view[R], args []string) error {
	inputs := entries(ctx, args)
	targets, err := s.targets(v.command, inputs)
	if err != nil {
		return err
	}
	bar := newProgress(a.stderr, s.progress, isTerminal(a.stderr))
	parallel, workers := s.share(len(inputs))
	x := examiner[R]{look: v.look, options: s.analysis(workers, bar), progress: bar,
		opening: input.Options{Stdin: a.stdin, Client: input.NewClient(), Spooled: func(bytes int64) { bar.expect(bytes); bar.add(bytes) }}}
	p := printer[R]{view: v, format: s.format, passing: s.format == report.Text && len(targets) == 0, w: &pipeWriter{w: a.stdout}, options: a.reportOptions(s),
		document: result.NewDocument[R](v.schema, toolVersion())}
	work := func(ctx context.Context, i int) outcome[R] { return x.examine(ctx, inputs[i]) }
	for o := range inOrder(ctx, len(inputs), parallel, work) {
		if ctx.Err() != nil {
			break
		}
		if err = bar.aside(func() error { return p.add(a, s, o) }); err != nil || p.w.closed && len(targets) == 0 {
			break
		}
	}
	if err == nil {
		err = ctx.Err() // what was not judged is not there, so nothing is printed as if it were all
	}
	bar.stop()
	if err == nil && !p.w.closed {
		err = p.finish()
	}
	if err == nil {
		err = v.tellGitHub(a, s, p.document)
	}
	for _, t := range targets {
		if err != nil {
			break
		}
		err = t.write(s.force, func(w io.Writer) error { return v.print(w, t.format, p.document, a.fileOptions(s)) })
	}
	if err == nil && p.document.Exit != exitClean {
		err = status(p.document.Exit)
	}
	return err
}
