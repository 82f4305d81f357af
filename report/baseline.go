package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// Baseline writes the baseline itself, as it is committed: an entry has lines of its own, so that two branches that
// change other plans can be merged.
func Baseline(w io.Writer, baseline result.Baseline) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(baseline); err != nil {
		return fmt.Errorf("writing the baseline: %w", err)
	}
	return nil
}

// BaselineText lists entries of the baseline and what became of them.
func BaselineText(w io.Writer, document result.Document[result.BaselineChange], options Options) error {
	if len(document.Results) == 0 {
		if document.Exit != 0 || options.Quiet { // why has been said
			return nil
		}
		return write(w, "no entries\n")
	}
	rendered, err := baselineTable(document.Results).text(options.width())
	if err != nil {
		return err
	}
	if options.Quiet {
		return nil
	}
	return write(w, rendered)
}

// BaselineMarkdown is the same as a table of Markdown.
func BaselineMarkdown(w io.Writer, document result.Document[result.BaselineChange], _ Options) error {
	var page markdownPage
	if len(document.Results) > 0 {
		if err := page.table(baselineTable(document.Results)); err != nil {
			return err
		}
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}

func baselineTable(changes []result.BaselineChange) table {
	t := table{columns: []column{{title: ""}, {title: "path", name: true, least: 24}, {title: "TensorRT", name: true, least: 12}, {title: "SM", name: true}, {title: "label", name: true, spare: 2},
		{title: "bytes", right: true}, {title: "change", right: true}, {title: "anchor", right: true, spare: 1}, {title: "why", spare: 3}}}
	for _, c := range changes {
		e := c.Entry
		change := ""
		if c.Before != nil && *c.Before != e.Size {
			change = signed(e.Size - *c.Before)
		}
		anchor := ""
		if e.Anchor.Size != e.Size {
			anchor = units.FormatBytes(e.Anchor.Size)
		}
		t.rows = append(t.rows, []string{string(c.Change), e.Path, cmp.Or(e.Version, "-"), cmp.Or(e.SM, "-"), e.Label, units.FormatBytes(e.Size), change, anchor, c.Why})
	}
	return t
}
