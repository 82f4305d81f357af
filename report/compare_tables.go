package report

import (
	"cmp"
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// notKnown stands for what is not known of one plan.
const notKnown = "not known"

// whatColumns is what the name of a property or an amount keeps; only a section can have a longer one.
const whatColumns = 24

// listedChanges is how many runs, kernels and ranges are listed unless everything is asked for.
const listedChanges = 8

// differenceTable lists the properties and amounts that are not the same, or all of them.
func differenceTable(c result.Compare, all bool) table {
	t := table{columns: []column{{title: "what"}, {title: "old", name: true}, {title: "new", name: true}, {title: "change", right: true, spare: 1}}}
	for _, p := range c.Properties {
		if all || p.Differs || p.Old == nil || p.New == nil {
			t.rows = append(t.rows, []string{shorten(Visible(p.Name), whatColumns), optionalText(p.Old), optionalText(p.New), equalMark(p)})
		}
	}
	for _, a := range c.Amounts {
		if all || a.Differs || a.Old == nil || a.New == nil {
			t.rows = append(t.rows, []string{shorten(Visible(a.Name), whatColumns), amountText(c, a, true), amountText(c, a, false), changeText(a)})
		}
	}
	return t
}

func equalMark(p result.PropertyChange) string {
	if p.Old != nil && p.New != nil && !p.Differs {
		return "="
	}
	return ""
}

func optionalText(text *string) string {
	if text == nil {
		return notKnown
	}
	return *text
}

// amountText writes an amount of one of the plans; that of all zeros with its share.
func amountText(c result.Compare, a result.AmountChange, old bool) string {
	of := func(a result.AmountChange) *int64 {
		if old {
			return a.Old
		}
		return a.New
	}
	number := of(a)
	if number == nil {
		return notKnown
	}
	text := units.FormatBytes(*number)
	if plan, ok := amountNamed(c, result.AmountPlan); ok && a.Name == result.AmountZeros && of(plan) != nil {
		text += " (" + units.FormatShare(*number, *of(plan)) + ")"
	}
	return text
}

// byteRangeTable lists the longest ranges of bytes that differ, in order of offset, and how many others there
// are.
func byteRangeTable(b result.ByteChanges, options Options) (table, int64) {
	t := table{columns: []column{{title: "offset", right: true}, {title: "length", right: true}, {title: "size", right: true, spare: 1},
		{title: "bytes that differ", right: true, bytes: true}}}
	longest := slices.Clone(b.Ranges)
	slices.SortStableFunc(longest, func(x, y result.ByteRange) int { return cmp.Compare(y.Length, x.Length) })
	if !options.Verbose {
		longest = longest[:min(len(longest), listedChanges)]
	}
	slices.SortFunc(longest, func(x, y result.ByteRange) int { return cmp.Compare(x.Offset, y.Offset) })
	for _, r := range longest {
		t.rows = append(t.rows, []string{units.FormatBytes(r.Offset), units.FormatBytes(r.Length), units.FormatSize(r.Length), units.FormatBytes(r.Differing)})
	}
	return t, b.RangesTotal - int64(len(longest))
}

// runChange is a row of runChangeTable.
type runChange struct {
	what     string
	old, new *result.Run
}

// size is how much the zeros of a row changed, at most.
func (r runChange) size() (size int64) {
	if r.old != nil {
		size = r.old.Length
	}
	if r.new != nil {
		size = max(size, r.new.Length)
	}
	return size
}

// runChangeTable lists the zero runs that are not in both plans, the longest first, and how many others
// there are.
func runChangeTable(changes result.RunChanges, options Options) (table, int64) {
	var rows []runChange
	for _, run := range changes.Gone {
		rows = append(rows, runChange{"gone", &run, nil})
	}
	for _, run := range changes.New {
		rows = append(rows, runChange{"new", nil, &run})
	}
	for _, run := range changes.Changed {
		rows = append(rows, runChange{"changed", &run.Old, &run.New})
	}
	slices.SortStableFunc(rows, func(a, b runChange) int { return cmp.Compare(b.size(), a.size()) })
	total := len(rows)
	if !options.Verbose {
		rows = rows[:min(len(rows), listedChanges)]
	}
	t := table{columns: []column{{title: "zero run"}, {title: "old offset", right: true}, {title: "old length", right: true, bytes: true},
		{title: "new offset", right: true}, {title: "new length", right: true, bytes: true}}}
	for _, row := range rows {
		t.rows = append(t.rows, slices.Concat([]string{row.what}, runCells(row.old), runCells(row.new)))
	}
	return t, int64(total - len(rows))
}

func runCells(run *result.Run) []string {
	if run == nil {
		return []string{"", ""}
	}
	return []string{units.FormatBytes(run.Offset), units.FormatBytes(run.Length)}
}

// kernelChangeTable lists the kernels that only one plan has, and how many others there are.
func kernelChangeTable(changes result.KernelChanges, options Options) (table, int64) {
	t := table{columns: []column{{title: "kernel"}, {title: "times", right: true}, {title: "name", name: true}}}
	rest := int64(0)
	for _, list := range []struct {
		what    string
		kernels []result.KernelCount
	}{{"gone", changes.Gone}, {"new", changes.New}} {
		for i, kernel := range list.kernels {
			if i >= listedChanges && !options.Verbose {
				rest += int64(len(list.kernels) - i)
				break
			}
			t.rows = append(t.rows, []string{list.what, units.FormatBytes(kernel.Count), kernel.Name})
		}
	}
	return t, rest
}
