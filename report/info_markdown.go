package report

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
)

// InfoMarkdown writes the facts of each file as a table.
func InfoMarkdown(w io.Writer, document result.Document[result.Info], options Options) error {
	var page markdownPage
	for _, info := range document.Results {
		fmt.Fprintf(&page, "## %s\n\n%s: %s\n\n", markdownCode(info.File), bytesAndSize(info.Size), markdownText(infoBuilder(info)))
		if err := page.facts(infoFacts(info, options)); err != nil {
			return err
		}
		if err := page.layers(info.Layers, options); err != nil {
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
