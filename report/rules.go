package report

import (
	"cmp"
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

// RulePageText writes the page of one rule: its headline, its levels, and its paragraphs broken to the
// width. Emphasis becomes bold type, or nothing.
func RulePageText(w io.Writer, rule result.Rule, options Options) error {
	page := newTextPage(w, options)
	page.WriteString(page.paint.title(shorten(Visible(rule.ID+" "+rule.Title), page.width)) + "\n")
	page.WriteString(page.paint.faint(Visible("levels: "+levelsText(rule))) + "\n")
	for _, paragraph := range paragraphs(rule.Page) {
		page.WriteByte('\n')
		for _, line := range pageLines(paragraph, page.width) {
			page.WriteString(page.emphasis(line) + "\n")
		}
	}
	return page.flush(w)
}

// paragraphs are the blocks of a Markdown page between empty lines, without its first headline.
func paragraphs(page string) []string {
	var blocks []string
	for block := range strings.SplitSeq(strings.ReplaceAll(page, "\r\n", "\n"), "\n\n") {
		block = strings.Trim(block, "\n")
		if block == "" || blocks == nil && strings.HasPrefix(block, "# ") {
			continue
		}
		blocks = append(blocks, block)
	}
	return blocks
}

// pageLines breaks a block of Markdown to the width. Lists, code and tables keep their lines.
func pageLines(block string, limit int) []string {
	lines := strings.Split(block, "\n")
	if strings.ContainsAny(block[:1], "-*|`> \t") && !strings.HasPrefix(block, "**") {
		for i, line := range lines {
			lines[i] = Visible(strings.ReplaceAll(line, "\t", "    "))
		}
		return lines
	}
	for i, line := range lines {
		lines[i] = Visible(strings.TrimSpace(line))
	}
	return wrap(strings.Join(lines, " "), limit)
}

// emphasis turns a line's **strong** into bold type. One that is broken over lines stays plain.
func (p *textPage) emphasis(line string) string {
	parts := strings.Split(line, "**")
	for i := 1; i+1 < len(parts); i += 2 {
		parts[i] = p.paint.title(parts[i])
	}
	return strings.Join(parts, "")
}

// RulesMarkdown writes the pages of the given rules, one after the other. Pages are planlint's own Markdown.
func RulesMarkdown(w io.Writer, rules []result.Rule) error {
	pages := make([]string, len(rules))
	for i, rule := range rules {
		pages[i] = strings.TrimRight(rule.Page, "\n") + "\n"
		if !strings.HasPrefix(rule.Page, "# ") {
			pages[i] = "# " + rule.ID + ": " + markdownText(rule.Title) + "\n\n" + pages[i]
		}
	}
	return write(w, strings.Join(pages, "\n"))
}

// adviceTitle starts the paragraph of a rule's page that says what to do.
const adviceTitle = "**What to do.**"

// AdviceFrom returns a function for Options.Advice that takes what to do from the pages of the rules. A rule
// whose page does not say gets a pointer to the page.
func AdviceFrom(rules []result.Rule) func(rule string) string {
	advice := map[string]string{}
	for _, rule := range rules {
		for _, paragraph := range paragraphs(rule.Page) {
			if text, found := strings.CutPrefix(paragraph, adviceTitle); found {
				first, _, _ := strings.Cut(strings.Join(strings.Fields(text), " "), ". ")
				advice[rule.ID] = strings.TrimSuffix(first, ".") + " (" + pageAdvice(rule.ID) + ")"
			}
		}
	}
	return func(rule string) string { return cmp.Or(advice[rule], pageAdvice(rule)) }
}
