package report

import (
	"fmt"
	"strconv"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// listedOutputs is up to how many outputs all are listed.
const listedOutputs = 20

// listedCases is how many cases are listed unless everything is asked for.
const listedCases = 12

// selfTable says whether each plan agrees with itself.
func selfTable(v result.Verify) table {
	t := table{columns: []column{{title: "plan"}, {title: "runs", right: true}, {title: "that differ", right: true}}}
	agree := true
	for _, plan := range v.Plans {
		agree = agree && len(plan.Self) == 0
	}
	if !agree {
		t.columns = append(t.columns, column{title: "output", name: true}, column{title: "elements", right: true}, column{title: "unwritten", right: true, spare: 1},
			column{title: "most in", spare: 2})
	}
	for i, plan := range v.Plans {
		if i >= len(sideNames) {
			break
		}
		if len(plan.Self) == 0 {
			row := make([]string, len(t.columns))
			copy(row, []string{sideNames[i], units.FormatBytes(plan.Executions), units.FormatBytes(plan.Differing)})
			t.rows = append(t.rows, row)
		}
		for j, d := range plan.Self {
			name, all := sideNames[i], units.FormatBytes(plan.Executions)
			if j > 0 {
				name, all = "", ""
			}
			elements, unwritten := units.FormatBytes(d.Elements), units.FormatBytes(d.Unwritten)
			if d.Shape != nil {
				elements, unwritten = "shape "+shapeText(d.Shape), ""
			}
			t.rows = append(t.rows, []string{name, all, units.FormatBytes(d.Executions), d.Output, elements, unwritten,
				fmt.Sprintf("%s; context %d, run %d", caseText(v, d.Case), d.Context, d.Run)})
		}
	}
	return t
}

// outputTable compares A with B over all cases; of many outputs it leaves out those that are bit-exact, and
// says how many these are.
func outputTable(v result.Verify, options Options) (table, int64) {
	t := table{columns: []column{{title: "output", name: true}, {title: "type", spare: 5}, {title: "elements", right: true, spare: 2}, {title: "same bits", right: true, spare: 3},
		{title: "-0, NaN", right: true, spare: 4}, {title: "different", right: true}, {title: "max ULP", right: true}, {title: "max error", right: true, spare: 1},
		{title: "max relative", right: true, spare: 6}, {title: "outcome"}}}
	rest := int64(0)
	for _, o := range v.Outputs {
		if o.Outcome == result.VerifyExact && len(v.Outputs) > listedOutputs && !options.Verbose {
			rest++
			continue
		}
		t.rows = append(t.rows, []string{o.Name, o.DType, units.FormatBytes(o.Elements), shareText(o.BitEqual, o.Elements),
			units.FormatBytes(o.ZeroSign + o.NaNPayload), units.FormatBytes(o.Different), optionalUnsigned(o.MaxULP), optionalReal(o.MaxAbsolute),
			optionalReal(o.MaxRelative), string(o.Outcome)})
	}
	return t, rest
}

func shareText(part, whole int64) string {
	if whole == 0 {
		return ""
	}
	return units.FormatShare(part, whole)
}

// distanceTable shows the histograms of an output beside each other.
func distanceTable(o result.VerifyOutput) table {
	t := table{columns: []column{{title: "ULP", right: true}, {title: "elements", right: true}, {title: "error", right: true}, {title: "elements", right: true},
		{title: "relative error", right: true, spare: 1}, {title: "elements", right: true, spare: 2}}}
	for i := range max(len(o.ULP), len(o.Absolute), len(o.Relative)) {
		row := make([]string, len(t.columns))
		if i < len(o.ULP) {
			row[0], row[1] = ulpText(o.ULP[i]), units.FormatBytes(o.ULP[i].Count)
		}
		if i < len(o.Absolute) {
			row[2], row[3] = belowText(o.Absolute[i]), units.FormatBytes(o.Absolute[i].Count)
		}
		if i < len(o.Relative) {
			row[4], row[5] = belowText(o.Relative[i]), units.FormatBytes(o.Relative[i].Count)
		}
		t.rows = append(t.rows, row)
	}
	return t
}

func ulpText(b result.ULPBucket) string {
	if b.From == b.To {
		return unsigned(b.From)
	}
	return unsigned(b.From) + " to " + unsigned(b.To)
}

func belowText(b result.ErrorBucket) string { return "below " + powerText(b.Below) }

// powerText writes a power of ten: plainly where that is short.
func powerText(x result.Real) string {
	if x >= 1e-3 && x < 1e6 {
		return strconv.FormatFloat(float64(x), 'f', -1, 64)
	}
	return strconv.FormatFloat(float64(x), 'g', 1, 64)
}

// placeFacts say where the elements are that differ most, each once.
func placeFacts(v result.Verify, o result.VerifyOutput) []fact {
	var facts []fact
	add := func(name string, pair *result.ElementPair) {
		if pair != nil {
			facts = append(facts, fact{name, []string{pairText(v, *pair)}})
		}
	}
	same := func(a, b *result.ElementPair) bool {
		return a != nil && b != nil && a.Case == b.Case && a.Element == b.Element
	}
	if same(o.Worst, o.WorstULP) {
		add("worst", o.Worst)
	} else {
		add("largest error", o.Worst)
		add("most ULP", o.WorstULP)
	}
	if !same(o.First, o.Worst) && !same(o.First, o.WorstULP) {
		add("first", o.First)
	}
	if odd := o.NaNMismatch + o.InfinityMismatch; odd > 0 {
		facts = append(facts, fact{"not finite", []string{fmt.Sprintf("%s: NaN on one side %s, infinity on one side or of another sign %s",
			units.FormatBytes(odd), units.FormatBytes(o.NaNMismatch), units.FormatBytes(o.InfinityMismatch))}})
	}
	return facts
}

// referenceTable has the errors of both plans against a reference.
func referenceTable(v result.Verify) table {
	t := table{columns: []column{{title: "output", name: true}, {title: "plan"}, {title: "elements", right: true, spare: 4}, {title: "nearest", right: true}, {title: "max ULP", right: true},
		{title: "mean ULP", right: true, spare: 3}, {title: "max error", right: true}, {title: "mean error", right: true, spare: 5}, {title: "RMS", right: true, spare: 2},
		{title: "NaN, Inf", right: true, spare: 1}}}
	for _, o := range v.Outputs {
		for i, d := range []*result.Deviation{o.ReferenceA, o.ReferenceB} {
			if d == nil {
				continue
			}
			t.rows = append(t.rows, []string{o.Name, sideNames[i], units.FormatBytes(d.Elements), shareText(d.Rounded, d.Elements), unsigned(d.MaxULP),
				realText(d.MeanULP), realText(d.MaxAbsolute), realText(d.MeanAbsolute), realText(d.RMS), units.FormatBytes(d.NaNMismatch + d.InfinityMismatch)})
		}
	}
	return t
}

// caseTable lists the cases in which something differs, or all, and how many it leaves out of those.
func caseTable(v result.Verify, options Options) (table, int64) {
	t := table{columns: []column{{title: "shape"}, {title: "distribution"}, {title: "seed", right: true}, {title: "output", name: true}, {title: "size", spare: 4},
		{title: "different", right: true}, {title: "max ULP", right: true, spare: 2}, {title: "outcome", spare: 1}, {title: "looks like", spare: 3}}}
	rest := int64(0)
	for _, c := range v.Cases {
		for _, o := range c.Outputs {
			switch {
			case !options.Verbose && o.Outcome == result.VerifyExact:
				continue
			case !options.Verbose && len(t.rows) == listedCases:
				rest++
				continue
			}
			seed := ""
			if c.Seed != nil {
				seed = strconv.FormatUint(*c.Seed, 10)
			}
			size := shapeText(o.Shape)
			if o.ShapeB != nil {
				size += ", in B " + shapeText(o.ShapeB)
			}
			t.rows = append(t.rows, []string{c.Shape, c.Distribution, seed, o.Name, size, units.FormatBytes(o.Different), optionalUnsigned(o.MaxULP),
				string(o.Outcome), looksText(o)})
		}
	}
	return t, rest
}

// looksText says what is odd about an output.
func looksText(o result.CaseOutput) string {
	elements := int64(1)
	for _, n := range o.Shape {
		elements *= n
	}
	one := func(x result.Observed) string {
		switch {
		case elements == 0:
			return "empty"
		case x.NaNs == elements:
			return "all NaN"
		case x.Zeros == elements:
			return "all zero"
		case x.OneValue:
			return "one value"
		case x.NaNs > 0:
			return "some NaN"
		case x.Infinities > 0:
			return "some infinities"
		}
		return ""
	}
	a, b := one(o.A), one(o.B)
	switch {
	case a == b:
		return a
	case a == "":
		return "B " + b
	case b == "":
		return "A " + a
	}
	return "A " + a + ", B " + b
}
