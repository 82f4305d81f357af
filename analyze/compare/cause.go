package compare

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/planlint/planlint/internal/result"
)

const (
	// judgedRun is the length in bytes from which package analyze judges a zero run.
	judgedRun = 1 << 20
	// smallRest is how many bytes may change beside the cause, or a tenth of the smaller plan if that is more.
	smallRest = 64 << 10
)

// cause says why the sizes of two files differ, where the numbers leave no doubt.
func cause(c result.Compare, old, new result.Scan) *result.Cause {
	for _, why := range []func(result.Compare, result.Scan, result.Scan) *result.Cause{wrapping, padding, leanRuntime, precision} {
		if found := why(c, old, new); found != nil {
			return found
		}
	}
	return &result.Cause{Kind: result.CauseUnknown, Why: circumstances(c)}
}

// wrapping: the plan has the same size, and the formats around it are not the same.
func wrapping(_ result.Compare, old, new result.Scan) *result.Cause {
	if old.Container == nil || new.Container == nil || old.Container.Wrapper == new.Container.Wrapper || planSize(old) != planSize(new) {
		return nil
	}
	return &result.Cause{Kind: result.CauseWrapper,
		Why: fmt.Sprintf("the plans have the same size, and the formats around them make the difference: %s, %s", wrapper(*old.Container), wrapper(*new.Container))}
}

// padding: one plan has long zero runs that the other has not, and without them the two are about as large.
func padding(c result.Compare, old, new result.Scan) *result.Cause {
	if c.Runs == nil {
		return nil
	}
	var grown int64 // zero bytes in long runs that only the new plan has, or less those that only the old one has
	for _, run := range c.Runs.New {
		grown += long(run.Length)
	}
	for _, run := range c.Runs.Gone {
		grown -= long(run.Length)
	}
	for _, run := range c.Runs.Changed {
		grown += long(run.New.Length - run.Old.Length)
		grown -= long(run.Old.Length - run.New.Length)
	}
	change := planSize(new) - planSize(old)
	rest := change - grown
	if change == 0 || !explains(grown, change, old, new) {
		return nil
	}
	more, has, other := "more", "the new plan", "the old one"
	if change < 0 {
		more, has, other, change, grown = "less", "the old plan", "the new one", -change, -grown
	}
	return &result.Cause{Kind: result.CausePadding,
		Why: fmt.Sprintf("of %s bytes %s, %s are zeros in runs of 1 MiB or more that %s has and %s has not; all else changed the size by %s bytes",
			humanize.Comma(change), more, humanize.Comma(grown), has, other, humanize.Comma(rest))}
}

// long is a number of zero bytes that is judged, else 0.
func long(length int64) int64 {
	if length < judgedRun {
		return 0
	}
	return length
}

// explains tells whether a part of a change leaves little of it: less than half, and little beside the smaller
// plan.
func explains(part, change int64, old, new result.Scan) bool {
	rest := max(change-part, part-change)
	return rest <= max(change, -change)/2 && rest <= max(smallRest, min(planSize(old), planSize(new))/10)
}

// leanRuntime: one plan holds code for the host's processor, and that is the difference.
func leanRuntime(_ result.Compare, old, new result.Scan) *result.Cause {
	if old.Images == nil || new.Images == nil {
		return nil
	}
	before, after := hostCode(old), hostCode(new)
	change := planSize(new) - planSize(old)
	if (before == 0) == (after == 0) || !explains(after-before, change, old, new) {
		return nil
	}
	which := "new"
	if before > 0 {
		which = "old"
	}
	return &result.Cause{Kind: result.CauseLeanRuntime,
		Why: fmt.Sprintf("the %s plan holds %s bytes of code for the host's processor, as the lean runtime of version-compatible plans is", which, humanize.Comma(before+after))}
}

func hostCode(scan result.Scan) (size int64) {
	for _, image := range scan.Images {
		if image.Kind == "host-elf" {
			size += image.Size
		}
	}
	return size
}

// precision: twice or half the bytes of weights, and nothing else that matters.
func precision(_ result.Compare, old, new result.Scan) *result.Cause {
	before, after := value(weights(old)), value(weights(new))
	if before == 0 || after == 0 || !explains(after-before, planSize(new)-planSize(old), old, new) {
		return nil
	}
	ratio := float64(after) / float64(before)
	const within = 0.03
	switch {
	case ratio > 2-2*within && ratio < 2+2*within:
		return &result.Cause{Kind: result.CausePrecision, Why: fmt.Sprintf("%s bytes of weights became %s, twice as many, as from fp16 to fp32", humanize.Comma(before), humanize.Comma(after))}
	case ratio > 0.5-within/2 && ratio < 0.5+within/2:
		return &result.Cause{Kind: result.CausePrecision, Why: fmt.Sprintf("%s bytes of weights became %s, half as many, as from fp32 to fp16", humanize.Comma(before), humanize.Comma(after))}
	}
	return nil
}

// circumstances names what makes sizes hard to compare.
func circumstances(c result.Compare) string {
	var differ []string
	for _, p := range c.Properties {
		switch {
		case !p.Differs:
		case p.Name == "version", p.Name == "family", p.Name == "SM", p.Name == "hardware compatibility", p.Name == "built on":
			differ = append(differ, p.Name)
		}
	}
	if len(differ) == 0 {
		return "the numbers do not tell"
	}
	return "the numbers do not tell; the plans are not built alike, which changes sizes by itself: " + strings.Join(differ, ", ")
}
