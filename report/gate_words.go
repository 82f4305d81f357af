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

// gateTitle is how text prints the verdict of a gate, which a saved result may have made up.
func gateTitle(verdict result.GateVerdict) string { return strings.ToUpper(Visible(string(verdict))) }

// fileTitle is gateTitle for a baseline or a file of settings, which is listed only if there is something to say: that it
// passes would read as if the plans did.
func fileTitle(gate result.Gate) string {
	if gate.Verdict == result.GatePass {
		return "NOTE"
	}
	return gateTitle(gate.Verdict)
}

// gateReason says in a line what a verdict rests on, and how large a compressed plan is.
func gateReason(gate result.Gate) string {
	text := verdictReason(gate)
	if gate.PackedSize != nil {
		text += fmt.Sprintf("; the file has %s bytes, packed", units.FormatBytes(*gate.PackedSize))
	}
	return text
}

func verdictReason(gate result.Gate) string {
	if len(gate.Checks) == 0 { // a file that is no plan
		return fmt.Sprintf("%d %s", len(gate.Findings), plural(len(gate.Findings), "finding", "findings"))
	}
	var crossed []string
	for _, c := range gate.Checks {
		if c.Crossed && (c.Allowed || gate.Verdict == result.GateFail) && !slices.Contains(crossed, string(c.Budget)) {
			crossed = append(crossed, string(c.Budget))
		}
	}
	if gate.Verdict != result.GatePass {
		text := "crosses " + strings.Join(crossed, ", ")
		if len(crossed) == 0 { // --fail-on counts what no budget says
			text = fmt.Sprintf("%d %s", len(gate.Findings), plural(len(gate.Findings), "finding", "findings"))
		}
		if gate.Verdict == result.GateAllowed {
			text += ", which is allowed"
		}
		for _, c := range gate.Causes {
			text += "; cause: " + string(c.Cause)
		}
		return text
	}
	for _, c := range gate.Checks {
		if c.Budget != result.BudgetGrowth || c.Base == nil || c.Actual == nil {
			continue
		}
		switch change := *c.Actual - *c.Base; {
		case change == 0:
			return "the same size as in the " + c.Against
		case c.Percent != nil:
			return fmt.Sprintf("%s (%s) beside the %s", signed(change), signedPercent(*c.Percent), c.Against)
		}
	}
	text := fmt.Sprintf("%d %s kept", len(gate.Checks), plural(len(gate.Checks), "budget", "budgets"))
	if slices.ContainsFunc(gate.NotChecked, func(n result.NotChecked) bool { return n.What == "growth" }) {
		text += "; growth not checked"
	}
	if count := len(gate.Findings); count > 0 {
		text += fmt.Sprintf("; %d %s", count, plural(count, "note", "notes"))
	}
	return text
}

// signedPercent writes a percentage for reading: what is not nothing never prints as nothing.
func signedPercent(percent result.Real) string {
	switch text := strconv.FormatFloat(float64(percent), 'f', 2, 64); {
	case percent > 0 && text == "0.00":
		return "<+0.01 %"
	case percent < 0 && text == "-0.00":
		return ">-0.01 %"
	case percent > 0:
		return "+" + text + " %"
	default:
		return text + " %"
	}
}

// gateFacts lists what is known of a plan beyond its size.
func gateFacts(gate result.Gate) []fact {
	var facts []fact
	if gate.Version != "" {
		built := "TensorRT " + gate.Version
		if gate.SM != "" {
			built += ", SM " + gate.SM
		}
		facts = append(facts, fact{"built by", []string{built}})
	}
	if gate.Label != "" {
		facts = append(facts, fact{"label", []string{gate.Label}})
	}
	if r := gate.Ranks; r != nil {
		facts = append(facts, fact{"ranks", rankLines(*r)})
	}
	return facts
}

func rankLines(r result.GateRanks) []string {
	count := units.FormatBytes(r.Count)
	if r.WorldSize != nil {
		count += " of " + units.FormatBytes(*r.WorldSize)
	}
	lines := []string{count + ", together " + bytesAndSize(r.Sum)}
	for _, role := range r.Roles {
		lines = append(lines, fmt.Sprintf("stage %d, %s %s: median %s, from %s to %s", role.Stage, plural(len(role.Ranks), "rank", "ranks"), numberRanges(role.Ranks),
			bytesAndSize(role.Median), units.FormatBytes(role.Min), units.FormatBytes(role.Max)))
	}
	return lines
}

// numberRanges writes numbers in order, those that follow each other as 0-3.
func numberRanges(numbers []int64) string {
	var words []string
	for i := 0; i < len(numbers); {
		last := i
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		word := strconv.FormatInt(numbers[i], 10)
		if last > i {
			word += "-" + strconv.FormatInt(numbers[last], 10)
		}
		words = append(words, word)
		i = last + 1
	}
	return strings.Join(words, ", ")
}

// wordColumns is what a version or a list of sections keeps among the numbers.
const wordColumns = 20

// checkTable lists budgets, the crossed ones first.
func checkTable(checks []result.GateCheck) table {
	t := table{columns: []column{{title: ""}, {title: "budget"}, {title: "limit", right: true}, {title: "actual", right: true},
		{title: "against", spare: 1}, {title: "change", right: true, spare: 3}, {title: "from", name: true, spare: 2}}}
	ordered := slices.Clone(checks)
	slices.SortStableFunc(ordered, func(a, b result.GateCheck) int { return cmp.Compare(stateOrder(a), stateOrder(b)) })
	for _, c := range ordered {
		limit, actual, change := shorten(Visible(c.Expected), wordColumns), shorten(Visible(c.Found), wordColumns), ""
		if c.Limit != nil {
			limit = units.FormatBytes(*c.Limit)
		}
		if c.Actual != nil {
			actual = units.FormatBytes(*c.Actual)
		}
		if c.Percent != nil {
			change = signedPercent(*c.Percent)
		}
		t.rows = append(t.rows, []string{checkState(c), shorten(Visible(string(c.Budget)), wordColumns), limit, actual, c.Against, change, c.Source})
	}
	return t
}

func checkState(c result.GateCheck) string {
	switch {
	case c.Allowed:
		return "allowed"
	case c.Crossed:
		return "CROSSED"
	}
	return "ok"
}

func stateOrder(c result.GateCheck) int {
	return slices.Index([]string{"CROSSED", "allowed", "ok"}, checkState(c))
}

// causesTitle is what causes stand under: of a plan that passes they are none.
func causesTitle(gate result.Gate) string {
	if gate.Verdict == result.GatePass {
		return "blocks"
	}
	return "cause"
}

func gateCauseText(c result.GateCause) string {
	if c.Cause == result.GateCauseUnknown {
		return c.Why
	}
	return string(c.Cause) + ": " + c.Why
}

// usedSettings says which file of settings counted.
func usedSettings(file string) string {
	if file == "" {
		return "settings: no planlint.yaml, the defaults count"
	}
	return "settings: " + file
}

// gateTotals counts results by verdict.
func gateTotals(gates []result.Gate, failures []result.Error) string {
	counts := map[result.GateVerdict]int{}
	plans, sets := 0, 0
	var files []string
	for _, g := range gates {
		switch g.Kind {
		case result.GatePlan:
			plans++
		case result.GateRankSet:
			sets++
		default:
			if g.Verdict == result.GateFail {
				files = append(files, g.File+" failed")
			}
			continue
		}
		counts[g.Verdict]++
	}
	text := fmt.Sprintf("%d %s", plans, plural(plans, "plan", "plans"))
	if sets > 0 {
		text += fmt.Sprintf(" and %d %s", sets, plural(sets, "rank set", "rank sets"))
	}
	var words []string
	for _, of := range []struct {
		verdict result.GateVerdict
		word    string
	}{{result.GateFail, "failed"}, {result.GateAllowed, "allowed"}, {result.GatePass, "passed"}} {
		if n := counts[of.verdict]; n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, of.word))
		}
	}
	if len(failures) > 0 {
		words = append(words, fmt.Sprintf("%d not judged", len(failures)))
	}
	return text + ": " + strings.Join(append(words, files...), ", ")
}

func selftestWord(test result.GateSelftest) string {
	if test.Works {
		return "WORKS"
	}
	return "BLIND"
}

// trialWord is how text calls a trial.
func trialWord(t result.GateTrial) string {
	if t.Trial == result.TrialDoubled {
		return "doubled"
	}
	return "padded"
}

func trialText(t result.GateTrial) string {
	how := "a copy with " + bytesAndSize(t.Added) + " of zeros more"
	if t.Trial == result.TrialDoubled {
		how = bytesAndSize(t.Added) + " more and no zeros"
	}
	return how + ": " + t.Message
}
