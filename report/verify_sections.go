package report

import (
	"fmt"
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// verifySection is a table of a verification under its title, with facts below it.
type verifySection struct {
	title string
	table table
	rest  int64 // rows left out
	facts []fact
}

// verifyFacts are what stands below the headline.
func verifyFacts(v result.Verify, options Options) []fact {
	facts := []fact{{"so", []string{verifyMeaning(v)}}}
	if v.Allowed != nil {
		facts = append(facts, fact{"allowed", []string{allowedText(*v.Allowed)}})
	}
	for i, plan := range v.Plans {
		if i < len(sideNames) {
			facts = append(facts, fact{sideNames[i], []string{planLine(plan)}})
		}
	}
	facts = append(facts, fact{plural(len(v.Inputs), "input", "inputs"), inputLines(v, options)}, fact{"ran", []string{ranLine(v), timesLine(v.Ran)}})
	if lines := vacuousLines(v); lines != nil {
		facts = append(facts, fact{"proves nothing", lines})
	}
	if line := sparseLine(v); line != "" {
		facts = append(facts, fact{"proves little", []string{line}})
	}
	return facts
}

// listedInputs is how many inputs are listed unless everything is asked for.
const listedInputs = 8

func inputLines(v result.Verify, options Options) []string {
	var lines []string
	for i, input := range v.Inputs {
		if i == listedInputs && !options.Verbose {
			return append(lines, others(len(v.Inputs)-i, options))
		}
		lines = append(lines, inputLine(input, inputShapes(v, i)))
	}
	if lines == nil {
		return []string{"none"}
	}
	return lines
}

// inputShapes are the shapes that an input had.
func inputShapes(v result.Verify, input int) []string {
	var shapes []string
	for _, c := range v.Cases {
		if input < len(c.Inputs) && !slices.Contains(shapes, shapeText(c.Inputs[input])) {
			shapes = append(shapes, shapeText(c.Inputs[input]))
		}
	}
	return shapes
}

// sparseLine counts the outputs of cases that are of one value, such as all NaN.
func sparseLine(v result.Verify) string {
	of, all := 0, 0
	for _, c := range v.Cases {
		for _, o := range c.Outputs {
			all++
			if o.A.OneValue && o.B.OneValue {
				of++
			}
		}
	}
	if of == 0 || of == all {
		return ""
	}
	return fmt.Sprintf("of %s outputs, over all cases, %s %s one value in all elements, such as zero or NaN", units.FormatBytes(int64(all)),
		units.FormatBytes(int64(of)), plural(of, "has", "have"))
}

// listedApart is for how many outputs it is shown how far they are apart.
const listedApart = 4

// verifySections are the tables that have something to show.
func verifySections(v result.Verify, options Options) []verifySection {
	outputs, rest := outputTable(v, options)
	all := []verifySection{{title: "does each plan agree with itself?", table: selfTable(v)}, {title: "A against B, in all cases", table: outputs, rest: rest}}
	apart := 0
	for _, o := range v.Outputs {
		if o.Different > 0 {
			apart++
		}
		if o.Different > 0 && (apart <= listedApart || options.Verbose) {
			all = append(all, verifySection{title: "how far apart: " + o.Name, table: distanceTable(o), facts: placeFacts(v, o)})
		}
	}
	all = append(all, verifySection{title: "error of each against " + v.Ran.Reference, table: referenceTable(v)})
	cases, left := caseTable(v, options)
	title := "cases that are not bit-exact"
	if options.Verbose {
		title = "cases"
	}
	all = append(all, verifySection{title: title, table: cases, rest: left})
	shown := all[:0]
	for _, section := range all {
		if len(section.table.rows)+len(section.facts) > 0 {
			shown = append(shown, section)
		}
	}
	return shown
}
