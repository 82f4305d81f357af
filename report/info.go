package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// InfoText writes one result as text, with an empty line between two results by the caller. Quiet leaves
// one line with the version and the size.
func InfoText(w io.Writer, info result.Info, options Options) error {
	page := newTextPage(w, options)
	size := bytesAndSize(info.Size)
	builder := infoBuilder(info)
	name := shorten(Visible(info.File), max(page.width-columns(size)-3-len(": ")-columns(builder), minName))
	page.WriteString(page.paint.title(name) + "   " + size)
	if used := columns(name) + 3 + columns(size); used+2+columns(builder) <= page.width {
		page.WriteString(": " + builder)
	}
	page.WriteByte('\n')
	if options.Quiet {
		return write(w, page.String())
	}
	page.facts(containerFacts(info.Size, info.Allocated, info.Member, info.Container, options))
	page.findings(info.Findings)
	page.notChecked(info.NotChecked)
	return write(w, page.String())
}

// minName is what a file name keeps beside other text in its line, in columns.
const minName = 20

// infoBuilder is the headline of info: what made the plan.
func infoBuilder(info result.Info) string {
	if info.Container == nil {
		return "not a plan"
	}
	return Visible(familyName(info.Container.Family) + " " + info.Container.Version)
}

// infoTitles are the columns of InfoCSV; docs/formats.md explains them.
func infoTitles() []string {
	return slices.Concat([]string{"file", "size", "allocated"}, containerTitles(),
		[]string{"sections", "findings", "not_checked", "error_kind", "error_message"})
}

// InfoCSV writes one row for each file: the results, then the inputs that have none.
func InfoCSV(w io.Writer, document result.Document[result.Info]) error {
	judged := map[string]bool{}
	for _, info := range document.Results {
		judged[info.File] = true
	}
	titles := infoTitles()
	failed, failures := failureRows(document.Errors, judged, len(titles))
	var rows [][]string
	for _, info := range document.Results {
		failure := failures[info.File]
		sections := 0
		if info.Container != nil {
			sections = len(info.Container.Sections)
		}
		rows = append(rows, slices.Concat([]string{csvText(info.File), count(info.Size), known(info.Allocated)},
			containerCells(info.Container),
			[]string{count(int64(sections)), findingsCell(info.Findings), count(int64(len(info.NotChecked))),
				csvText(string(failure.Kind)), csvText(failure.Message)}))
	}
	return writeCSV(w, titles, append(rows, failed...))
}

// InfoMarkdown writes the facts of each file as a table.
func InfoMarkdown(w io.Writer, document result.Document[result.Info], options Options) error {
	var page markdownPage
	for _, info := range document.Results {
		fmt.Fprintf(&page, "## %s\n\n%s: %s\n\n", markdownCode(info.File), bytesAndSize(info.Size), markdownText(infoBuilder(info)))
		if err := page.facts(containerFacts(info.Size, info.Allocated, info.Member, info.Container, options)); err != nil {
			return err
		}
		page.findings(info.Findings, options)
		page.notChecked(info.NotChecked)
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}
