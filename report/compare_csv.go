package report

import (
	"io"

	"github.com/planlint/planlint/internal/result"
)

// compareTitles are the columns of CompareCSV; docs/formats.md explains them.
func compareTitles() []string {
	return []string{"old_file", "new_file", "name", "old", "new", "differs", "change", "ratio", "error_kind", "error_message"}
}

// CompareCSV writes one row for the outcome, one for the cause, one for each property and amount, and one for all
// that differs in layers. An input that could not be judged has a row with its name as old_file.
func CompareCSV(w io.Writer, document result.Document[result.Compare]) error {
	var rows [][]string
	for _, c := range document.Results {
		row := func(name, old, new string, differs bool, change, ratio string) {
			rows = append(rows, []string{csvText(c.Old.File), csvText(c.New.File), csvText(name), csvText(old), csvText(new), boolean(differs), change, ratio, "", ""})
		}
		row("outcome", "", string(c.Outcome), c.Outcome == result.OutcomeDifferent, "", "")
		if c.Cause != nil {
			row("cause", "", string(c.Cause.Kind), true, "", "")
		}
		for _, p := range c.Properties {
			row(p.Name, orEmpty(p.Old), orEmpty(p.New), p.Differs, "", "")
		}
		for _, a := range c.Amounts {
			change := ""
			if a.Change != nil {
				change = count(int64(*a.Change))
			}
			row(a.Name, known(a.Old), known(a.New), a.Differs, change, ratioText(a.Ratio))
		}
		if c.Layers != nil {
			for _, l := range layerRows(*c.Layers) {
				row(l[0], l[1], l[2], true, "", "")
			}
		}
	}
	failed, _ := failureRows(document.Errors, nil, len(compareTitles()))
	return writeCSV(w, compareTitles(), append(rows, failed...))
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
