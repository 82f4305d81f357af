package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report/sarif"
)

// homepage is where planlint and its documentation are.
const homepage = "https://github.com/planlint/planlint"

// root is the name that GitHub has for the root of the repository.
const root = "%SRCROOT%"

// SARIF writes findings as SARIF 2.1.0, so that code scanning takes them: relative addresses, fingerprints that stay when a
// plan is built again, and no more results than GitHub allows, the most serious first.
func SARIF(w io.Writer, ci CI, options Options) error {
	findings := ci.Findings()
	run := sarif.Run{
		Tool:               sarif.Tool{Driver: sarif.Driver{Name: "planlint", Version: Visible(ci.Version), InformationURI: homepage, Rules: sarifRules(options.Rules)}},
		AutomationDetails:  sarif.AutomationDetails{ID: "planlint/" + strings.ReplaceAll(ci.Command, " ", "-") + "/"},
		OriginalURIBaseIDs: map[string]sarif.ArtifactLocation{root: {Description: &sarif.Message{Text: "The root of the repository."}}},
		ColumnKind:         "unicodeCodePoints",
		Results:            []sarif.Result{},
	}
	invocation := sarif.Invocation{ExecutionSuccessful: len(ci.Errors) == 0, ExitCode: ci.Exit}
	for _, e := range ci.Errors {
		invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications,
			sarif.Notification{Level: "error", Message: sarifMessage(e.Message), Locations: sarifLocations(e.File, options.Places)})
	}
	prints := fingerprints(findings, options.Places)
	order := mostSerious(findings, sarif.MaxResults)
	if rest := len(findings) - len(order); rest > 0 {
		invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications, sarif.Notification{Level: "warning",
			Message: sarif.Message{Text: fmt.Sprintf("%d of %d results are left out, the least serious: GitHub takes no file with more", rest, len(findings))}})
	}
	run.Invocations = []sarif.Invocation{invocation}
	for _, i := range order {
		run.Results = append(run.Results, sarifResult(findings[i], prints[i], options))
	}
	return sarif.Write(w, sarif.Log{Schema: sarif.Schema, Version: sarif.Version, Runs: []sarif.Run{run}})
}

// mostSerious are the indexes of at most limit findings, in their order, without the least serious ones.
func mostSerious(findings []Located, limit int) []int {
	var order []int
	for _, level := range []result.Level{result.LevelError, result.LevelWarning, result.LevelNote} {
		for i, f := range findings {
			if f.Level == level && len(order) < limit {
				order = append(order, i)
			}
		}
	}
	slices.Sort(order)
	return order
}

func sarifResult(f Located, fingerprint string, options Options) sarif.Result {
	made := sarif.Result{
		RuleID: Visible(f.Rule), Level: string(f.Level), Message: sarifMessage(f.Message), Locations: sarifLocations(f.File, options.Places),
		PartialFingerprints: map[string]string{"planlintFinding/v1": fingerprint, "primaryLocationLineHash": fingerprint + ":1"},
	}
	if i := slices.IndexFunc(options.Rules, func(r result.Rule) bool { return r.ID == f.Rule }); i >= 0 {
		made.RuleIndex = &i
	}
	if f.Offset != nil || f.Bytes != nil {
		made.Properties = &sarif.Properties{Offset: f.Offset, Bytes: f.Bytes}
	}
	return made
}

func sarifLocations(file string, places Places) []sarif.Location {
	at := places.of(file)
	location := sarif.ArtifactLocation{URI: at.uri}
	if at.relative {
		location.URIBaseID = root
	}
	return []sarif.Location{{PhysicalLocation: sarif.PhysicalLocation{ArtifactLocation: location}}}
}

// sarifMessage is text in which nothing is a link or a placeholder, whatever a plan is called: "[text](address)" would be
// one, and braces are doubled as the standard has it.
func sarifMessage(text string) sarif.Message {
	return sarif.Message{Text: strings.NewReplacer("](", "] (", "{", "{{", "}", "}}").Replace(ciMessage(text))}
}

func sarifRules(rules []result.Rule) []sarif.Rule {
	made := []sarif.Rule{}
	for _, r := range rules {
		level := result.LevelWarning
		if len(r.Levels) > 0 {
			level = r.Levels[0]
		}
		description := r.Title
		if blocks := paragraphs(r.Page); len(blocks) > 0 {
			description = plainPage(blocks[0])
		}
		made = append(made, sarif.Rule{
			ID: r.ID, Name: pascal(r.Title), ShortDescription: sarif.Message{Text: r.Title}, FullDescription: sarif.Message{Text: shorten(description, 1024)},
			DefaultConfiguration: sarif.DefaultConfiguration{Level: string(level)}, HelpURI: homepage + "/blob/main/analyze/rules/" + r.ID + ".md",
			Help:       sarif.Help{Text: plainPage(strings.Join(paragraphs(r.Page), "\n\n")), Markdown: r.Page},
			Properties: sarif.RuleProperties{Tags: []string{"tensorrt", ruleTag(r.ID)}},
		})
	}
	return made
}

// plainPage is a page as text: paragraphs in one line each, without marks.
func plainPage(page string) string {
	blocks := strings.Split(page, "\n\n")
	for i, block := range blocks {
		blocks[i] = strings.Join(strings.Fields(strings.NewReplacer("**", "", "`", "").Replace(block)), " ")
	}
	return strings.Join(blocks, "\n\n")
}

// pascal makes a name such as TrailingZeros of a title.
func pascal(title string) string {
	var name strings.Builder
	for word := range strings.FieldsSeq(title) {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String()
}

// ruleTag is the class of a rule.
func ruleTag(id string) string {
	classes := map[string]string{"PL1": "file", "PL2": "zeros", "PL3": "growth", "PL4": "model", "PL5": "multi-gpu", "PL6": "comparison"}
	if len(id) >= 3 && classes[id[:3]] != "" {
		return classes[id[:3]]
	}
	return "other"
}
