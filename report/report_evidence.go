package report

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// kernels are those that the plan names for what stays alone.
func (p *reportPage) kernels(r result.Report) {
	var lines []string
	if r.Explained != nil {
		for _, w := range r.Explained.Witness {
			text := fmt.Sprintf("%s: %s predicted, %s named in the plan", w.Kernel, units.FormatBytes(w.Groups), units.FormatBytes(w.Kernels))
			if w.Contradiction != "" {
				text += "; they contradict each other: " + w.Contradiction
			}
			lines = append(lines, "- "+markdownText(text)+"\n")
		}
	}
	var named []string
	others := 0
	for _, k := range r.Plan.Kernels {
		if k.Origin != "myelin" && k.Origin != "pointwise" {
			continue
		}
		if len(named) == reportKernels {
			others++
			continue
		}
		named = append(named, markdownCode(k.Name))
	}
	if len(lines) == 0 && len(named) == 0 {
		return
	}
	p.WriteString("### Kernels\n\n")
	if len(lines) > 0 {
		p.WriteString("Kernels that operations left alone become, by the words in their names:\n\n" + strings.Join(lines, "") + "\n")
	}
	if len(named) > 0 {
		text := "The plan names these kernels of Myelin or of pointwise operations: " + strings.Join(named, ", ")
		if others > 0 {
			text += fmt.Sprintf(" and %s others", units.FormatBytes(int64(others)))
		}
		p.para(text + ".")
	}
}

// differences are the amounts in which the plan differs from the one that it is compared with.
func (p *reportPage) differences(r result.Report) error {
	if r.Against == nil {
		return nil
	}
	list := table{columns: []column{{title: "amount"}, {title: "compared with", right: true}, {title: "this plan", right: true}, {title: "change", right: true}}}
	for _, a := range r.Against.Amounts {
		if a.Differs && a.Change != nil && a.Name != result.AmountFile {
			sign := "+"
			if *a.Change < 0 {
				sign = ""
			}
			list.rows = append(list.rows, []string{a.Name, countOr(a.Old), countOr(a.New), sign + units.FormatBytes(int64(*a.Change))})
		}
	}
	for _, c := range r.Against.Properties {
		if c.Differs && c.Old != nil && c.New != nil && c.Name != "verdict" {
			list.rows = append(list.rows, []string{c.Name, *c.Old, *c.New, ""})
		}
	}
	if len(list.rows) == 0 {
		return nil
	}
	p.WriteString("### What differs between the two plans\n\n")
	if err := p.table(list); err != nil {
		return err
	}
	if c := r.Against.Cause; c != nil {
		p.para(markdownText(fmt.Sprintf("Cause of the change of size: %s. %s.", c.Kind, sentenceEnd(c.Why))))
	}
	return nil
}

func sentenceEnd(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".")
}

// sweep is the table of other settings.
func (p *reportPage) sweep(rows []result.ReportSetting) error {
	if len(rows) == 0 {
		return nil
	}
	p.WriteString("### Other settings of the builder\n\n")
	list := table{columns: []column{{title: "setting"}, {title: "TensorRT"}, {title: "bytes", right: true}, {title: "longest zero run", right: true}, {title: "verdict"}}}
	for i, row := range rows {
		if i == reportRows {
			list.rows = append(list.rows, []string{fmt.Sprintf("%d others", len(rows)-i)})
			break
		}
		verdict := string(row.Verdict)
		if row.Size == nil {
			verdict = "no plan: " + row.Why
		}
		list.rows = append(list.rows, []string{row.Setting, row.Version, countOr(row.Size), countOr(row.LongestRun), verdict})
	}
	return p.table(list)
}
