package report

import (
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// RulesText lists the rules, one a line.
func RulesText(w io.Writer, rules []result.Rule, options Options) error {
	list := table{columns: []column{{title: "rule"}, {title: "levels"}, {title: "what it finds", name: true}}}
	for _, rule := range rules {
		list.rows = append(list.rows, []string{rule.ID, levelsText(rule), rule.Title})
	}
	rendered, err := list.text(options.width())
	if err != nil {
		return err
	}
	return write(w, rendered)
}

func levelsText(rule result.Rule) string {
	levels := make([]string, len(rule.Levels))
	for i, level := range rule.Levels {
		levels[i] = string(level)
	}
	return strings.Join(levels, ", ")
}

// RulePageText writes the page of one rule: a headline and the page as it is.
func RulePageText(w io.Writer, rule result.Rule, options Options) error {
	paint := newPainter(w, options)
	text := paint.title(Visible(rule.ID+" "+rule.Title)) + "\n" + paint.faint(Visible("levels: "+levelsText(rule))) + "\n\n"
	for line := range strings.Lines(rule.Page) {
		text += Visible(strings.TrimRight(line, "\r\n")) + "\n"
	}
	return write(w, text)
}

// RulesMarkdown writes the pages of the given rules, one after the other. Pages are planlint's own Markdown.
func RulesMarkdown(w io.Writer, rules []result.Rule) error {
	var page markdownPage
	for i, rule := range rules {
		if i > 0 {
			page.WriteByte('\n')
		}
		page.WriteString("## " + rule.ID + " " + markdownText(rule.Title) + "\n\nLevels: " + levelsText(rule) + "\n\n")
		page.WriteString(strings.TrimRight(rule.Page, "\n") + "\n")
	}
	return write(w, page.String())
}
