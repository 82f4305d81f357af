package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
)

// gitlabIssue is an entry of GitLab's code quality report, which is a list of them. Every field is required.
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
}

// GitLab writes findings as GitLab's code quality report. A plan has no lines, so every finding is at its first.
func GitLab(w io.Writer, ci CI, options Options) error {
	findings := ci.Findings()
	prints := fingerprints(findings, options.Places)
	issues := []gitlabIssue{}
	for i, f := range findings {
		issues = append(issues, gitlabIssue{
			Description: ciMessage(f.Rule + " " + f.Message), CheckName: Visible(f.Rule), Fingerprint: prints[i], Severity: gitlabSeverity(f.Level),
			Location: gitlabLocation{Visible(options.Places.of(f.File).name), gitlabLines{1}},
		})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(issues); err != nil {
		return fmt.Errorf("writing the code quality report: %w", err)
	}
	return nil
}

func gitlabSeverity(level result.Level) string {
	switch level {
	case result.LevelError:
		return "critical"
	case result.LevelWarning:
		return "minor"
	}
	return "info"
}
