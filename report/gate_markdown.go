package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// GateMarkdown writes what one pastes in a ticket: what fails first, and what passes in a table.
func GateMarkdown(w io.Writer, document result.Document[result.Gate], options Options) error {
	var page markdownPage
	if len(document.Results)+len(document.Errors) > 1 {
		page.WriteString(markdownText(gateTotals(document.Results, document.Errors)) + "\n\n")
	}
	passed := table{columns: []column{{title: "plan", name: true}, {title: "bytes", right: true}, {title: "why"}}}
	for _, verdict := range []result.GateVerdict{result.GateFail, result.GateAllowed, result.GatePass} {
		for _, gate := range document.Results {
			switch {
			case gate.Verdict != verdict:
			case verdict == result.GatePass && !options.Verbose && len(gate.Findings)+len(gate.Causes) == 0:
				passed.rows = append(passed.rows, []string{gate.File, count(gate.Size), gateReason(gate)})
			default:
				if err := page.gate(gate, options); err != nil {
					return err
				}
			}
		}
	}
	if len(passed.rows) > 0 {
		page.WriteString("## PASS\n\n")
		if err := page.table(passed); err != nil {
			return err
		}
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	if document.Settings != nil {
		page.WriteString("\n" + markdownText(usedSettings(*document.Settings)) + "\n")
	}
	return write(w, page.text())
}

func (p *markdownPage) gate(gate result.Gate, options Options) error {
	fmt.Fprintf(p, "## %s %s\n\n", markdownText(gateTitle(gate.Verdict)), markdownCode(gate.File))
	if gate.Kind == result.GatePlan || gate.Kind == result.GateRankSet {
		p.WriteString(bytesAndSize(gate.Size) + ": ")
	}
	p.WriteString(markdownText(gateReason(gate)) + "\n\n")
	if options.Quiet {
		return nil
	}
	if err := p.facts(gateFacts(gate)); err != nil {
		return err
	}
	if len(gate.Causes) > 0 {
		title := causesTitle(gate)
		p.WriteString("### " + strings.ToUpper(title[:1]) + title[1:] + "\n\n")
		for _, c := range gate.Causes {
			fmt.Fprintf(p, "- %s\n", markdownText(gateCauseText(c)))
		}
		p.WriteByte('\n')
	}
	if len(gate.Checks) > 0 {
		p.WriteString("### Budgets\n\n")
		if err := p.table(checkTable(gate.Checks)); err != nil {
			return err
		}
	}
	p.findings(gate.Findings, options)
	p.notChecked(gate.NotChecked)
	return nil
}

// SelftestMarkdown writes whether a gate catches what is made worse.
func SelftestMarkdown(w io.Writer, document result.Document[result.GateSelftest], _ Options) error {
	var page markdownPage
	tests := table{columns: []column{{title: ""}, {title: "plan", name: true}, {title: "trial"}, {title: "what the gate says"}}}
	for _, test := range document.Results {
		for _, t := range test.Trials {
			tests.rows = append(tests.rows, []string{selftestWord(test), test.File, trialWord(t), trialText(t)})
		}
	}
	if len(tests.rows) > 0 {
		if err := page.table(tests); err != nil {
			return err
		}
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}
