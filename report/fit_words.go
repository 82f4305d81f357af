package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// fitWord is a fit in one word, and the verdict whose colour it has.
func fitWord(f result.Fit) (string, result.Verdict) {
	switch {
	case !f.Fits:
		return "NO FIT", result.VerdictSuspect
	case f.LowerBound || slices.ContainsFunc(f.Estimates, func(e result.FitEstimate) bool { return e.BytesPerElement == nil }):
		return "OPEN", result.VerdictSuspect
	}
	return "FIT", result.VerdictClean
}

// fitSentence is what was found.
func fitSentence(f result.Fit) string {
	return fmt.Sprintf("%d plans: %s", len(f.Plans), fitFound(f))
}

func fitFound(f result.Fit) string {
	known := 0
	var only result.Average
	for _, e := range f.Estimates {
		if e.BytesPerElement != nil {
			known++
			only = *e.BytesPerElement
		}
	}
	switch {
	case !f.Fits:
		return "the zeros do not grow with what stays alone"
	case len(f.Estimates) == 0:
		return "nothing stays alone"
	case known == 0:
		return "bytes per element: not determined by these plans"
	case len(f.Estimates) == 1:
		return fixed(only) + " bytes of zeros per element"
	}
	return fmt.Sprintf("%d of %d numbers of bytes per element are known", known, len(f.Estimates))
}

func fixed(n result.Average) string { return strconv.FormatFloat(float64(n), 'f', 3, 64) }

// roughly is an error, of which the size alone matters.
func roughly(n result.Average) string {
	if n < 0.0005 {
		return "<0.001"
	}
	return strconv.FormatFloat(float64(n), 'f', 3, 64)
}

func fitFacts(f result.Fit) []fact {
	groups := fmt.Sprintf("%d %s that %s predicted to stay alone", len(f.Groups), plural(int64(len(f.Groups)), "group", "groups"), plural(int64(len(f.Groups)), "is", "are"))
	if f.MayBeAlone {
		groups = fmt.Sprintf("%d groups that may stay alone: those that are predicted to do not fit", len(f.Groups))
	}
	largest := int64(0)
	for _, p := range f.Plans {
		largest = max(largest, int64(p.ResidualBytes), -int64(p.ResidualBytes))
	}
	check := fmt.Sprintf("%d %s than unknown numbers", f.Freedom, plural(int64(f.Freedom), "plan more", "plans more"))
	if f.Freedom == 0 {
		check = "no plan more than unknown numbers, so nothing is left to check with: add plans"
	}
	facts := []fact{
		{"model", []string{f.Model}},
		{"predicted for", []string{product(f.Target)}},
		{"fitted", []string{groups, bytesAndSize(f.ConstantBytes) + " in every plan, whatever its shapes"}},
		{"off by", []string{"at most " + bytesAndSize(largest) + " in a plan"}},
		{"check", []string{check}},
	}
	if f.LowerBound {
		facts = append(facts, fact{"not known", []string{fmt.Sprintf("the size of some operations; \"planlint predict %s\" lists them", f.Model)}})
	}
	return facts
}

// estimateName names the groups of an estimate.
func estimateName(f result.Fit, e result.FitEstimate, options Options) string {
	var names []string
	for _, i := range e.Groups {
		if i >= 0 && i < len(f.Groups) {
			names = append(names, shortGroupName(result.PredictGroup{Nodes: f.Groups[i].Nodes, Body: f.Groups[i].Body, Output: f.Groups[i].Output}))
		}
	}
	const shown = 2
	if rest := len(names) - shown; rest > 1 && !options.Verbose {
		return strings.Join(names[:shown], ", ") + fmt.Sprintf(" and %d others", rest)
	}
	return strings.Join(names, ", ")
}

// estimateTable lists bytes per element beside what laws say.
func estimateTable(f result.Fit, options Options) table {
	list := table{columns: []column{{title: "groups", name: true, least: 16}, {title: "operations", name: true, least: 10}, {title: "dtype", spare: 2},
		{title: "bytes each", right: true}, {title: "±", right: true, spare: 3}, {title: "std. error", right: true, spare: 1}, {title: "laws that say so", name: true}}}
	for _, e := range f.Estimates {
		number, uncertain, standard := "not known", "", ""
		if e.BytesPerElement != nil {
			number = fixed(*e.BytesPerElement)
		}
		if e.Uncertainty != nil {
			uncertain = roughly(*e.Uncertainty)
		}
		if e.StandardError != nil {
			standard = roughly(*e.StandardError)
		}
		list.rows = append(list.rows, []string{estimateName(f, e, options), kinds(f, e, func(g result.FitGroup) string { return strings.Join(g.Ops, " ") }),
			kinds(f, e, func(g result.FitGroup) string { return g.DType }), number, uncertain, standard, fittingLaws(e)})
	}
	return list
}

// kinds lists what the groups of an estimate have, each once.
func kinds(f result.Fit, e result.FitEstimate, of func(result.FitGroup) string) string {
	var all []string
	for _, i := range e.Groups {
		if i >= 0 && i < len(f.Groups) && !slices.Contains(all, of(f.Groups[i])) {
			all = append(all, of(f.Groups[i]))
		}
	}
	return strings.Join(all, ", ")
}

func fittingLaws(e result.FitEstimate) string {
	if e.BytesPerElement == nil {
		return ""
	}
	var names []string
	for _, l := range e.Laws {
		if l.Fits != nil && *l.Fits {
			names = append(names, l.Name)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// undetermined says why numbers are not known.
func undetermined(f result.Fit, options Options) []string {
	var lines []string
	for _, e := range f.Estimates {
		if e.BytesPerElement == nil {
			lines = append(lines, estimateName(f, e, options)+": "+e.Why)
		}
	}
	return lines
}

// joined tells whether some estimate is of several groups.
func joined(f result.Fit) bool {
	return slices.ContainsFunc(f.Estimates, func(e result.FitEstimate) bool { return len(e.Groups) > 1 })
}

// fitPlanTable lists the plans with what the estimates leave of each.
func fitPlanTable(f result.Fit) table {
	list := table{columns: []column{{title: "plan", name: true}, {title: "inputs", name: true, least: 12}, {title: "zeros", right: true}, {title: "fitted", right: true, spare: 1}, {title: "off by", right: true}}}
	for _, p := range f.Plans {
		var shapes []string
		for _, in := range p.Inputs {
			shapes = append(shapes, in.Name+":"+groupShape(result.PredictGroup{Shape: in.Shape}))
		}
		if len(shapes) == 0 {
			shapes = []string{"as in the model"}
		}
		off := units.FormatBytes(int64(p.ResidualBytes))
		list.rows = append(list.rows, []string{p.File, strings.Join(shapes, ","), units.FormatBytes(p.ZeroBytes), units.FormatBytes(p.FittedBytes), off})
	}
	return list
}
