package analyze

import (
	"embed"
	"fmt"
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// pages holds one page for each rule, named after its ID.
//
//go:embed rules/*.md
var pages embed.FS

// rule is an entry of the rule book. PL1xx speak of the file, PL2xx of its zeros, PL3xx of its growth, PL4xx of the model and PL6xx of two plans.
type rule struct {
	ID    string
	Title string
	// Levels are those that a finding can have, the most serious first.
	Levels []result.Level
	// check decides the rule on a plan that could be read. It is nil for a rule whose breach means that
	// the plan cannot be read, which damageRule finds, for PL201, which needs a model, and for what is no finding of a
	// plan alone: package report makes those of errors and of the results of predict, compare and verify.
	check func(*evidence) []finding
}

// finding is a result.Finding without its rule.
type finding struct {
	level   result.Level
	message string
	offset  int64
	bytes   int64
}

var (
	onlyError      = []result.Level{result.LevelError}
	onlyWarning    = []result.Level{result.LevelWarning}
	onlyNote       = []result.Level{result.LevelNote}
	errorOrWarning = []result.Level{result.LevelError, result.LevelWarning}
	errorOrNote    = []result.Level{result.LevelError, result.LevelNote}
	warningOrNote  = []result.Level{result.LevelWarning, result.LevelNote}
	everyLevel     = []result.Level{result.LevelError, result.LevelWarning, result.LevelNote}
)

var (
	notJudged         = rule{"PL100", "Not judged", onlyError, nil}
	truncated         = rule{"PL101", "Shorter than declared", onlyError, nil}
	brokenTable       = rule{"PL102", "Broken structure", onlyError, nil}
	trailingZeros     = rule{"PL103", "Trailing zeros", everyLevel, checkTrailingZeros}
	trailingBytes     = rule{"PL104", "Trailing bytes", onlyWarning, checkTrailingBytes}
	missingEndTag     = rule{"PL105", "End tag missing", warningOrNote, checkEndTag}
	unexpectedVersion = rule{"PL106", "Unexpected TensorRT version", onlyError, checkVersion}
	unexpectedSM      = rule{"PL107", "Unexpected GPU architecture", onlyError, checkSM}
	wrapped           = rule{"PL108", "Plan inside another format", onlyNote, checkWrapper}
	strayBytes        = rule{"PL110", "Bytes of no section", onlyWarning, checkStrayBytes}
	hostCode          = rule{"PL109", "Host code embedded", onlyNote, checkHostCode}
	paddingExplained  = rule{"PL201", "Padding explained", errorOrWarning, nil}
	zerosBehindEndTag = rule{"PL202", "Zeros behind the end tag", onlyError, checkZerosBehindEndTag}
	unexplainedZeros  = rule{"PL203", "Unexplained zero run", everyLevel, checkUnexplainedZeros}
	paddingPredicted  = rule{"PL401", "Padding predicted", onlyError, nil}
	notPredictable    = rule{"PL402", "Padding not predictable", onlyNote, nil}
	plansDiffer       = rule{"PL601", "Plans differ", errorOrNote, nil}
	outputsDiffer     = rule{"PL602", "Outputs differ", errorOrNote, nil}
)

// ruleBook lists every rule in order of ID.
func ruleBook() []rule {
	return slices.Concat([]rule{
		notJudged, truncated, brokenTable, trailingZeros, trailingBytes, missingEndTag, unexpectedVersion, unexpectedSM, wrapped, hostCode,
		strayBytes, paddingExplained, zerosBehindEndTag, unexplainedZeros,
	}, growthRules(), []rule{paddingPredicted, notPredictable, plansDiffer, outputsDiffer})
}

// Rules returns the rule book, in order of ID.
func Rules() []result.Rule {
	var rules []result.Rule
	for _, r := range ruleBook() {
		page, err := pages.ReadFile("rules/" + r.ID + ".md")
		if err != nil {
			panic(fmt.Sprintf("rule %s has no page: %v", r.ID, err)) // a test reads them all
		}
		rules = append(rules, result.Rule{ID: r.ID, Title: r.Title, Levels: slices.Clone(r.Levels), Page: string(page)})
	}
	return rules
}

// findings decides every rule that needs a plan that could be read, in order of ID.
func (e *evidence) findings() []result.Finding { return e.findingsOf(ruleBook()...) }

// findingsOf decides some rules. A file taken as plain bytes breaks none.
func (e *evidence) findingsOf(rules ...rule) []result.Finding {
	findings := []result.Finding{}
	for _, r := range rules {
		if r.check == nil || e.container == nil {
			continue
		}
		for _, f := range r.check(e) {
			findings = append(findings, f.of(r))
		}
	}
	return findings
}

// of makes a finding one of a rule.
func (f finding) of(r rule) result.Finding {
	made := result.Finding{Rule: r.ID, Level: f.level, Message: f.message}
	if f.bytes > 0 {
		made.Offset, made.Bytes = &f.offset, &f.bytes
	}
	return made
}
