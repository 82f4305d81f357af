package report

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// The most that is listed. The files of the archive have all.
const (
	reportRuns    = 5
	reportGroups  = 20
	reportKernels = 12
	reportRows    = 40
)

// analysis is what the bytes and the model say.
func (p *reportPage) analysis(r result.Report) error {
	p.WriteString("## Analysis\n\n")
	runs := excessRuns(r.Plan)
	for i, run := range runs {
		if i == reportRuns {
			p.para(markdownText(fmt.Sprintf("%s other runs are shorter.", units.FormatBytes(int64(len(runs)-i)))))
			break
		}
		if err := p.run(r, run, i, len(runs)); err != nil {
			return err
		}
	}
	if r.Plan.Zeros == nil {
		p.para("The plan was not scanned: what is known of it is above.")
	}
	if len(runs) == 0 && r.Plan.Zeros != nil {
		p.para(markdownText(fmt.Sprintf("Zeros: %s bytes, %s of the plan; %s.", units.FormatBytes(r.Plan.Zeros.Bytes), units.FormatShare(r.Plan.Zeros.Bytes, planSize(r.Plan)), longestReason(r.Plan.Zeros))))
	}
	p.kernels(r)
	if err := p.differences(r); err != nil {
		return err
	}
	if err := p.sweep(r.Sweep); err != nil {
		return err
	}
	if len(r.Plan.Findings) > 0 {
		p.WriteString("### What planlint reports\n\n")
		for _, f := range r.Plan.Findings {
			fmt.Fprintf(p, "- %s %s: %s\n", markdownText(string(f.Level)), markdownText(f.Rule), markdownText(f.Message))
		}
		p.WriteByte('\n')
	}
	p.notChecked(r.Plan.NotChecked)
	if commands := commandsText(r.Commands, false); commands != "" {
		p.WriteString("### How it was found\n\n")
		p.fence("sh", commands)
	}
	return nil
}

// run says where a run of zeros is and what it is made of.
func (p *reportPage) run(r result.Report, run result.Run, i, runs int) error {
	title := "The zero run"
	if runs > 1 {
		title = fmt.Sprintf("Zero run %d of %d", i+1, runs)
	}
	fmt.Fprintf(p, "### %s: %s\n\n", title, bytesAndSize(run.Length))
	p.para(markdownText(strings.Join(runPlace(run, r.Plan), " ")))
	if run.Explanation == nil || r.Explained == nil {
		return nil
	}
	if len(run.Explained) == 0 {
		p.para(markdownText(sentenceCase(runSentence(run)) + "."))
		return nil
	}
	return p.parts(r, run)
}

// sentenceCase drops what a sentence about a run starts with: its length and place, which have been said.
func sentenceCase(sentence string) string {
	_, after, found := strings.Cut(sentence, ": ")
	if !found || after == "" {
		return sentence
	}
	return strings.ToUpper(after[:1]) + after[1:]
}

// parts is the sum that a run is.
func (p *reportPage) parts(r result.Report, run result.Run) error {
	p.para(markdownText("It is, " + residueText(run) + ", the padding of these operations: " + lawWords(r.Explained.Law) + "."))
	list := table{columns: []column{{title: "operations", name: true}, {title: "of type", name: true}, {title: "output"}, {title: "type"}, {title: "elements", right: true},
		{title: "bytes of padding", right: true}, {title: "bytes per element", right: true}}}
	var sum int64
	var whys []string
	for i, part := range run.Explained {
		sum += part.Bytes
		if i >= reportGroups || part.Group < 0 || part.Group >= len(r.Explained.Groups) {
			continue
		}
		g := r.Explained.Groups[part.Group]
		if part.Shape != nil {
			g.Shape = part.Shape
		}
		list.rows = append(list.rows, append([]string{groupName(g), strings.Join(g.Ops, " "), groupShape(g), g.DType}, perElement(g, part.Bytes)...))
		if g.Why != "" {
			whys = append(whys, groupName(g)+": "+g.Why)
		}
	}
	if more := len(run.Explained) - reportGroups; more > 0 {
		list.rows = append(list.rows, []string{fmt.Sprintf("%d others", more)})
	}
	list.footer = []string{"sum", "", "", "", "", units.FormatBytes(sum), ""}
	if err := p.table(list); err != nil {
		return err
	}
	var fit []string
	if run.Whole {
		fit = append(fit, "These are all groups of the model that are predicted to stay alone.")
	}
	switch run.Profile {
	case result.ProfileMin:
		fit = append(fit, "The bytes are those of the smallest shapes of the profile.")
	case result.ProfileMax:
		fit = append(fit, "The bytes are those of the largest shapes of the profile.")
	}
	if run.Fits > 1 {
		fit = append(fit, fmt.Sprintf("%s choices of groups fit as well; this is one.", units.FormatBytes(run.Fits)))
	}
	if run.Chance != nil {
		fit = append(fit, "The chance that some choice of groups fits a run of this length by accident is "+chanceText(*run.Chance)+".")
	}
	p.para(markdownText(strings.Join(fit, " ")))
	if len(whys) > 0 {
		p.WriteString("Why they are not fused, by what is known of " + markdownText(product(r.Explained.Target)) + ":\n\n")
		for _, why := range whys {
			p.WriteString("- " + markdownText(why) + "\n")
		}
		p.WriteByte('\n')
	}
	return nil
}

func residueText(run result.Run) string {
	if run.Residue == nil || *run.Residue == 0 {
		return "to the byte"
	}
	return fmt.Sprintf("up to %s %s", units.FormatBytes(*run.Residue), plural(*run.Residue, "byte", "bytes"))
}

// perElement are the elements of a group's output, its padding, and what that is for each of them.
func perElement(g result.PredictGroup, padding int64) []string {
	elements := int64(1)
	for _, d := range g.Shape {
		if d <= 0 || elements > 1<<50/d {
			return []string{"-", units.FormatBytes(padding), "-"}
		}
		elements *= d
	}
	each := fmt.Sprintf("%.4g", float64(padding)/float64(elements))
	return []string{units.FormatBytes(elements), units.FormatBytes(padding), each}
}
