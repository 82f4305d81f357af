package report

import (
	"io"
	"slices"
)

// Names of the formats that --format and --write take.
const (
	Text     = "text"
	JSONName = "json"
	CSV      = "csv"
	Markdown = "md"
	SVG      = "svg"
	HTML     = "html"

	// Those of CI systems.
	SARIFName = "sarif"
	JUnitName = "junit"
	GitHub    = "github"
	GitLabCQ  = "gitlab"
)

// Formats returns the formats that a command can print, its default first; nil for a command that prints
// no results. docs/formats.md is tested against it.
func Formats(command string) []string {
	switch command {
	case "scan":
		return AllFormats()
	case "gate":
		return []string{Text, JSONName, Markdown, HTML, SARIFName, JUnitName, GitHub, GitLabCQ}
	case "compare", "explain", "predict":
		return []string{Text, JSONName, CSV, Markdown, HTML, SARIFName, JUnitName, GitHub, GitLabCQ}
	case "verify":
		return []string{Text, JSONName, CSV, Markdown, SVG, SARIFName, JUnitName, GitHub, GitLabCQ}
	case "info":
		return []string{Text, JSONName, CSV, Markdown}
	case "build":
		return []string{Text, JSONName, CSV, Markdown, SVG}
	case "map":
		return []string{Text, JSONName, CSV, Markdown, SVG, HTML}
	case "fix", "gate selftest", "baseline update", "baseline show", "baseline prune":
		return []string{Text, JSONName, Markdown}
	case "rules":
		return []string{Text, JSONName, Markdown}
	case "doctor", "explain --fit":
		return []string{Text, JSONName, Markdown}
	case "core install", "core clean", "trim", "version":
		return []string{Text, JSONName}
	case "print": // as far as the command has it that was saved
		return AllFormats()
	case "report":
		return []string{Markdown, JSONName, HTML}
	case "demo":
		return []string{Text}
	}
	return nil
}

// Commands lists the commands that Formats knows.
func Commands() []string {
	return []string{"scan", "info", "map", "compare", "gate", "gate selftest", "baseline update", "baseline show", "baseline prune", "build", "verify", "predict", "fix", "explain", "report", "explain --fit", "rules", "print", "trim", "doctor", "core install", "core clean", "demo", "version"}
}

// AllFormats lists every format that some command prints.
func AllFormats() []string {
	return []string{Text, JSONName, CSV, Markdown, SVG, HTML, SARIFName, JUnitName, GitHub, GitLabCQ}
}

// CIFormat returns what writes a format of CI systems; nil for other formats.
func CIFormat(format string) func(io.Writer, CI, Options) error {
	switch format {
	case SARIFName:
		return SARIF
	case JUnitName:
		return JUnit
	case GitHub:
		return GitHubAnnotations
	case GitLabCQ:
		return GitLab
	}
	return nil
}

// HasFormat tells whether a command can print a format.
func HasFormat(command, format string) bool {
	return slices.Contains(Formats(command), format)
}
