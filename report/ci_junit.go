package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The structs of JUnit XML, which has no standard: no more than the strictest reader takes, Jenkins' xUnit plugin.
type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Name    string       `xml:"name,attr"`
	Suites  []junitSuite `xml:"testsuite"`
	junitCounts
}

type junitSuite struct {
	Name string `xml:"name,attr"`
	junitCounts
	Skipped int         `xml:"skipped,attr"` // Jenkins' schema has it here alone
	Cases   []junitCase `xml:"testcase"`
}

type junitCounts struct {
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Time     string `xml:"time,attr"` // the same plans give the same bytes, so it is always 0
}

type junitCase struct {
	ClassName string         `xml:"classname,attr"`
	Name      string         `xml:"name,attr"`
	Time      string         `xml:"time,attr"`
	Skipped   *junitSkipped  `xml:"skipped"`
	Failure   *junitFailure  `xml:"failure"`
	Error     *junitFailure  `xml:"error"`
	Output    *junitCharData `xml:"system-out"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

type junitCharData struct {
	Text string `xml:",chardata"`
}

// JUnit writes one test for each input, or for each budget of an input: passed, failed, skipped where an allow entry
// excuses it, which says until when and why, and an error for what could not be judged. Findings below Options.FailOn are output of a test that passes.
func JUnit(w io.Writer, ci CI, options Options) error {
	suite := junitSuite{Name: "planlint " + ci.Command}
	failed := map[string]bool{}
	for _, e := range ci.Errors {
		failed[e.File] = true
	}
	for _, j := range ci.Judged {
		if !failed[j.File] { // else its error says it
			suite.Cases = append(suite.Cases, junitCases(ci, j, options)...)
		}
	}
	for _, e := range ci.Errors {
		made := newJUnitCase(ci, e.File, "", options)
		made.Error = &junitFailure{ciMessage(e.Message), Visible(string(e.Kind)), ciMessage(e.File + ": " + e.Message)}
		suite.Cases = append(suite.Cases, made)
	}
	suite.count()
	all := junitSuites{Name: "planlint", Suites: []junitSuite{suite}, junitCounts: suite.junitCounts}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := write(w, xml.Header); err != nil {
		return err
	}
	if err := encoder.Encode(all); err != nil {
		return fmt.Errorf("writing JUnit: %w", err)
	}
	return write(w, "\n")
}

// count counts each test once, and time is never measured.
func (s *junitSuite) count() {
	s.Time = "0"
	for _, c := range s.Cases {
		s.Tests++
		switch {
		case c.Error != nil:
			s.Errors++
		case c.Failure != nil:
			s.Failures++
		case c.Skipped != nil:
			s.Skipped++
		}
	}
}

func newJUnitCase(ci CI, file, check string, options Options) junitCase {
	name := Visible(options.Places.of(file).name)
	if check != "" {
		name += " [" + Visible(check) + "]"
	}
	return junitCase{ClassName: "planlint." + strings.ReplaceAll(ci.Command, " ", "-"), Name: name, Time: "0"}
}

func junitCases(ci CI, j Judged, options Options) []junitCase {
	if j.Checks == nil {
		return []junitCase{junitOfFindings(ci, j, options)}
	}
	var cases []junitCase
	for _, c := range j.Checks {
		made := newJUnitCase(ci, j.File, c.Name, options)
		message := ciMessage(c.Message)
		switch {
		case c.failedAt(options.FailOn):
			made.Failure = &junitFailure{message, Visible(c.Name), message}
		case c.Excused:
			made.Skipped = &junitSkipped{"allowed: " + message}
		case message != "":
			made.Output = &junitCharData{message}
		}
		cases = append(cases, made)
	}
	return cases
}

func junitOfFindings(ci CI, j Judged, options Options) junitCase {
	made := newJUnitCase(ci, j.File, "", options)
	var lines []string
	var worst *Located
	for i, f := range j.Findings {
		lines = append(lines, ciMessage(fmt.Sprintf("%s %s: %s", f.Level, f.Rule, f.Message)))
		if atLeast(f.Level, options.FailOn) && (worst == nil || !atLeast(worst.Level, f.Level)) {
			worst = &j.Findings[i]
		}
	}
	summary := ciMessage(j.Verdict + ": " + j.Summary)
	text := strings.Join(append([]string{summary}, lines...), "\n")
	if worst == nil {
		made.Output = &junitCharData{text}
		return made
	}
	made.Failure = &junitFailure{ciMessage(worst.Message), Visible(worst.Rule), text}
	return made
}
