package report

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// CoreInstallText writes what there is of one TensorRT and its worker now; Quiet leaves one line.
func CoreInstallText(w io.Writer, done result.CoreInstall, options Options) error {
	page := newTextPage(w, options)
	headline := "no libraries yet"
	if done.Libraries != nil {
		headline = done.Libraries.Version + " is ready"
	}
	page.WriteString(page.paint.title(Visible(done.Name)) + "  " + Visible(headline) + "\n")
	if options.Quiet {
		return page.flush(w)
	}
	var facts []fact
	if l := done.Libraries; l != nil {
		from := ""
		if l.State == result.CorePresent {
			from = ", found by " + l.Source
			if l.Source == "core install" {
				from = ""
			}
		}
		facts = append(facts, fact{"libraries", []string{l.Folder, string(l.State) + from}})
	}
	facts = append(facts, fact{"worker", []string{done.Worker.Path,
		fmt.Sprintf("%s; against headers %s from %s", done.Worker.State, done.Headers.Version, done.Headers.Source)}})
	if done.Next != "" {
		facts = append(facts, fact{"what to do", []string{done.Next}})
	}
	page.facts(facts)
	return page.flush(w)
}

// CoreCleanText lists what was or would be removed; Quiet leaves the total.
func CoreCleanText(w io.Writer, clean result.CoreClean, options Options) error {
	page := newTextPage(w, options)
	list := table{columns: []column{{title: "name"}, {title: "what"}, {title: "bytes", right: true}, {title: "size", right: true}, {title: "path", name: !options.Verbose}}}
	var total int64
	for _, item := range clean.Items {
		kind := item.Kind
		if item.Outdated {
			kind = "outdated " + kind
		}
		total += item.Size
		list.rows = append(list.rows, []string{item.Name, kind, units.FormatBytes(item.Size), units.FormatSize(item.Size), item.Path})
	}
	if len(list.rows) > 0 && !options.Quiet {
		rendered, err := list.text(page.width)
		if err != nil {
			return err
		}
		page.WriteString(rendered + "\n")
	}
	switch {
	case len(clean.Items) == 0:
		page.WriteString("nothing of planlint's is there to remove\n")
	case clean.Removed:
		page.WriteString("removed " + bytesAndSize(total) + "\n")
	default:
		page.WriteString(bytesAndSize(total) + "; nothing was removed: name what to remove, or --all\n")
	}
	return page.flush(w)
}
