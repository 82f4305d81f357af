package report

import (
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// predictTitles are the columns of PredictCSV; docs/formats.md explains them.
func predictTitles() []string {
	return []string{"model", "target", "law", "row", "name", "ops", "output", "shape", "dtype", "activation_bytes", "alone", "alone_min", "alone_max",
		"table", "why", "padding_bytes", "padding_bytes_min", "padding_bytes_max", "share", "lower_bound", "error_kind", "error_message"}
}

// PredictCSV writes for each model a row with its total, one for each group and one for each node that is not
// predictable, then the models that could not be read.
func PredictCSV(w io.Writer, document result.Document[result.Predict]) error {
	titles := predictTitles()
	var rows [][]string
	for _, p := range document.Results {
		row := func(kind string, cells ...string) {
			all := append([]string{csvText(p.Model), csvText(p.Target), csvText(p.Law.Name), kind}, cells...)
			rows = append(rows, append(all, make([]string, len(titles)-len(all))...))
		}
		row("total", "", "", "", "", "", "", "", "", "", "", "", count(p.PaddingBytes), count(p.PaddingBytesMin), count(p.PaddingBytesMax), "",
			boolean(p.LowerBound))
		for _, g := range p.Groups {
			row("group", csvText(groupName(g)), csvText(strings.Join(g.Ops, " ")), csvText(g.Output), csvText(groupShape(g)), csvText(g.DType), known(g.ActivationBytes),
				boolean(g.Alone), boolean(g.AloneMin), boolean(g.AloneMax), csvText(g.Table), csvText(g.Why), known(g.PaddingBytes), known(g.PaddingBytesMin),
				known(g.PaddingBytesMax), share(g.Share))
		}
		for _, n := range p.NotPredictable {
			row("not-predictable", csvText(n.Node), csvText(n.Op), "", "", "", "", "", "", "", "", csvText(n.Why))
		}
	}
	failed, _ := failureRows(document.Errors, nil, len(titles))
	return writeCSV(w, titles, append(rows, failed...))
}
