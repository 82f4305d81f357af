package report

import (
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// PredictText writes predictions: the total, what it rests on, and the groups that stay alone with the reasons.
func PredictText(w io.Writer, document result.Document[result.Predict], options Options) error {
	for i, p := range document.Results {
		page := newTextPage(w, options)
		if i > 0 && !options.Quiet {
			page.WriteByte('\n')
		}
		if err := page.predict(p); err != nil {
			return err
		}
		if err := page.flush(w); err != nil {
			return err
		}
	}
	return nil
}

func (p *textPage) predict(predicted result.Predict) error {
	word, verdict := predictWord(predicted)
	p.wordLine(verdict, word, predicted.Model, predictSentence(predicted))
	if p.options.Quiet {
		return nil
	}
	p.facts(predictFacts(predicted))
	if err := p.groups(predicted); err != nil {
		return err
	}
	if len(predicted.NotPredictable) == 0 {
		return nil
	}
	p.title("not predictable")
	for i, n := range predicted.NotPredictable {
		if i == listedGroups && !p.options.Verbose {
			p.WriteString("    " + others(len(predicted.NotPredictable)-i, p.options) + "\n")
			break
		}
		p.WriteString("    ")
		p.hanging(Visible(unknownText(n)), 2*indentStep+2)
	}
	return nil
}

// wordLine says of a model what was found, in a word and in a sentence, in one line or, where the name is long, in two. Quiet has one line,
// in which the sentence is shortened as well.
func (p *textPage) wordLine(verdict result.Verdict, word, model, sentence string) {
	const wordColumns, space = 9, "   "
	name, sentence := Visible(model), Visible(sentence)
	p.WriteString(p.paint.verdict(verdict, pad(word, wordColumns)))
	room := p.width - wordColumns - columns(space+sentence)
	switch {
	case room >= min(minName, columns(name)):
		p.WriteString(shorten(name, room) + space + sentence + "\n")
	case p.options.Quiet:
		name = shorten(name, minName)
		p.WriteString(name + space + shorten(sentence, p.width-wordColumns-columns(name+space)) + "\n")
	default:
		p.WriteString(shorten(name, p.width-wordColumns) + "\n" + strings.Repeat(" ", wordColumns))
		p.hanging(sentence, wordColumns)
	}
}

func (p *textPage) groups(predicted result.Predict) error {
	shown, rest := shownGroups(predicted, p.options)
	if len(shown) == 0 {
		return nil
	}
	rendered, err := groupTable(shown).text(p.width - 2*indentStep)
	if err != nil {
		return err
	}
	p.title("groups; one that is fused saves its padding")
	p.indented(rendered, 2*indentStep)
	if rest > 0 {
		p.WriteString("    " + others(rest, p.options) + "\n")
	}
	p.title("why")
	for _, g := range shown {
		p.WriteString("    ")
		p.hanging(shorten(Visible(shortGroupName(g)), 40)+": "+Visible(whyText(g)), 2*indentStep+2)
	}
	return nil
}
