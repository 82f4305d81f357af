package report

import (
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// FixText writes what fix did: the padding before and after, what moved and why that is exact, what did not, and the proof.
func FixText(w io.Writer, document result.Document[result.Fix], options Options) error {
	for i, f := range document.Results {
		page := newTextPage(w, options)
		if i > 0 && !options.Quiet {
			page.WriteByte('\n')
		}
		page.fix(f)
		if err := page.flush(w); err != nil {
			return err
		}
	}
	return nil
}

func (p *textPage) fix(f result.Fix) {
	word, verdict := fixWord(f)
	p.wordLine(verdict, word, f.Model, fixSentence(f))
	if p.options.Quiet {
		return
	}
	p.facts(fixFacts(f))
	p.moves(f.Moves)
	p.refused(f.Refused)
	if f.Proof == nil {
		return
	}
	p.title("proof")
	for _, c := range f.Proof.Checks {
		p.item(fixCheckText(c))
	}
	if plans := f.Proof.Plans; plans != nil {
		p.title("plans of " + Visible(plans.Builder))
		for _, line := range planLines(*plans) {
			p.item(line)
		}
	}
}

// item writes a line of a list, and what follows of it further in.
func (p *textPage) item(text string) {
	p.WriteString(strings.Repeat(" ", 2*indentStep))
	p.hanging(Visible(text), 2*indentStep+2)
}

func (p *textPage) moves(moves []result.FixMove) {
	if len(moves) == 0 {
		return
	}
	p.title("moved")
	for i, m := range moves {
		if i == listedGroups && !p.options.Verbose {
			p.WriteString("    " + others(len(moves)-i, p.options) + "\n")
			break
		}
		p.item(moveText(m))
		for _, said := range m.Mapped {
			p.WriteString(strings.Repeat(" ", 3*indentStep))
			p.hanging(Visible(said), 3*indentStep+2)
		}
	}
	p.title("why that is exact")
	for _, why := range moveReasons(moves) {
		p.item(why)
	}
}

func (p *textPage) refused(refused []result.FixRefusal) {
	if len(refused) == 0 {
		return
	}
	p.title("not moved")
	for i, r := range refused {
		if i == listedGroups && !p.options.Verbose {
			p.WriteString("    " + others(len(refused)-i, p.options) + "\n")
			break
		}
		p.item(refusalText(r))
		for _, why := range refusalLines(r) {
			p.WriteString(strings.Repeat(" ", 3*indentStep))
			p.hanging(Visible(why), 3*indentStep+2)
		}
	}
}

// refusalLines say why a group moves neither way.
func refusalLines(r result.FixRefusal) []string {
	if r.WhyBehind == "" {
		return []string{r.Why}
	}
	return []string{"not before what it reads: " + r.Why, "not behind what reads it: " + r.WhyBehind}
}
