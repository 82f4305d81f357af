package report

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
)

// PredictMarkdown writes predictions as one pastes them into a ticket.
func PredictMarkdown(w io.Writer, document result.Document[result.Predict], options Options) error {
	var page markdownPage
	for _, p := range document.Results {
		if err := page.predict(p, options); err != nil {
			return err
		}
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}

func (p *markdownPage) predict(predicted result.Predict, options Options) error {
	word, _ := predictWord(predicted)
	fmt.Fprintf(p, "## %s %s\n\n%s\n\n", markdownText(word), markdownCode(predicted.Model), markdownText(predictSentence(predicted)))
	if options.Quiet {
		return nil
	}
	if err := p.facts(predictFacts(predicted)); err != nil {
		return err
	}
	shown, rest := shownGroups(predicted, options)
	if len(shown) > 0 {
		p.WriteString("### Groups\n\nOne that is fused saves its padding.\n\n")
		if err := p.table(groupTable(shown)); err != nil {
			return err
		}
		for _, g := range shown {
			fmt.Fprintf(p, "- %s: %s\n", markdownCode(groupName(g)), markdownText(whyText(g)))
		}
		if rest > 0 {
			p.WriteString("- " + markdownText(others(rest, options)) + "\n")
		}
		p.WriteByte('\n')
	}
	if len(predicted.NotPredictable) > 0 {
		p.WriteString("### Not predictable\n\n")
		for _, n := range predicted.NotPredictable {
			fmt.Fprintf(p, "- %s\n", markdownText(unknownText(n)))
		}
		p.WriteByte('\n')
	}
	return nil
}
