package report

import (
	"strings"

	"github.com/planlint/planlint/internal/result"
)

func (p *markdownPage) layers(l *result.Layers, options Options) error {
	if l == nil || len(l.List) == 0 {
		return nil
	}
	title, list, rest := layerTable(*l, options, markdownColumns()...)
	p.WriteString("### " + strings.ToUpper(title[:1]) + title[1:] + "\n\n")
	if err := p.table(list); err != nil {
		return err
	}
	if rest > 0 {
		p.WriteString(markdownText(others(int(rest), options)) + "\n\n")
	}
	return nil
}

// markdownColumns are those of text, and what does not fit there.
func markdownColumns() []layerColumn {
	return append(textColumns(),
		layerColumn{column{title: "format"}, func(_ int, l result.Layer) string {
			return firstOutput(l, func(t result.LayerTensor) string { return t.Format })
		}},
		layerColumn{column{title: "nodes"}, func(_ int, l result.Layer) string { return nodesText(l) }},
		layerColumn{column{title: "tactic", name: true}, func(_ int, l result.Layer) string { return l.Tactic }},
	)
}
