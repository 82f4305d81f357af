package bugreport

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// ReadFix reads what a report needs of the one result of a saved document of planlint fix.
func ReadFix(text []byte) (result.ReportWorkaround, error) {
	fix, err := oneOf[result.Fix](text, result.SchemaFix)
	if err != nil {
		return result.ReportWorkaround{}, err
	}
	made := result.ReportWorkaround{PaddingBefore: fix.PaddingBefore, PaddingAfter: fix.PaddingAfter, Equality: fix.Equality,
		Moves: []result.ReportMove{}, Refused: []result.ReportMove{}}
	for _, m := range fix.Moves {
		made.Moves = append(made.Moves, result.ReportMove{Node: m.Node, Over: m.Over, OverOp: m.OverOp, Direction: m.Direction, Why: m.Why})
	}
	for _, m := range fix.Refused {
		why := m.Why
		if m.WhyBehind != "" {
			why += "; " + m.WhyBehind
		}
		made.Refused = append(made.Refused, result.ReportMove{Node: m.Node, Why: why})
	}
	if p := fix.Proof; p != nil {
		for _, check := range p.Checks {
			made.Proof = append(made.Proof, checkText(check))
		}
		if plans := p.Plans; plans != nil {
			made.Proof = append(made.Proof, fmt.Sprintf("plans that %s built: %s bytes before, %s after; %s and %s of them zeros", plans.Builder,
				units.FormatBytes(plans.Before.Size), units.FormatBytes(plans.After.Size), units.FormatBytes(plans.Before.Zeros), units.FormatBytes(plans.After.Zeros)))
		}
	}
	return made, nil
}

// checkText says what one comparison of two models gave.
func checkText(c result.FixCheck) string {
	text := c.Title
	if len(c.Types) > 0 {
		text += " in " + strings.Join(c.Types, ", ")
	}
	text += ": " + string(c.Verdict)
	if c.Why != "" {
		return text + ", " + c.Why
	}
	text += fmt.Sprintf(", %s of %s elements differ in %d cases", units.FormatBytes(c.Differing), units.FormatBytes(c.Compared), c.Cases)
	if c.Mutants > 0 {
		text += fmt.Sprintf("; of %d models with a wrong permutation it told %d apart", c.Mutants, c.Caught)
	}
	return text
}
