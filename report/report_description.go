package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// description says what is wrong, in numbers.
func (p *reportPage) description(r result.Report) error {
	p.WriteString("## Description\n\n")
	product, size := "TensorRT", planSize(r.Plan)
	if c := r.Plan.Container; c != nil {
		product = versionName(result.ReportVersion{Family: c.Family, Version: c.Version})
	}
	runs := excessRuns(r.Plan)
	switch {
	case r.Kind == result.ReportDamaged:
		p.damaged(r, product)
	case r.Kind == result.ReportLarger:
		p.para(markdownText(fmt.Sprintf("%s writes a plan of %s. The plan of %s that it is compared with has %s: this one has %s, and no long run of zeros is why.",
			product, bytesAndSize(size), versionName(r.Versions[0]), bytesAndSize(*r.ExpectedBytes), growth(*r.ExpectedBytes, size)+manyText(*r.ExpectedBytes, size))))
		if r.Against != nil && r.Against.Cause != nil && r.Against.Cause.Kind != result.CauseUnknown {
			p.para(markdownText(fmt.Sprintf("By the numbers the cause is %s: %s.", r.Against.Cause.Kind, r.Against.Cause.Why)))
		}
	case r.Kind == result.ReportClean:
		p.para(markdownText(fmt.Sprintf("A plan of %s is %s long. planlint found no padding in it: %s.", product, bytesAndSize(size), reason(r.Plan))),
			blank("what is wrong with it; or compare it with a plan that is right: planlint report --against"))
	case len(runs) == 0:
		p.para(markdownText(fmt.Sprintf("A plan of %s, %s long, is not as a plan should be: %s.", product, bytesAndSize(size), reason(r.Plan))))
	default:
		p.zeros(r, product, runs)
	}
	if r.Kind != result.ReportDamaged {
		p.para("Does the engine load, and are its outputs right? " + blank("yes or no; planlint looks at the file alone"))
	}
	return p.versions(r)
}

func (p *reportPage) zeros(r result.Report, product string, runs []result.Run) {
	size, excess := planSize(r.Plan), *r.ExcessBytes
	text := fmt.Sprintf("%s writes %s of zeros into a serialized plan of %s: %s of it, ", product, bytesAndSize(excess), bytesAndSize(size), units.FormatShare(excess, size))
	if len(runs) == 1 {
		run := runs[0]
		text += fmt.Sprintf("one contiguous run from offset %s", units.FormatBytes(run.Offset))
		if run.ToEnd {
			text += " to the end of the file"
		}
	} else {
		text += fmt.Sprintf("%s runs, the longest of %s at offset %s", units.FormatBytes(int64(len(runs))), bytesAndSize(runs[0].Length), units.FormatBytes(runs[0].Offset))
	}
	p.para(markdownText(fmt.Sprintf("%s. Everything else in the plan takes %s.", text, bytesAndSize(size-excess))))
	if behindDeclared(r, runs) {
		p.para("By its header the plan ends before the zeros. A download into a file of preallocated size can leave the same: " +
			blank("the file has this size where it was built: yes or no"))
	}
	if parts := reportParts(r); len(parts) > 0 {
		p.para(markdownText(fmt.Sprintf("Their number follows from the shapes of activations, not from weights or the size of the graph. It is the padding of %s that %s not fused into a convolution, a matrix product or another producer: %s.",
			groupsText(r, parts), plural(len(parts), "is", "are"), lawWords(r.Explained.Law))))
	} else if r.Explained != nil {
		p.para(markdownText("Nothing in the model accounts for these zeros: neither padding as it is known of unfused operations, nor weights that are all zero."))
	}
	if r.Expected == result.ExpectedFromAgainst {
		p.para(markdownText(fmt.Sprintf("The plan of %s that it is compared with has %s, and %s. This one has %s.", versionName(r.Versions[0]),
			bytesAndSize(*r.ExpectedBytes), longestText(r.Versions[0]), growth(*r.ExpectedBytes, size)+manyText(*r.ExpectedBytes, size))))
	}
}

// longestText says how long the longest zero run of a plan is.
func longestText(v result.ReportVersion) string {
	if v.LongestRun == nil {
		return "its zero runs are not known"
	}
	return "no zero run longer than " + bytesAndSize(*v.LongestRun)
}

// manyText ends a sentence about how much larger a plan is.
func manyText(old, size int64) string {
	if strings.HasSuffix(growth(old, size), "times") {
		return " as many bytes"
	}
	return ""
}

// behindDeclared tells whether all runs lie behind the end that the header declares.
func behindDeclared(r result.Report, runs []result.Run) bool {
	c := r.Plan.Container
	return c != nil && c.DeclaredSize != nil && !slices.ContainsFunc(runs, func(run result.Run) bool { return run.Offset < *c.DeclaredSize })
}

// reportParts are the groups that explain the runs a report is about, in the order of the runs.
func reportParts(r result.Report) []result.RunPart {
	if r.Explained == nil {
		return nil
	}
	var parts []result.RunPart
	for _, run := range excessRuns(r.Plan) {
		if run.Explanation == nil {
			continue
		}
		for _, part := range run.Explained {
			if part.Group >= 0 && part.Group < len(r.Explained.Groups) {
				parts = append(parts, part)
			}
		}
	}
	return parts
}

// groupsText says in words which operations parts are of.
func groupsText(r result.Report, parts []result.RunPart) string {
	count := map[string]int64{}
	var order []string
	for _, part := range parts {
		op := strings.Join(r.Explained.Groups[part.Group].Ops, "+")
		if count[op]++; count[op] == 1 {
			order = append(order, op)
		}
	}
	if len(order) > 4 {
		return fmt.Sprintf("%d groups of pointwise operations", len(parts))
	}
	for i, op := range order {
		if count[op] == 1 {
			order[i] = "one " + op
		} else {
			order[i] = fmt.Sprintf("%d %s", count[op], op)
		}
	}
	return strings.Join(order, " and ")
}

func (p *reportPage) damaged(r result.Report, product string) {
	p.para(markdownText(fmt.Sprintf("A plan of %s cannot be read: %s. The file has %s.", product, damage(r.Plan), bytesAndSize(r.Plan.Size))))
	if c := r.Plan.Container; c != nil && c.DeclaredSize != nil && *c.DeclaredSize > c.PlanSize {
		p.para(markdownText(fmt.Sprintf("The plan's header declares %s; %s of them are there, from offset %s of the file.",
			bytesAndSize(*c.DeclaredSize), bytesAndSize(c.PlanSize), units.FormatBytes(c.Offset))))
	}
	p.para("Before this is filed: compare size and checksum of the file with those of the file that the builder wrote. A copy that ended early, or a full disk, looks the same. " +
		blank("the file was the same where it was built: yes or no"))
}

// damage is what is wrong with a plan that cannot be read.
func damage(scan result.Scan) string { return strings.TrimSuffix(reason(scan), ".") }

// versions is the table of the plans that are compared.
func (p *reportPage) versions(r result.Report) error {
	list := table{columns: []column{{title: "built by"}, {title: "plan", name: true}, {title: "bytes", right: true}, {title: "zero bytes", right: true},
		{title: "longest zero run", right: true}, {title: "without zeros in long runs", right: true}}}
	for i, v := range r.Versions {
		rest := "-"
		if v.LongestRun != nil {
			rest = units.FormatBytes(v.Size)
			if i == len(r.Versions)-1 {
				rest = units.FormatBytes(v.Size - sumRuns(excessRuns(r.Plan)))
			} else if *v.LongestRun >= judgedRun {
				rest = "-"
			}
		}
		list.rows = append(list.rows, []string{versionName(v), v.File, units.FormatBytes(v.Size), countOr(v.ZeroBytes), countOr(v.LongestRun), rest})
	}
	return p.table(list)
}

func countOr(number *int64) string {
	if number == nil {
		return "-"
	}
	return units.FormatBytes(*number)
}

func sumRuns(runs []result.Run) (sum int64) {
	for _, run := range runs {
		sum += run.Length
	}
	return sum
}
