package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// htmlStyle is all the style of a page. Tables scroll on narrow screens, and a dark screen gets a dark page
// around the pictures, which keep their light card.
const htmlStyle = `body{font:15px/1.5 "Segoe UI","Helvetica Neue",Helvetica,Arial,sans-serif;color:#24292f;background:#f6f8fa;margin:0 auto;max-width:1000px;padding:20px}
svg{width:100%;height:auto;display:block}
h2{font-size:16px;margin:28px 0 8px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;background:#fff;color:#24292f;font-variant-numeric:tabular-nums;width:100%}
th,td{padding:4px 12px;border:1px solid #d0d7de}
thead th,tfoot td{background:#eaeef2;font-weight:600}
details{margin:12px 0}
summary{cursor:pointer}
footer{margin:24px 0 8px;font-size:13px;color:#57606a}
@media (prefers-color-scheme:dark){body{background:#161b22;color:#e6edf3}footer{color:#9da7b1}}
@media print{body{background:#fff;color:#000}}`

// htmlRanges is how many ranges a page lists; MapCSV has them all. A short list is open.
const (
	htmlRanges = 2000
	openRanges = 40
)

// MapHTML writes a page that stands for itself, with a picture and tables for each map. It is also
// well-formed XML, has no script and loads nothing.
func MapHTML(w io.Writer, document result.Document[result.Map]) error {
	var body strings.Builder
	for i, plan := range document.Results {
		if err := mapSection(&body, plan, fmt.Sprintf("p%d-", i)); err != nil {
			return err
		}
	}
	if err := failureSection(&body, document.Errors); err != nil {
		return err
	}
	title := "Byte map"
	if len(document.Results) == 1 {
		title += " of " + document.Results[0].File
	}
	return write(w, htmlPage(title, body.String(), document.Tool))
}

// htmlPage is a page around a body that has been escaped.
func htmlPage(title, body string, tool result.Tool) string {
	return fmt.Sprintf("<!DOCTYPE html>\n"+`<html lang="en" xmlns="http://www.w3.org/1999/xhtml">`+"\n"+
		`<head>`+"\n"+`<meta charset="utf-8"/>`+"\n"+`<meta name="viewport" content="width=device-width, initial-scale=1"/>`+"\n"+
		"<title>%s</title>\n<style>\n%s\n</style>\n</head>\n<body>\n<main>\n%s</main>\n<footer>planlint %s</footer>\n</body>\n</html>\n",
		escapeMarkup(title), htmlStyle, body, escapeMarkup(tool.Version))
}

func mapSection(body *strings.Builder, plan result.Map, prefix string) error {
	body.WriteString("<section>\n" + svg(plan, prefix))
	shown := plan
	shown.Ranges = plan.Ranges[:min(len(plan.Ranges), htmlRanges)]
	ranges := fmt.Sprintf("The %d ranges", len(plan.Ranges))
	if len(shown.Ranges) < len(plan.Ranges) {
		ranges = fmt.Sprintf("The first %d of %d ranges; the CSV has all", len(shown.Ranges), len(plan.Ranges))
	}
	if err := details(body, "The labels as a table", labelTable(plan), false); err != nil {
		return err
	}
	if err := details(body, ranges, rangeTable(shown), len(shown.Ranges) <= openRanges); err != nil {
		return err
	}
	if len(plan.NotChecked) > 0 {
		body.WriteString("<h2>Not checked</h2>\n<ul>\n")
		for _, n := range plan.NotChecked {
			body.WriteString("<li>" + escapeMarkup(n.What+": "+n.Why) + "</li>\n")
		}
		body.WriteString("</ul>\n")
	}
	body.WriteString("</section>\n")
	return nil
}

// details writes a table that a click opens and closes.
func details(body *strings.Builder, summary string, list table, open bool) error {
	rendered, err := list.html("list")
	if err != nil {
		return err
	}
	attribute := ""
	if open {
		attribute = ` open="open"`
	}
	fmt.Fprintf(body, "<details%s>\n<summary>%s</summary>\n<div class=\"scroll\">\n%s</div>\n</details>\n", attribute, escapeMarkup(summary), rendered)
	return nil
}

func failureSection(body *strings.Builder, failures []result.Error) error {
	if len(failures) == 0 {
		return nil
	}
	list := table{columns: []column{{title: "file"}, {title: "kind"}, {title: "why"}}}
	for _, failure := range failures {
		list.rows = append(list.rows, []string{failure.File, string(failure.Kind), failure.Message})
	}
	rendered, err := list.html("errors")
	if err != nil {
		return err
	}
	body.WriteString("<section>\n<h2>Errors</h2>\n" + rendered + "</section>\n")
	return nil
}
