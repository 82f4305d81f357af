package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// PredictHTML writes a page that stands for itself, with the facts and groups of each model.
func PredictHTML(w io.Writer, document result.Document[result.Predict]) error {
	var body strings.Builder
	for _, p := range document.Results {
		if err := predictSection(&body, p); err != nil {
			return err
		}
	}
	if err := failureSection(&body, document.Errors); err != nil {
		return err
	}
	title := "Predicted padding"
	if len(document.Results) == 1 {
		title += " of " + document.Results[0].Model
	}
	return write(w, htmlPage(title, body.String(), document.Tool))
}

func predictSection(body *strings.Builder, p result.Predict) error {
	word, _ := predictWord(p)
	fmt.Fprintf(body, "<section>\n<h2>%s</h2>\n<p>%s: %s</p>\n", escapeMarkup(p.Model), escapeMarkup(word), escapeMarkup(predictSentence(p)))
	facts := table{columns: []column{{title: "what"}, {title: "value"}}}
	for _, f := range predictFacts(p) {
		for i, line := range f.lines {
			name := f.name
			if i > 0 {
				name = ""
			}
			facts.rows = append(facts.rows, []string{name, line})
		}
	}
	rendered, err := facts.html("facts")
	if err != nil {
		return err
	}
	body.WriteString("<div class=\"scroll\">\n" + rendered + "</div>\n")
	shown, _ := shownGroups(p, Options{Verbose: true})
	shown = shown[:min(len(shown), htmlRanges)]
	if len(shown) > 0 {
		groups := groupTable(shown)
		groups.columns = append(groups.columns, column{title: "why"})
		for i := range groups.rows {
			groups.rows[i] = append(groups.rows[i], whyText(shown[i]))
		}
		summary := fmt.Sprintf("The %d groups", len(p.Groups))
		if len(shown) < len(p.Groups) {
			summary = fmt.Sprintf("The first %d of %d groups; the CSV has all", len(shown), len(p.Groups))
		}
		if err := details(body, summary, groups, len(shown) <= openRanges); err != nil {
			return err
		}
	}
	if len(p.NotPredictable) > 0 {
		body.WriteString("<h2>Not predictable</h2>\n<ul>\n")
		for _, n := range p.NotPredictable {
			body.WriteString("<li>" + escapeMarkup(unknownText(n)) + "</li>\n")
		}
		body.WriteString("</ul>\n")
	}
	body.WriteString("</section>\n")
	return nil
}
