package report

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// layers writes a table of the layers that take the most, or, verbose, all there is to say of each.
func (p *textPage) layers(l *result.Layers) error {
	if l == nil || len(l.List) == 0 {
		return nil
	}
	if p.options.Verbose && l.Detail == result.LayersDetailed {
		p.title("layers")
		for i, layer := range l.List {
			p.layer(i, layer)
		}
		return nil
	}
	title, list, rest := layerTable(*l, p.options, textColumns()...)
	rendered, err := list.text(p.width - 2*indentStep)
	if err != nil {
		return err
	}
	p.title(title)
	p.indented(rendered, 2*indentStep)
	if rest > 0 {
		p.WriteString("    " + others(int(rest), p.options) + "\n")
	}
	return nil
}

// layer writes all of one layer, nothing shortened.
func (p *textPage) layer(number int, l result.Layer) {
	head := fmt.Sprintf("    %d  ", number)
	p.WriteString(head)
	p.breaking(l.Name, len(head))
	say := func(name string, parts ...string) {
		parts = withoutEmpty(parts)
		if len(parts) == 0 {
			return
		}
		const indent = 6 + 11
		p.WriteString(p.paint.faint("      " + pad(name, 11)))
		p.breaking(strings.Join(parts, "  "), indent)
	}
	say("type", l.Type, bracketed(l.Operation, l.Type), l.Origin)
	say("tactic", l.Tactic, l.TacticValue)
	for _, t := range l.Inputs {
		say("input", tensorText(t)...)
	}
	for _, t := range l.Outputs {
		say("output", tensorText(t)...)
	}
	if l.WeightsBytes != nil {
		say("weights", bytesAndSize(*l.WeightsBytes))
	}
	say("nodes", nodesText(l))
	if l.Pointwise != "" {
		say("pointwise", string(l.Pointwise), strings.Join(l.PointwiseNodes, ", "))
	}
	say("runs in", numbered("stream", l.Stream), numbered("optimization profile", l.Profile))
	if l.Time != nil {
		say("time", layerTimeText(0, l), fmt.Sprintf("%.2f %%", 100*l.Time.Share))
	}
}

// breaking writes raw text from where the line stands, and breaks it where it must, also in words.
func (p *textPage) breaking(text string, indent int) {
	room := max(1, p.width-indent)
	for i, line := range breakWords(Visible(text), room) {
		if i > 0 {
			p.WriteString(strings.Repeat(" ", indent))
		}
		p.WriteString(line + "\n")
	}
}

// breakWords breaks text into lines at spaces, and words that are wider than a line into pieces.
func breakWords(text string, limit int) []string {
	var lines []string
	line, width := "", 0
	for _, word := range strings.Split(text, " ") {
		if wide := columns(word); width > 0 && width+1+wide <= limit {
			line, width = line+" "+word, width+1+wide
			continue
		} else if width > 0 {
			lines = append(lines, line)
			line, width = "", 0
		}
		for _, character := range word {
			wide := columns(string(character))
			if width+wide > limit {
				lines = append(lines, line)
				line, width = "", 0
			}
			line, width = line+string(character), width+wide
		}
	}
	return append(lines, line)
}

func tensorText(t result.LayerTensor) []string {
	text := []string{t.Name, freeShape(t.Shape), t.DType, t.Format}
	if t.Bytes != nil {
		text = append(text, units.FormatBytes(*t.Bytes)+plural(*t.Bytes, " byte", " bytes"))
	}
	return text
}

func nodesText(l result.Layer) string {
	if len(l.Nodes) == 0 {
		return ""
	}
	text := strings.Join(l.Nodes, ", ")
	if l.NodesOmitted {
		text += ", and others between them"
	}
	if l.NodesFrom == result.NodesFromName {
		text += " (by the name)"
	}
	return text
}

// bracketed puts what a layer computes behind its type, unless that says the same.
func bracketed(operation, kind string) string {
	if operation == "" || operation == kind {
		return ""
	}
	return "(" + operation + ")"
}

func numbered(what string, known *int64) string {
	if known == nil {
		return ""
	}
	return what + " " + count(*known)
}

func withoutEmpty(parts []string) []string {
	var kept []string
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return kept
}
