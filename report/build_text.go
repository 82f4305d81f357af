package report

import (
	"io"
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// BuildText writes what was built: the whole story of one plan, or a table of several TensorRTs.
func BuildText(w io.Writer, document result.Document[result.Build], options Options) error {
	page := newTextPage(w, options)
	builds := document.Results
	switch {
	case options.Quiet:
		page.buildLines(builds)
	case len(builds) == 1 && len(builds[0].Plans) > 0:
		if err := page.story(builds[0]); err != nil {
			return err
		}
	case len(builds) > 1:
		if err := page.sideBySide(builds); err != nil {
			return err
		}
	}
	return page.flush(w)
}

// buildLines leaves one line for each plan.
func (p *textPage) buildLines(builds []result.Build) {
	for _, b := range builds {
		for _, plan := range b.Plans {
			scan := plan.Scan
			if plan.Output == "" {
				scan.File = builderTitle(b.TensorRT)
			}
			p.headlineWith(builtWord(scan.Verdict), scan)
		}
	}
}

// story tells all of the first plan of a TensorRT, and how the others differ.
func (p *textPage) story(b result.Build) error {
	plan := b.Plans[0]
	p.headlineWith(builtWord(plan.Scan.Verdict), plan.Scan)
	p.facts(append(buildFacts(b), fact{"kept", []string{keptText(plan)}}, fact{"SHA-256", []string{plan.SHA256}}))
	p.notBuilt([]result.Build{b})
	if len(b.Plans) > 1 {
		if err := p.spread([]result.Build{b}); err != nil {
			return err
		}
		p.title("the first plan")
	}
	return p.scanBody(plan.Scan)
}

// sideBySide compares TensorRTs.
func (p *textPage) sideBySide(builds []result.Build) error {
	built := builtWith(builds)
	name := shorten(Visible(builds[0].Model.File), max(minName, p.width-columns(built)-2))
	p.WriteString(p.paint.title(name) + ": " + built + "\n")
	p.facts(commonFacts(builds))
	p.WriteByte('\n')
	rendered, err := versionTable(builds, p.titleColumns()).text(p.width - indentStep)
	if err != nil {
		return err
	}
	p.indented(rendered, indentStep)
	p.notBuilt(builds)
	for _, b := range builds {
		if len(b.Plans) > 0 {
			p.findingsUnder("findings of "+Visible(builderTitle(b.TensorRT)), b.Plans[0].Scan.Findings)
		}
	}
	if err := p.spread(builds); err != nil {
		return err
	}
	return p.keptPlans(builds)
}

// titleColumns is what the name of a TensorRT keeps in a table. Only that of one which is not there is longer.
func (p *textPage) titleColumns() int {
	if p.width < 80 {
		return len("TensorRT 8.6")
	}
	return len("TensorRT-RTX 10.10.10.1000")
}

func (p *textPage) notBuilt(builds []result.Build) {
	some := false
	for _, b := range builds {
		if b.Failure == nil {
			continue
		}
		if !some {
			p.title("not built")
			some = true
		}
		p.WriteString("    ")
		p.hanging(Visible(b.Failure.Message), 2*indentStep+2)
	}
}

func (p *textPage) spread(builds []result.Build) error {
	t := spreadTable(builds, p.titleColumns())
	if len(t.rows) == 0 {
		return nil
	}
	rendered, err := t.text(p.width - 2*indentStep)
	if err != nil {
		return err
	}
	p.title("how much the builds differ, " + processText(builds[0].Process))
	p.indented(rendered, 2*indentStep)
	return nil
}

func (p *textPage) keptPlans(builds []result.Build) error {
	t, rest := keptTable(builds, p.options)
	if len(t.rows) == 0 {
		if slices.ContainsFunc(builds, func(b result.Build) bool { return len(b.Plans) > 0 }) {
			p.WriteString("\n  No plan was kept: -o PATH keeps them.\n")
		}
		return nil
	}
	rendered, err := t.text(p.width - 2*indentStep)
	if err != nil {
		return err
	}
	p.title("kept")
	p.indented(rendered, 2*indentStep)
	if rest > 0 {
		p.WriteString("    " + others(rest, p.options) + "\n")
	}
	return nil
}
