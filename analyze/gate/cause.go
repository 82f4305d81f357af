package gate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/planlint/planlint/analyze/blocks"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

const (
	// smallRest is how many bytes may change beside a cause, or a tenth of the smaller plan if that is more.
	smallRest = 64 << 10
	// strippedShare: a plan of less than one in so many bytes of its weights has hardly any of them.
	strippedShare = 10
	// strippedFrom is the number of bytes of weights from which on their absence is told.
	strippedFrom = 256 << 10
	// leftShare: a stripped plan has at most one in so many bytes of the whole one; the vendor says that about 5 % may
	// stay.
	leftShare = 20
)

// causes says why the plan is larger than it should be, where the numbers speak for it. Of one that is not, what it holds
// more than once is said, if that was asked for.
func (e *judged) causes() {
	crossed := e.crossed(result.BudgetMax, result.BudgetGrowth, result.BudgetDrift, result.BudgetLongestRun, result.BudgetRatio, result.BudgetScan, result.BudgetNew)
	if crossed {
		e.because((*judged).wrapper, (*judged).padding, (*judged).leanRuntime, (*judged).strip, (*judged).precision, (*judged).capabilities)
	}
	e.because((*judged).repeated, (*judged).duplicates)
	if len(e.result.Causes) == 0 && e.crossed(result.BudgetMax, result.BudgetGrowth, result.BudgetDrift, result.BudgetRatio) {
		e.result.Causes = append(e.result.Causes, result.GateCause{Cause: result.GateCauseUnknown, Why: e.unknown()})
	}
}

// because adds the causes that the numbers speak for.
func (e *judged) because(causes ...func(*judged) (result.GateCauseKind, string)) {
	for _, why := range causes {
		if kind, text := why(e); text != "" {
			e.result.Causes = append(e.result.Causes, result.GateCause{Cause: kind, Why: text})
		}
	}
}

// grownBy is by how many bytes the plan itself, without what is around it, is larger than the entry's.
func (e *judged) grownBy() int64 { return planSize(e.facts) - planSize(e.entry.BaselineFacts) }

// explains tells whether a part of the growth leaves little of it: less than half, and little beside the plan.
func (e *judged) explains(part int64) bool {
	if part <= 0 {
		return false
	}
	grown := e.grownBy()
	rest := max(grown-part, part-grown)
	return grown > 0 && rest <= grown/2 && rest <= max(smallRest, planSize(e.entry.BaselineFacts)/10)
}

// wrapper: the plan has the same size, and what is around it is larger.
func (e *judged) wrapper() (result.GateCauseKind, string) {
	if e.entry == nil || e.facts.Wrapper == e.entry.Wrapper || e.grownBy() > smallRest || e.facts.Size <= e.entry.Size {
		return "", ""
	}
	name := func(wrapper string) string {
		if wrapper == "" {
			return "a bare plan"
		}
		return wrapper
	}
	return result.GateCauseWrapper, fmt.Sprintf("the plan itself has %s, and the format around it makes the difference: it was %s, now it is %s",
		inBytes(planSize(e.facts)), name(e.entry.Wrapper), name(e.facts.Wrapper))
}

// padding: zeros in long runs that the plan in the baseline has not, or that a rule calls padding.
func (e *judged) padding() (result.GateCauseKind, string) {
	if e.entry == nil {
		for _, f := range e.result.Findings {
			if f.Bytes != nil && (f.Rule == "PL201" || f.Rule == "PL202") {
				return result.GateCausePadding, fmt.Sprintf("%s of zeros that carry nothing; the rest is %s", inBytes(*f.Bytes), inBytes(planSize(e.facts)-*f.Bytes))
			}
		}
		return "", ""
	}
	more, grown := e.facts.LongRuns-e.entry.LongRuns, e.grownBy()
	if more <= 0 || grown <= 0 || more < grown/2 {
		return "", ""
	}
	rest := "nothing else changed its size"
	if base, other := planSize(e.entry.BaselineFacts)-e.entry.LongRuns, grown-more; other != 0 {
		rest = fmt.Sprintf("all else changed the size by %s bytes (%s)", units.FormatBytes(other), change(base+other, base, base))
	}
	return result.GateCausePadding, fmt.Sprintf("of %s bytes more, %s are zeros in runs of 1 MiB or more that the %s has not; %s",
		units.FormatBytes(grown), units.FormatBytes(more), e.against, rest)
}

// leanRuntime: code for the host's processor that was not there before.
func (e *judged) leanRuntime() (result.GateCauseKind, string) {
	if e.entry == nil || e.facts.HostCode == nil || e.entry.HostCode == nil || !e.explains(*e.facts.HostCode-*e.entry.HostCode) {
		return "", ""
	}
	return result.GateCauseLeanRuntime, fmt.Sprintf("%s of code for the host's processor, as the lean runtime of version-compatible plans is; the %s has %s",
		inBytes(*e.facts.HostCode), e.against, inBytes(*e.entry.HostCode))
}

// precision: twice the bytes.
func (e *judged) precision() (result.GateCauseKind, string) {
	if e.entry == nil {
		return "", ""
	}
	if before, after := e.entry.Weights, e.facts.Weights; before != nil && after != nil && *before > 0 && e.explains(*after-*before) && near(*after, *before, 194, 206) {
		return result.GateCausePrecision, fmt.Sprintf("%s bytes of weights became %s, twice as many, as from fp16 to fp32", units.FormatBytes(*before), units.FormatBytes(*after))
	}
	before, after := planSize(e.entry.BaselineFacts), planSize(e.facts)
	known := e.entry.Weights != nil && e.facts.Weights != nil // then they would tell
	if known || e.facts.LongRuns-e.entry.LongRuns > (after-before)/2 || !near(after, before, 180, 210) {
		return "", ""
	}
	return result.GateCausePrecision, fmt.Sprintf("%s times the size of the %s, near twice, with no zeros of their own: likely weights in fp32 that were in fp16; "+
		"TensorRT 10 and later build what a strongly typed model says", strings.TrimSuffix(times(after, before, before), " times"), e.against)
}

// near tells whether a number is between two percentages of another.
func near(number, of, low, high int64) bool {
	percent := Percent{}
	percent, _ = ParsePercent(fmt.Sprintf("%d%%", low))
	most, _ := ParsePercent(fmt.Sprintf("%d%%", high))
	return number >= percent.of(of) && number <= most.of(of)
}

// capabilities: built for more GPUs. Such a plan has no entry of its own.
func (e *judged) capabilities() (result.GateCauseKind, string) {
	if e.other == nil || e.facts.Size <= e.other.Size || len(e.plan.Scan.Container.Capabilities) == 0 {
		return "", ""
	}
	before, after := strings.Split(e.other.SM, ","), e.plan.Scan.Container.Capabilities
	if e.other.SM == "" || len(after) <= len(before) {
		return "", ""
	}
	return result.GateCauseCapabilities, fmt.Sprintf("built for %d compute capabilities (%s); for %d of them (%s) the baseline has %s",
		len(after), strings.Join(after, ", "), len(before), strings.Join(before, ", "), inBytes(e.other.Size))
}

// strip: built without weights, or compared with the whole plan, and hardly smaller.
func (e *judged) strip() (result.GateCauseKind, string) {
	ref := e.plan.Reference
	if ref == nil {
		return "", ""
	}
	whole, of := ref.Size, e.limits.Ratio.To
	switch {
	case ref.Weights != nil && e.plan.Stripped:
		whole, of = *ref.Weights, "the weights of "+of
	case ref.Weights != nil || !e.crossed(result.BudgetRatio):
		return "", "" // a model, and the plan is whole
	}
	size := planSize(e.facts)
	if size <= whole/leftShare {
		return "", ""
	}
	left := "weights that cannot be stripped, or stripping was not asked for where it counts"
	if e.facts.LongRuns >= size/2 {
		left = fmt.Sprintf("%s of the remaining bytes are zeros, not weights", units.FormatBytes(e.facts.LongRuns))
	}
	return result.GateCauseStrip, fmt.Sprintf("strip had little effect: %s are left of the %s of %s (%s): %s", inBytes(size), inBytes(whole), of,
		units.FormatShare(size, whole), left)
}

// repeated: one block again and again, as an expanded constant is.
func (e *judged) repeated() (result.GateCauseKind, string) {
	if e.plan.Blocks == nil || len(e.plan.Blocks.Repeated) == 0 {
		return "", ""
	}
	r := e.plan.Blocks.Repeated[0]
	return result.GateCauseRepeated, fmt.Sprintf("at offset %s the same %s stand %s times in a row, %s in all, not zeros: a constant that was folded and expanded",
		units.FormatBytes(r.Offset), inBytes(r.Period), units.FormatBytes(r.Length/r.Period), inBytes(r.Length)) + e.others(len(e.plan.Blocks.Repeated))
}

// duplicates: the same block at several places.
func (e *judged) duplicates() (result.GateCauseKind, string) {
	if e.plan.Blocks == nil || len(e.plan.Blocks.Duplicates) == 0 {
		return "", ""
	}
	if !e.duplicated() {
		return "", ""
	}
	d := e.plan.Blocks.Duplicates[0]
	copies := "1 extra copy"
	if n := len(d.Offsets) - 1; n > 1 {
		copies = fmt.Sprintf("%d extra copies", n)
	}
	return result.GateCauseDuplicates, fmt.Sprintf("duplicate block, %s, %s, at offsets %s, as of a constant with several users that is copied",
		copies, inBytes(d.Length*int64(len(d.Offsets)-1)), offsets(d.Offsets)) + e.others(len(e.plan.Blocks.Duplicates))
}

// duplicated tells whether what stands twice can be why a plan is too large: about as much as it has grown or, if it is
// compared with nothing, a tenth of it. Builders copy small blocks in every plan. Of a plan that passes all is told.
func (e *judged) duplicated() bool {
	bytes := e.duplicateBytes()
	switch {
	case !e.crossed(result.BudgetMax, result.BudgetGrowth, result.BudgetDrift, result.BudgetLongestRun, result.BudgetRatio, result.BudgetScan, result.BudgetNew):
		return true
	case e.entry == nil || e.grownBy() <= 0:
		return bytes >= planSize(e.facts)/10
	}
	return bytes >= e.grownBy()/2 && bytes/2 <= e.grownBy()
}

// duplicateBytes is what the plan would be smaller by if every block stood in it once.
func (e *judged) duplicateBytes() (bytes int64) {
	for _, d := range e.plan.Blocks.Duplicates {
		bytes = sum(bytes, d.Length*int64(len(d.Offsets)-1))
	}
	return bytes
}

func (e *judged) others(all int) string {
	switch {
	case all < 2:
		return ""
	case all == 2:
		return "; 1 other"
	}
	return fmt.Sprintf("; %d others", all-1)
}

// offsets lists the first places.
func offsets(list []int64) string {
	const listed = 4
	var words []string
	for _, offset := range list[:min(len(list), listed)] {
		words = append(words, units.FormatBytes(offset))
	}
	if more := len(list) - listed; more > 0 {
		words = append(words, fmt.Sprintf("and %d others", more))
	}
	return strings.Join(words, ", ")
}

// unknown says what was looked at in vain.
func (e *judged) unknown() string {
	text := "unknown (not padding): no zero runs of 1 MiB or more account for it"
	if e.facts.LongRuns > 0 {
		text = fmt.Sprintf("unknown (not padding): zero runs of 1 MiB or more are %s of it, and the %s has %s of them", inBytes(e.facts.LongRuns),
			orPlan(e.against), inBytes(e.longBefore()))
	}
	if e.plan.Blocks == nil {
		text += "; duplicate blocks were not looked for"
	} else if bytes := e.duplicateBytes(); bytes > 0 {
		text += "; it holds " + inBytes(bytes) + " twice, which does not tell why it is larger"
	} else {
		text += "; no block of " + units.FormatSize(blocks.Least) + " or more stands in it twice"
	}
	if name, more := e.grownSection(); more > 0 {
		text += fmt.Sprintf("; section %s has %s more", name, inBytes(more))
	}
	if e.entry != nil && e.entry.Version != e.result.Version {
		text += "; the TensorRT version changed, which changes sizes by itself"
	}
	return text
}

// grownSection is the section that has grown most.
func (e *judged) grownSection() (name string, more int64) {
	if e.entry == nil {
		return "", 0
	}
	for _, section := range slices.Sorted(maps.Keys(e.facts.Sections)) {
		if grown := e.facts.Sections[section] - e.entry.Sections[section]; grown > more {
			name, more = section, grown
		}
	}
	return name, more
}

func orPlan(against string) string {
	if against == "" {
		return "baseline"
	}
	return against
}

func (e *judged) longBefore() int64 {
	if e.entry == nil {
		return 0
	}
	return e.entry.LongRuns
}

// stripped finds a plan that has far fewer bytes than the weights it should hold: it is no success that it is small.
func (e *judged) stripped() {
	var whole int64
	var of string
	switch ref := e.plan.Reference; {
	case ref != nil && ref.Weights != nil:
		whole, of = *ref.Weights, "the model has "+inBytes(*ref.Weights)+" of weights"
	case e.entry != nil && !e.plan.Stripped:
		whole = planSize(e.entry.BaselineFacts) - e.entry.LongRuns
		of = fmt.Sprintf("the %s has %s without long zero runs", e.against, inBytes(whole))
	}
	size := planSize(e.facts)
	if whole < strippedFrom || size >= whole/strippedShare {
		return
	}
	level := result.LevelWarning
	if e.plan.Stripped {
		level = result.LevelNote
	}
	why := fmt.Sprintf("looks stripped: %s, and %s; such a plan must be refitted before use, or it computes with zeros", inBytes(size), of)
	e.result.Findings = append(e.result.Findings, result.Finding{Rule: ruleStripped, Level: level, Message: why})
	e.result.Causes = append(e.result.Causes, result.GateCause{Cause: result.GateCauseStripped, Why: why})
}
