package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// maxAnnotations is how many annotations of each kind GitHub shows of a step; it drops others in silence.
const maxAnnotations = 10

// GitHubAnnotations writes findings as workflow commands of GitHub Actions, the most serious first, and a last line that
// says how it went. Where there are more than GitHub shows, the last annotation says how many.
func GitHubAnnotations(w io.Writer, ci CI, options Options) error {
	var out strings.Builder
	findings := ci.Findings()
	for _, level := range []result.Level{result.LevelError, result.LevelWarning, result.LevelNote} {
		var of []Located
		for _, f := range findings {
			if f.Level == level {
				of = append(of, f)
			}
		}
		shown := len(of)
		if shown > maxAnnotations {
			shown = maxAnnotations - 1
		}
		for _, f := range of[:shown] {
			out.WriteString(annotation(f, options))
		}
		if rest := len(of) - shown; rest > 0 {
			fmt.Fprintf(&out, "::%s title=planlint::%s more of this kind; the step summary and the other formats list them\n",
				githubCommand(level), units.FormatBytes(int64(rest)))
		}
	}
	out.WriteString(githubLine(outcomeLine(ci, options)) + "\n")
	return write(w, out.String())
}

func annotation(f Located, options Options) string {
	title := "planlint " + f.Rule
	for _, r := range options.Rules {
		if r.ID == f.Rule {
			title += ": " + r.Title
		}
	}
	properties := "title=" + githubProperty(title)
	if at := options.Places.of(f.File); at.relative {
		properties = "file=" + githubProperty(at.name) + "," + properties
	}
	// An annotation is shown without its file where the file is not part of the change, as a plan rarely is.
	return fmt.Sprintf("::%s %s::%s\n", githubCommand(f.Level), properties, githubData(ciMessage(f.File+": "+f.Message)))
}

func githubCommand(level result.Level) string {
	switch level {
	case result.LevelError:
		return "error"
	case result.LevelWarning:
		return "warning"
	}
	return "notice"
}

// githubData escapes what follows a workflow command as the runner reads it back.
func githubData(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

// githubProperty escapes the value of a property, which a comma or a colon would end. The runner takes it as it is, so
// names stay true; line breaks and percent signs come back as what they were.
func githubProperty(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(Visible(text))
}

// githubLine makes a line that is no command: neither of the kind that starts with two colons, nor of the older kind that
// may stand anywhere in a line.
func githubLine(text string) string {
	return strings.ReplaceAll(strings.TrimLeft(Visible(text), ": "), "##[", `##\x5b`)
}

// outcomeLine says in one line how it went.
func outcomeLine(ci CI, options Options) string {
	failed := 0
	for _, j := range ci.Judged {
		if j.failedAt(options.FailOn) {
			failed++
		}
	}
	counts := ci.Counts()
	word := map[int]string{0: "passed", 1: "failed"}[ci.Exit]
	if word == "" {
		word = "not all judged"
	}
	line := fmt.Sprintf("planlint %s: %s. %d of %d failed", ci.Command, word, failed, len(ci.Judged))
	if len(ci.Errors) > 0 {
		line += fmt.Sprintf(", %d could not be judged", len(ci.Errors))
	}
	return line + fmt.Sprintf(": %d %s, %d %s, %d %s.", counts[result.LevelError], plural(counts[result.LevelError], "error", "errors"),
		counts[result.LevelWarning], plural(counts[result.LevelWarning], "warning", "warnings"),
		counts[result.LevelNote], plural(counts[result.LevelNote], "note", "notes"))
}

// GitHubOutputs writes the outputs of a step, as lines for the file that GITHUB_OUTPUT names. Nothing in them comes from a
// file: a name could hold a line break, and so another output.
func GitHubOutputs(w io.Writer, ci CI) error {
	counts := ci.Counts()
	outcome := map[int]string{0: "pass", 1: "fail"}[ci.Exit]
	if outcome == "" {
		outcome = "error"
	}
	return write(w, fmt.Sprintf("outcome=%s\nexit-code=%d\njudged=%d\nnot-judged=%d\nerrors=%d\nwarnings=%d\nnotes=%d\n", outcome, ci.Exit,
		len(ci.Judged), len(ci.Errors), counts[result.LevelError], counts[result.LevelWarning], counts[result.LevelNote]))
}
