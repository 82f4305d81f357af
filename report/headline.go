package report

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// verdictWord is how text prints a verdict.
func verdictWord(verdict result.Verdict) string {
	if verdict == result.VerdictNotPlan {
		return "RAW" // scanned as plain bytes, because it was asked for
	}
	return strings.ToUpper(string(verdict))
}

// builtWord is how text prints the verdict of a plan that was built.
func builtWord(verdict result.Verdict) string {
	if verdict == result.VerdictNotPlan {
		return "NOT PLAN" // whatever the builder gave
	}
	return verdictWord(verdict)
}

// bytesAndSize writes a size exactly, and rounded beside it where that is shorter to read.
func bytesAndSize(size int64) string {
	if size > -1024 && size < 1024 {
		return units.FormatBytes(size) + plural(size, " byte", " bytes")
	}
	return units.FormatBytes(size) + " bytes (" + units.FormatSize(size) + ")"
}

func plural[N int | int64](count N, one, many string) string {
	if count == 1 {
		return one
	}
	return many
}

// reason says in a few words what a verdict rests on.
func reason(scan result.Scan) string {
	switch scan.Verdict {
	case result.VerdictPadded, result.VerdictSuspect:
		if text := runsReason(scan); text != "" {
			return text
		}
		return leadingMessage(scan)
	case result.VerdictDamaged:
		if text := leadingMessage(scan); text != "" {
			return text
		}
		return damagedReason(scan)
	}
	if finding, ok := leading(scan.Findings); ok && finding.Level != result.LevelNote {
		return fmt.Sprintf("%s %s: %s", finding.Rule, finding.Level, finding.Message)
	}
	text := longestReason(scan.Zeros)
	if count := len(scan.Findings); count > 0 {
		text += fmt.Sprintf("; %d %s", count, plural(count, "note", "notes"))
	}
	return text
}

// longestReason names the longest zero run, which is what a clean verdict can be checked by.
func longestReason(zeros *result.Zeros) string {
	switch {
	case zeros == nil:
		return "zeros not counted"
	case zeros.Longest != nil:
		return "longest zero run " + bytesAndSize(zeros.Longest.Length)
	case zeros.Bytes == 0:
		return "no zero byte"
	}
	return "no zero run of " + units.FormatSize(zeros.MinRun) + " or more"
}

// runsReason sums up the zero runs that findings are about; "" if none is.
func runsReason(scan result.Scan) string {
	var total int64
	var first result.Finding
	count := 0
	for _, finding := range scan.Findings {
		if finding.Bytes == nil || finding.Level == result.LevelNote || !aboutZeros(finding.Rule) {
			continue
		}
		if count == 0 {
			first = finding
		}
		count++
		total += *finding.Bytes
	}
	switch count {
	case 0:
		return ""
	case 1:
		if run := longestOf(scan); run > 0 && run < total { // the finding sums up several
			return fmt.Sprintf("%s zero bytes in several runs, the longest %s", units.FormatBytes(total), bytesAndSize(run))
		}
		return fmt.Sprintf("%s zero bytes in one run %s", units.FormatBytes(total), where(scan, first))
	}
	return fmt.Sprintf("%s zero bytes that %d rules are about", units.FormatBytes(total), count)
}

// longestOf is the length of the longest run that is listed.
func longestOf(scan result.Scan) (longest int64) {
	if scan.Zeros == nil {
		return 0
	}
	for _, run := range scan.Zeros.Runs {
		longest = max(longest, run.Length)
	}
	return longest
}

// aboutZeros tells whether a finding of a rule counts zero bytes: all rules of PL2xx, and trailing zeros.
func aboutZeros(rule string) bool { return strings.HasPrefix(rule, "PL2") || rule == "PL103" }

// where places a run of zeros in a plan.
func where(scan result.Scan, finding result.Finding) string {
	if finding.Offset == nil {
		return ""
	}
	offset := *finding.Offset
	if c := scan.Container; c != nil {
		switch {
		case c.DeclaredSize != nil && offset >= *c.DeclaredSize:
			return "behind the declared end"
		case c.EndTagOffset != nil && offset >= *c.EndTagOffset:
			return "behind the end tag"
		case offset+*finding.Bytes == c.PlanSize:
			return "up to the end"
		}
	}
	return "at offset " + units.FormatBytes(offset)
}

// leading is the most serious finding, the first of equal ones.
func leading(findings []result.Finding) (result.Finding, bool) {
	for _, level := range []result.Level{result.LevelError, result.LevelWarning, result.LevelNote} {
		for _, finding := range findings {
			if finding.Level == level {
				return finding, true
			}
		}
	}
	return result.Finding{}, false
}

// leadingMessage is the message of the most serious finding.
func leadingMessage(scan result.Scan) string {
	finding, _ := leading(scan.Findings)
	return finding.Message
}

func damagedReason(scan result.Scan) string {
	c := scan.Container
	if c != nil && c.DeclaredSize != nil && *c.DeclaredSize > c.PlanSize {
		missing := *c.DeclaredSize - c.PlanSize
		return fmt.Sprintf("%s missing of the %s that the header declares", bytesAndSize(missing), units.FormatBytes(*c.DeclaredSize))
	}
	return "no judgement possible"
}
