package report

import (
	"io"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// TrimText writes what trim did to one file; Quiet leaves one line.
func TrimText(w io.Writer, trim result.Trim, options Options) error {
	page := newTextPage(w, options)
	const arrow = " -> "
	room := (page.width - len(arrow)) / 2
	page.WriteString(shorten(Visible(trim.File), room) + arrow + shorten(Visible(trim.Output), room) + "\n")
	if options.Quiet {
		return page.flush(w)
	}
	facts := []fact{{"size", []string{bytesAndSize(trim.Size) + ", the same bytes"}}}
	if trim.AllocatedAfter != nil {
		facts = append(facts, fact{"on disk", []string{trimmedText(trim)}})
	}
	page.facts(append(facts, fact{"SHA-256", []string{trim.SHA256 + ", read back"}}))
	return page.flush(w)
}

func trimmedText(trim result.Trim) string {
	after := bytesAndSize(*trim.AllocatedAfter)
	if trim.AllocatedBefore == nil {
		return after
	}
	before := *trim.AllocatedBefore
	text := bytesAndSize(before) + " before, " + after + " after"
	if saved := before - *trim.AllocatedAfter; saved > 0 {
		return text + ": " + units.FormatShare(saved, before) + " saved"
	}
	return text + ": nothing saved"
}
