package report

import (
	"io"

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
		return page.flush(w)
	}
	page.facts(infoFacts(info, options))
	if err := page.layers(info.Layers); err != nil {
		return err
	}
	page.findings(info.Findings)
	page.notChecked(info.NotChecked)
	return page.flush(w)
}

// infoFacts are what stands below the headline.
func infoFacts(info result.Info, options Options) []fact {
	return append(containerFacts(info.Size, info.Allocated, info.Member, info.Container, options), layerFacts(info.Layers, info.File, options)...)
}

// infoBuilder is the headline of info: what made the plan.
func infoBuilder(info result.Info) string {
	switch {
	case info.Container == nil && info.Layers != nil:
		return "layers of a plan"
	case info.Container == nil:
		return "not a plan"
	}
	return Visible(familyName(info.Container.Family) + " " + info.Container.Version)
}
