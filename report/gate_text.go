package report

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
)

// GateText writes what a gate says of plans, rank sets and files. What passes is one line, unless Options.Verbose is
// set. Several results are followed by how many pass.
func GateText(w io.Writer, document result.Document[result.Gate], options Options) error {
	page := newTextPage(w, options)
	long := false
	for i, gate := range document.Results {
		if before := long; i > 0 {
			if long = !page.brief(gate); (before || long) && !options.Quiet {
				page.WriteByte('\n')
			}
		} else {
			long = !page.brief(gate)
		}
		if err := page.gate(gate); err != nil {
			return err
		}
	}
	if !options.Quiet && len(document.Results)+len(document.Errors) > 1 && len(document.Results) > 0 {
		page.WriteString("\n" + page.paint.title(Visible(gateTotals(document.Results, document.Errors))) + "\n")
	}
	page.settings(document.Settings, len(document.Results) == 1 && len(document.Errors) == 0)
	return page.flush(w)
}

// settings says by which file plans were judged, after an empty line if nothing else is between it and a plan.
func (p *textPage) settings(file *string, apart bool) {
	if file == nil || p.options.Quiet {
		return
	}
	if apart {
		p.WriteByte('\n')
	}
	p.WriteString(Visible(usedSettings(*file)) + "\n")
}

// brief tells whether a line says all of a result.
func (p *textPage) brief(gate result.Gate) bool {
	return p.options.Quiet || gate.Verdict == result.GatePass && !p.options.Verbose && len(gate.Findings)+len(gate.Causes) == 0
}

func (p *textPage) gate(gate result.Gate) error {
	paint := func(word string) string { return p.paint.gate(gate.Verdict, word) }
	if gate.Kind == result.GateBaseline || gate.Kind == result.GateSettings {
		p.WriteString(paint(pad(fileTitle(gate), 9)) + shorten(Visible(gate.File), p.width-9) + "\n")
	} else {
		p.judgement(paint, gateTitle(gate.Verdict), gate.File, gate.Size, gateReason(gate))
	}
	if p.brief(gate) {
		return nil
	}
	p.facts(gateFacts(gate))
	if len(gate.Checks) > 0 && gate.Kind != result.GateSettings && (p.options.Verbose || gate.Verdict != result.GatePass) {
		rendered, err := checkTable(gate.Checks).text(p.width - 2*indentStep)
		if err != nil {
			return err
		}
		p.title("budgets")
		p.indented(rendered, 2*indentStep)
	}
	p.causes(gate)
	p.findings(gate.Findings)
	p.notChecked(gate.NotChecked)
	return nil
}

// causes writes why a plan is larger.
func (p *textPage) causes(gate result.Gate) {
	if len(gate.Causes) == 0 {
		return
	}
	p.title(causesTitle(gate))
	for _, c := range gate.Causes {
		p.WriteString("    ")
		p.hanging(Visible(gateCauseText(c)), 2*indentStep+2)
	}
}

// SelftestText writes whether a gate catches what is made worse.
func SelftestText(w io.Writer, document result.Document[result.GateSelftest], options Options) error {
	page := newTextPage(w, options)
	blind := 0
	for _, test := range document.Results {
		page.WriteString(page.paint.ready(test.Works, pad(selftestWord(test), 9)) + shorten(Visible(test.File), page.width-9) + "\n")
		if !test.Works {
			blind++
		}
		var facts []fact
		for _, t := range test.Trials {
			facts = append(facts, fact{trialWord(t), []string{trialText(t)}})
		}
		if !options.Quiet {
			page.facts(facts)
		}
	}
	if n := len(document.Results); n > 1 && !options.Quiet {
		page.WriteString("\n" + page.paint.title(fmt.Sprintf("%d plans: the gate works for %d, is blind for %d", n, n-blind, blind)) + "\n")
	}
	page.settings(document.Settings, len(document.Results) == 1)
	return page.flush(w)
}
