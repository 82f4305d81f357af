package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// GroupName is what a group is called: by its nodes, or by what it makes where they have no names.
func GroupName(g result.PredictGroup) string { return groupName(g) }

// triedRuns are the runs that were compared with the model, the longest first.
func triedRuns(scan result.Scan) []result.Run {
	if scan.Zeros == nil {
		return nil
	}
	tried := slices.DeleteFunc(slices.Clone(scan.Zeros.Runs), func(r result.Run) bool { return r.Explanation == nil })
	slices.SortStableFunc(tried, func(a, b result.Run) int { return cmp.Compare(b.Length, a.Length) })
	return tried
}

// runSentence says what became of a run.
func runSentence(run result.Run) string {
	text := fmt.Sprintf("%s at offset %s: ", bytesAndSize(run.Length), units.FormatBytes(run.Offset))
	switch {
	case len(run.Initializers) > 0:
		text += "as long as weights of the model that are all zero: " + strings.Join(run.Initializers, ", ")
		if len(run.Explained) > 0 {
			text += "; the padding of what is listed here would be as long"
		}
	case len(run.Explained) > 0:
		text += explainedText(run)
	case run.Cut:
		text += "not explained; there are too many sums of groups to look at them all, and they would fit anything"
	case run.Chance != nil && *run.Chance >= 0.01:
		text += "not explained; with so many groups a fit could be an accident"
	default:
		text += "not explained by any groups of the model"
	}
	return text
}

func explainedText(run result.Run) string {
	count := len(run.Explained)
	text := fmt.Sprintf("the padding of %d %s", count, plural(int64(count), "group", "groups"))
	if run.Whole {
		text = fmt.Sprintf("the padding of all %d groups that stay alone", count)
		if count == 1 {
			text = "the padding of the one group that stays alone"
		}
	}
	if run.Residue != nil {
		text += ", " + units.FormatBytes(*run.Residue) + plural(*run.Residue, " byte", " bytes") + " left"
	}
	text += " (law " + run.Law
	if run.Profile != "" {
		text += ", at the " + profileShapesText(run.Profile) + " shapes of the profile"
	}
	text += ")"
	if run.Chance != nil {
		text += "; chance of an accident " + chanceText(*run.Chance)
	}
	if run.Fits > 1 {
		text += fmt.Sprintf("; ambiguous: %s choices of groups fit, this is one", units.FormatBytes(run.Fits))
	}
	return text
}

func profileShapesText(p result.ProfileShapes) string {
	return map[result.ProfileShapes]string{result.ProfileMin: "least", result.ProfileOpt: "best", result.ProfileMax: "largest"}[p]
}

func chanceText(chance float64) string {
	if chance < 0.0001 {
		return "below 0.01 %"
	}
	return strconv.FormatFloat(chance*100, 'f', 2, 64) + " %"
}

// partTable lists the groups of a run.
func partTable(run result.Run, groups []result.PredictGroup) table {
	list := table{columns: []column{{title: "group", name: true, least: 16}, {title: "operations", name: true, least: 10}, {title: "output", spare: 1}, {title: "dtype", spare: 2},
		{title: "bytes", right: true, bytes: true}, {title: "of the run", right: true, spare: 1}}}
	for _, part := range run.Explained {
		if part.Group < 0 || part.Group >= len(groups) {
			continue
		}
		g := groups[part.Group]
		if part.Shape != nil {
			g.Shape = part.Shape
		}
		list.rows = append(list.rows, []string{shortGroupName(g), strings.Join(g.Ops, " "), groupShape(g), g.DType, units.FormatBytes(part.Bytes), units.FormatShare(part.Bytes, run.Length)})
	}
	return list
}

// explainFacts are what an explanation rests on.
func explainFacts(e result.Explain) []fact {
	alone, unknown := 0, int64(0)
	for _, g := range e.Groups {
		if g.Alone {
			alone++
		}
		if g.AloneMax && g.PaddingBytesMax == nil {
			unknown++
		}
	}
	facts := []fact{
		{"model", []string{e.Model}},
		{"predicted for", []string{fmt.Sprintf("%s: %s of %s groups alone", product(e.Target), units.FormatBytes(int64(alone)), units.FormatBytes(int64(len(e.Groups))))}},
	}
	if unknown > 0 {
		facts = append(facts, fact{"not compared", []string{fmt.Sprintf("%s %s of unknown size: --shape gives what the model leaves open",
			units.FormatBytes(unknown), plural(unknown, "group", "groups"))}})
	}
	if e.Shapes == result.ShapesOfProfile {
		facts = append(facts, fact{"shapes", []string{"of a profile: the best ones were tried, then the largest, then the least"}})
	}
	var lines []string
	for _, w := range e.Witness {
		text := w.Kernel + ": as many in the plan as predicted, " + units.FormatBytes(w.Kernels)
		if w.Kernels < w.Groups {
			text = fmt.Sprintf("%s: %s in the plan for %s groups; groups of one kind can share a kernel", w.Kernel, units.FormatBytes(w.Kernels), units.FormatBytes(w.Groups))
		}
		if w.Alike {
			text = fmt.Sprintf("%s: %s in the plan for %s, with a word or two more in their names", w.Kernel, units.FormatBytes(w.Kernels), units.FormatBytes(w.Groups))
		}
		if w.Contradiction != "" {
			text = w.Kernel + ": CONTRADICTION: " + w.Contradiction
		}
		lines = append(lines, text)
	}
	if len(lines) > 0 {
		facts = append(facts, fact{"kernel names", lines})
	}
	return facts
}
