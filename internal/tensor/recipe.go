package tensor

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Recipe says which numbers inputs get. An element depends on the recipe, the name of its input and its
// index, and on nothing else.
type Recipe struct {
	Seed         uint64 `json:"seed"`
	Distribution string `json:"distribution"`
	// Ranges limit the numbers of an input, by its name; both ends belong to it.
	Ranges map[string]Range `json:"ranges,omitempty"`
	// As gives an input the numbers of another name, which it has in another plan. Ranges are looked up by
	// that name too.
	As map[string]string `json:"as,omitempty"`
}

// Range is an interval; both ends belong to it.
type Range struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Distributions are the names of all distributions; docs/verify.md says what each is.
func Distributions() []string {
	return []string{"normal", "uniform", "integers", "small", "large", "denormals", "infinities", "nan", "specials", "ramp", "zeros"}
}

// Check refuses what Fill cannot follow.
func (r Recipe) Check() error {
	if !slices.Contains(Distributions(), r.Distribution) {
		return fmt.Errorf("unknown distribution %q: there are %s", r.Distribution, strings.Join(Distributions(), ", "))
	}
	for name, limits := range r.Ranges {
		if !(limits.Low <= limits.High) || math.IsInf(limits.Low, 0) || math.IsInf(limits.High, 0) {
			return fmt.Errorf("the range of input %q is %v:%v", name, limits.Low, limits.High)
		}
	}
	return nil
}

// DefaultIndices is the range of 32- and 64-bit integers that have no other: mostly they are indices, and
// larger ones could lie outside of what they index.
var DefaultIndices = Range{0, 1}

// RangeOf is the range that a recipe gives an input, and whether it has one.
func (r Recipe) RangeOf(name string, t Type) (Range, bool) {
	if limits, given := r.Ranges[r.source(name)]; given {
		return limits, true
	}
	if t.IsFloat() {
		return Range{}, false
	}
	if t.bits >= 32 {
		return DefaultIndices, true
	}
	low, high := t.limits()
	return Range{float64(low), float64(high)}, true
}

// fits refuses a range of which a type has no number, or not both ends of a floating-point one.
func (limits Range) fits(name string, t Type) error {
	if t.IsFloat() {
		if largest := t.Value(t.largest()); limits.Low < -largest || limits.High > largest {
			return fmt.Errorf("the range %v:%v of input %q goes beyond what %s can hold", limits.Low, limits.High, name, t.name)
		}
		return nil
	}
	low, high := t.limits()
	if math.Ceil(limits.Low) > math.Floor(limits.High) || limits.High < float64(low) || limits.Low > float64(high) {
		return fmt.Errorf("the range %v:%v of input %q has no number that %s can hold", limits.Low, limits.High, name, t.name)
	}
	return nil
}

// source is the name by which an input's numbers are made.
func (r Recipe) source(name string) string {
	if as, given := r.As[name]; given {
		return as
	}
	return name
}
