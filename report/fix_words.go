package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// fixWord is what fix did in one word, and the verdict whose colour it has.
func fixWord(f result.Fix) (string, result.Verdict) {
	left := f.PaddingAfter > 0 || f.OpenAfter > 0
	switch {
	case fixFailed(f):
		return "REFUSED", result.VerdictDamaged
	case !left && len(f.Moves) > 0:
		return "FIXED", result.VerdictClean
	case !left:
		return "NONE", result.VerdictClean
	case len(f.Moves) > 0:
		return "BETTER", result.VerdictSuspect
	}
	return "PADDING", result.VerdictPadded
}

// fixFailed tells whether the proof did not hold, so that nothing was written.
func fixFailed(f result.Fix) bool { return f.Proof != nil && f.Proof.Verdict != result.FixEqual }

// fixSentence is the predicted padding before and after.
func fixSentence(f result.Fix) string {
	switch {
	case f.PaddingBefore == 0 && f.OpenBefore == 0:
		return "no padding predicted with " + product(f.Target) + ", nothing to fix"
	case len(f.Moves) == 0:
		return paddingText(f.PaddingBefore, f.OpenBefore) + " of predicted padding, and no move that lowers it"
	}
	return "predicted padding from " + paddingText(f.PaddingBefore, f.OpenBefore) + " to " + paddingText(f.PaddingAfter, f.OpenAfter)
}

// paddingText is an amount of padding, and how many groups have some of unknown size.
func paddingText(bytes int64, open int) string {
	switch {
	case open == 0:
		return bytesAndSize(bytes)
	case bytes == 0:
		return fmt.Sprintf("that of %d %s of unknown size", open, plural(open, "group", "groups"))
	}
	return fmt.Sprintf("%s and that of %d %s of unknown size", bytesAndSize(bytes), open, plural(open, "group", "groups"))
}

func fixFacts(f result.Fix) []fact {
	var facts []fact
	add := func(name string, lines ...string) { facts = append(facts, fact{name, lines}) }
	switch {
	case f.Output != "":
		add("written", f.Output)
	case len(f.Moves) > 0 && fixFailed(f):
		add("written", "nothing, as the proof does not hold")
	case len(f.Moves) > 0:
		add("written", "nothing: -o PATH writes the model")
	}
	switch f.External {
	case result.ExternalReferenced:
		add("weights", "outside of the model's file, and stay where they are")
	case result.ExternalCopied:
		add("weights", "outside of the model's file, and copied to the output's folder")
	}
	add("target", f.Target)
	add("law", lawText(f.Law))
	if len(f.Tables) > 0 {
		add("fusion", fmt.Sprintf("%s %s decided which operations stay alone", plural(len(f.Tables), "table", "tables"), strings.Join(f.Tables, ", ")))
	}
	if len(f.Moves) > 0 && !fixFailed(f) {
		add("equality", f.Equality+": by the rules of ONNX both models compute the same; whether two plans give the same bits, planlint verify says on a GPU")
	}
	return facts
}

// moveText is one move.
func moveText(m result.FixMove) string {
	return fmt.Sprintf("%s (%s) %s %s (%s)", m.Node, strings.Join(m.Ops, " "), m.Direction, m.Over, m.OverOp)
}

// moveReasons are the reasons why moves are exact, each once, with the operators that they are for.
func moveReasons(moves []result.FixMove) []string {
	var order []string
	ops := map[string][]string{}
	for _, m := range moves {
		if ops[m.Why] == nil {
			order = append(order, m.Why)
		}
		if !slices.Contains(ops[m.Why], m.OverOp) {
			ops[m.Why] = append(ops[m.Why], m.OverOp)
		}
	}
	var list []string
	for _, why := range order {
		list = append(list, strings.Join(ops[why], ", ")+": "+why)
	}
	return list
}

// refusalText names a group whose padding stays.
func refusalText(r result.FixRefusal) string {
	cost := "padding of unknown size"
	if r.PaddingBytes != nil {
		cost = bytesAndSize(*r.PaddingBytes)
	}
	return fmt.Sprintf("%s (%s), %s", r.Node, strings.Join(r.Ops, " "), cost)
}

// fixCheckText is one comparison in a sentence or two.
func fixCheckText(c result.FixCheck) string {
	text := fmt.Sprintf("%s, %s: ", c.Title, strings.Join(c.Types, " and "))
	switch c.Verdict {
	case result.FixEqual:
		text += fmt.Sprintf("%s elements of %d %s in %d cases are the same", units.FormatBytes(c.Compared), c.Parts, plural(c.Parts, "part", "parts"), c.Cases)
		if c.Tolerance > 0 {
			text += fmt.Sprintf(" but for a relative difference of %g at most", c.Tolerance)
		} else {
			text += " to the last bit"
		}
		if c.ZeroSigns {
			text += ", the sign of zero aside"
		}
		text += fmt.Sprintf("; %d of %d %s with a wrong permutation told apart", c.Caught, c.Mutants, plural(c.Mutants, "model", "models"))
	case result.FixDiffers:
		text += "the models differ: " + c.Why
	case result.FixVacuous:
		text += "no proof: " + c.Why
	default:
		text += "not checked: " + c.Why
	}
	if c.Replaced > 0 {
		text += fmt.Sprintf("; %d %s with equal numbers got different ones", c.Replaced, plural(c.Replaced, "constant", "constants"))
	}
	if len(c.Sizes) > 0 {
		text += "; computed smaller: " + strings.Join(c.Sizes, "; ")
	}
	return text
}

// planLines says what a real builder made of both models.
func planLines(p result.FixPlans) []string {
	plan := func(p result.FixPlan) string {
		return fmt.Sprintf("%s, %s zeros, %d %s", bytesAndSize(p.Size), units.FormatBytes(p.Zeros), p.Kernels, plural(p.Kernels, "kernel", "kernels"))
	}
	lines := []string{"plan of the model: " + plan(p.Before), "plan of the rewritten one: " + plan(p.After)}
	if len(p.Gone) > 0 {
		lines = append(lines, "kernels gone: "+strings.Join(p.Gone, ", "))
	}
	if len(p.New) > 0 {
		lines = append(lines, "new kernels: "+strings.Join(p.New, ", "))
	}
	return lines
}
