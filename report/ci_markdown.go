package report

import (
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/planlint/planlint/internal/result"
)

// MaxComment is how many characters a comment has: GitHub takes 65,536, and a mark to find it by has to fit in as well.
const MaxComment = 65_000

// Comment writes what one reads first of a document, as Markdown that fits in a comment: how it went, a table of what was
// judged, failed ones first, and the findings, as many as there is room for. The step summary of GitHub Actions is the same.
func Comment(w io.Writer, ci CI, options Options) error {
	var page markdownPage
	page.WriteString("### " + markdownText(outcomeLine(ci, options)) + "\n\n")
	room := MaxComment - 300 // for what says how much is left out
	page.judged(ci, options, room/2)
	page.located(ci.Findings(), options, room)
	return write(w, page.text())
}

// judged writes a table, failed inputs first, in at most room characters.
func (p *markdownPage) judged(ci CI, options Options, room int) {
	var failed, passed []string
	row := func(outcome, file, verdict, why string) string {
		return fmt.Sprintf("| %s | %s | %s | %s |\n", outcome, markdownCode(file), markdownText(verdict), markdownText(ciMessage(why)))
	}
	for _, j := range ci.Judged {
		if j.failedAt(options.FailOn) {
			failed = append(failed, row("**fail**", j.File, j.Verdict, j.Summary))
		} else {
			passed = append(passed, row("pass", j.File, j.Verdict, j.Summary))
		}
	}
	for _, e := range ci.Errors {
		failed = append(failed, row("**error**", e.File, string(e.Kind), e.Message))
	}
	if len(failed)+len(passed) == 0 {
		return
	}
	p.WriteString("| outcome | file | verdict | why |\n|:--|:--|:--|:--|\n")
	left := 0
	for _, row := range append(failed, passed...) {
		if room -= utf8.RuneCountInString(row); left > 0 || room < 0 {
			left++
			continue
		}
		p.WriteString(row)
	}
	if left > 0 {
		fmt.Fprintf(p, "\n%d more inputs have no room here.\n", left)
	}
	p.WriteByte('\n')
}

// located writes findings, errors first, until the page has room characters.
func (p *markdownPage) located(findings []Located, options Options, room int) {
	if len(findings) == 0 {
		return
	}
	p.WriteString("#### Findings\n\n")
	used := utf8.RuneCountInString(p.String())
	advised := map[string]bool{}
	left := 0
	for _, level := range []result.Level{result.LevelError, result.LevelWarning, result.LevelNote} {
		for _, f := range findings {
			if f.Level != level {
				continue
			}
			line := fmt.Sprintf("- **%s %s** %s: %s\n", markdownText(string(f.Level)), markdownText(f.Rule), markdownCode(f.File), markdownText(ciMessage(f.Message)))
			if advice := options.advice(f.Rule); advice != "" && !advised[f.Rule] {
				line += "  - what to do: " + markdownText(advice) + "\n"
			}
			if used += utf8.RuneCountInString(line); left > 0 || used > room {
				left++
				continue
			}
			advised[f.Rule] = true
			p.WriteString(line)
		}
	}
	if left > 0 {
		fmt.Fprintf(p, "\n%d more findings have no room here.\n", left)
	}
	p.WriteByte('\n')
}
