package cli

import (
	"io"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// printer prints results on standard output and keeps them.
type printer[R any] struct {
	view   view[R]
	format string
	// passing is true if nothing but the summary needs a result that is printed.
	passing  bool
	w        *pipeWriter
	options  report.Options
	document result.Document[R]
}

// add takes what came of one input. Text is printed at once.
func (p *printer[R]) add(a *app, s *settings, o outcome[R]) error {
	for _, r := range o.results {
		for _, finding := range p.view.findings(r) {
			if s.atLeast(finding.Level) {
				p.document.Exit = worse(p.document.Exit, exitFindings)
			}
		}
		if p.format == report.Text {
			if err := p.text(r); err != nil {
				return err
			}
		}
		if p.passing {
			r = p.view.kept(r)
		}
		p.document.Results = append(p.document.Results, r)
	}
	for _, f := range o.failures {
		a.complain(f.File + ": " + f.Message)
		p.document.Errors = append(p.document.Errors, f.Error)
		p.document.Exit = worse(p.document.Exit, f.code)
	}
	return nil
}

// text prints a result, with an empty line before all but the first.
func (p *printer[R]) text(r R) error {
	if len(p.document.Results) > 0 && !p.options.Quiet {
		if _, err := io.WriteString(p.w, "\n"); err != nil {
			return err
		}
	}
	return p.view.text(p.w, r, p.options)
}

// finish prints what needs all results.
func (p *printer[R]) finish() error {
	if p.format != report.Text {
		return p.view.print(p.w, p.format, p.document, p.options)
	}
	if p.view.summary == nil {
		return nil
	}
	return p.view.summary(p.w, p.document.Results, p.document.Errors, p.options)
}

// print writes a whole document in any format.
func (v view[R]) print(w io.Writer, format string, document result.Document[R], options report.Options) error {
	if format == report.JSONName {
		return report.JSON(w, document)
	}
	if v.judged != nil && (format == report.Markdown || report.CIFormat(format) != nil) {
		return v.printCI(w, format, document, options)
	}
	if whole := v.formats[format]; whole != nil {
		return whole(w, document, options)
	}
	p := printer[R]{view: v, format: format, w: &pipeWriter{w: w}, options: options}
	for _, r := range document.Results {
		if err := p.text(r); err != nil {
			return err
		}
		p.document.Results = append(p.document.Results, r)
	}
	p.document.Errors = document.Errors
	return p.finish()
}

// printAll prints a whole document on standard output and into the files of --write, and returns its exit
// status as an error if it is not 0.
func printAll[R any](a *app, s *settings, v view[R], document result.Document[R], targets []target) error {
	err := v.print(&pipeWriter{w: a.stdout}, s.format, document, a.reportOptions(s))
	if err == nil {
		err = v.tellGitHub(a, s, document)
	}
	for _, t := range targets {
		if err != nil {
			break
		}
		err = t.write(s.force, func(w io.Writer) error { return v.print(w, t.format, document, a.fileOptions(s)) })
	}
	if err == nil && document.Exit != exitClean {
		err = status(document.Exit)
	}
	return err
}

// pipeWriter goes silent when nobody reads any more.
type pipeWriter struct {
	w      io.Writer
	closed bool
}

// Write writes, or does nothing once the pipe is closed.
func (p *pipeWriter) Write(data []byte) (int, error) {
	if p.closed {
		return len(data), nil
	}
	n, err := p.w.Write(data)
	if isClosedPipe(err) {
		p.closed = true
		return len(data), nil
	}
	return n, err
}
