package report

import (
	"fmt"
	"strconv"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// outcomeWord is how text prints an outcome.
func outcomeWord(outcome result.Outcome) string {
	switch outcome {
	case result.OutcomeIdentical:
		return "IDENTICAL"
	case result.OutcomeNames:
		return "EQUAL UP TO GENERATED NAMES"
	case result.OutcomeDifferent:
		return "DIFFERENT"
	case result.OutcomeSameResults:
		return "SAME RESULTS"
	}
	return string(outcome)
}

// causeWord is how text prints a kind of cause.
func causeWord(kind result.CauseKind) string {
	switch kind {
	case result.CauseLeanRuntime:
		return "lean runtime embedded"
	case result.CauseUnknown:
		return "not known"
	}
	return string(kind)
}

func causeText(cause result.Cause) string { return causeWord(cause.Kind) + ": " + cause.Why }

// sizeText says in one line how the size of the files changed.
func sizeText(c result.Compare) string {
	a, ok := amountNamed(c, result.AmountFile)
	switch {
	case !ok || a.Old == nil || a.New == nil:
		return ""
	case !a.Differs:
		return bytesAndSize(*a.Old) + " each"
	}
	return units.FormatBytes(*a.Old) + " -> " + bytesAndSize(*a.New) + ", " + changeText(a)
}

// shortSizeText is the change of the size alone.
func shortSizeText(c result.Compare) string {
	a, ok := amountNamed(c, result.AmountFile)
	switch {
	case !ok || a.Change == nil:
		return ""
	case !a.Differs:
		return units.FormatBytes(*a.Old) + " bytes each"
	}
	return changeText(a)
}

func amountNamed(c result.Compare, name string) (result.AmountChange, bool) {
	for _, a := range c.Amounts {
		if a.Name == name {
			return a, true
		}
	}
	return result.AmountChange{}, false
}

// changeText writes a difference, also in percent, and as a factor where it is large.
func changeText(a result.AmountChange) string {
	switch {
	case a.Change == nil:
		return ""
	case *a.Change == 0:
		return "="
	}
	text := signed(int64(*a.Change))
	if a.Ratio == nil || a.Old == nil {
		return text
	}
	return text + " (" + relativeText(int64(*a.Change), *a.Old, float64(*a.Ratio)) + ")"
}

// relativeText writes a change in percent, and as a factor where it is large.
func relativeText(change, of int64, ratio float64) string {
	if ratio >= 10 {
		return "x" + units.FormatBytes(int64(ratio+0.5))
	}
	return percentText(change, of)
}

func signed(number int64) string {
	if number > 0 {
		return "+" + units.FormatBytes(number)
	}
	return units.FormatBytes(number)
}

// percentText writes a change as a percentage that is never rounded to nothing.
func percentText(change, of int64) string {
	percent := 100 * float64(change) / float64(of)
	switch {
	case percent > 0 && percent < 0.005:
		return "<+0.01 %"
	case percent < 0 && percent > -0.005:
		return ">-0.01 %"
	case percent < -99.995 && change > -of:
		return ">-99.99 %"
	}
	return fmt.Sprintf("%+.2f %%", percent)
}

// bytesLines say which bytes differ.
func bytesLines(b result.ByteChanges) []string {
	var lines []string
	if b.Differing == 0 {
		lines = append(lines, bytesAndSize(b.Compared)+" compared, none differs")
	} else {
		line := fmt.Sprintf("%s of %s differ (%s), the first at offset %s, in %s %s", units.FormatBytes(b.Differing), bytesAndSize(b.Compared),
			units.FormatShare(b.Differing, b.Compared), optionalBytes(b.First), units.FormatBytes(b.RangesTotal), plural(b.RangesTotal, "range", "ranges"))
		if b.NamesOnly {
			line += "; all are in generated parts of kernel names"
		}
		lines = append(lines, line)
	}
	for _, only := range []struct {
		which string
		count int64
	}{{"old", b.OnlyOld}, {"new", b.OnlyNew}} {
		if only.count > 0 {
			lines = append(lines, bytesAndSize(only.count)+" behind them in the "+only.which+" plan alone")
		}
	}
	return lines
}

// runsText sums up the zero runs.
func runsText(r result.RunChanges) string {
	return fmt.Sprintf("of %s or more: %s in both, %d gone, %d new, %d changed", units.FormatSize(r.MinRun),
		units.FormatBytes(r.Matched), len(r.Gone), len(r.New), len(r.Changed))
}

// kernelsChangeText sums up the kernels.
func kernelsChangeText(k result.KernelChanges) string {
	text := units.FormatBytes(k.Matched) + " in both"
	if k.Renamed > 0 {
		text += " (" + units.FormatBytes(k.Renamed) + " with other generated numbers in the name)"
	}
	return text + ", " + units.FormatBytes(kernelSum(k.Gone)) + " gone, " + units.FormatBytes(kernelSum(k.New)) + " new"
}

func kernelSum(kernels []result.KernelCount) (sum int64) {
	for _, kernel := range kernels {
		sum += kernel.Count
	}
	return sum
}

// compareFacts are what stands below the headline.
func compareFacts(c result.Compare) []fact {
	var facts []fact
	if c.Cause != nil {
		facts = append(facts, fact{"likely cause", []string{causeText(*c.Cause)}})
	}
	if c.Bytes != nil {
		facts = append(facts, fact{"bytes", bytesLines(*c.Bytes)})
	}
	if c.Runs != nil && c.Runs.Matched+int64(len(c.Runs.Gone)+len(c.Runs.New)+len(c.Runs.Changed)) > 0 {
		facts = append(facts, fact{"zero runs", []string{runsText(*c.Runs)}})
	}
	if c.Kernels != nil {
		facts = append(facts, fact{"kernels", []string{kernelsChangeText(*c.Kernels)}})
	}
	if c.Layers != nil {
		lines := []string{layersChangeText(*c.Layers)}
		if text := differencesText(c.Layers.Changed); text != "" {
			lines = append(lines, text)
		}
		facts = append(facts, fact{"layers", lines})
	}
	return facts
}

func ratioText(ratio *result.Ratio) string {
	if ratio == nil {
		return ""
	}
	return strconv.FormatFloat(float64(*ratio), 'f', -1, 64)
}
