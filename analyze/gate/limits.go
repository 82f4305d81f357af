package gate

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// Limits are the budgets of one plan or rank set; nil stands for one that was not set.
type Limits struct {
	// Max bounds the bytes that ship, and LongestRun the longest zero run.
	Max, LongestRun *Bytes
	// Growth is measured from the entry in the baseline, Drift from its anchor.
	Growth, Drift *Growth
	Ratio         *RatioTo
	// Version, SM and Sections are what the plan should be; Sections are in the order in which they were given.
	Version, SM *Word
	Sections    *Words
	// Sum and Median bound the bytes of a rank set, and Outlier a rank beside the others of its role.
	Sum, Median *Bytes
	Outlier     *Growth
	// Count is how many ranks a set has, and Stages in how many pipeline stages, where its folder does not say.
	Count, Stages *Count
	// Spread is by how many bytes builds of the same differ.
	Spread *Spread
}

// Bytes is a largest number of bytes.
type Bytes struct {
	Limit  int64
	Source string
}

// Growth bounds how much larger than a base something may be: more than Above bytes and more than Percent is too
// much. Off stands for a budget that was switched off.
type Growth struct {
	Above   int64
	Percent Percent
	Off     bool
	Source  string
}

// RatioTo bounds the size beside that of a file: a model, its weights, or another plan. More than Max times as
// large and more than Above bytes is too much.
type RatioTo struct {
	To     string
	Of     RatioOf
	Max    Ratio
	Above  int64
	Source string
}

// RatioOf says what of a file the size is compared with.
type RatioOf string

// What a size is compared with.
const (
	OfFile    RatioOf = "file"    // the file, with the external data of a model
	OfWeights RatioOf = "weights" // the model's constants
)

// Word is a text that is expected.
type Word struct{ Text, Source string }

// Words are several.
type Words struct {
	List   []string
	Source string
}

// Count is a number of things.
type Count struct {
	Number int64
	Source string
}

// Spread is measured: in bytes, or in a file that planlint build --repeat --format json wrote.
type Spread struct {
	Bytes  int64
	File   string
	Source string
}

// defaultAbove is the growth in bytes that is never too much: a few kernels.
const defaultAbove = 1 << 20

// defaultSource is where budgets are from that nobody has set.
const defaultSource = "default"

// Default are the budgets of every plan that nothing else is said of.
func Default() Limits {
	return Limits{
		Growth:  &Growth{Above: defaultAbove, Percent: mustPercent("5%"), Source: defaultSource},
		Drift:   &Growth{Above: defaultAbove, Percent: mustPercent("10%"), Source: defaultSource},
		Outlier: &Growth{Percent: mustPercent("2%"), Source: defaultSource},
	}
}

// over takes what is set here, and the rest from others.
func (l Limits) over(others Limits) Limits {
	return Limits{
		Max: either(l.Max, others.Max), LongestRun: either(l.LongestRun, others.LongestRun),
		Growth: either(l.Growth, others.Growth), Drift: either(l.Drift, others.Drift), Ratio: either(l.Ratio, others.Ratio),
		Version: either(l.Version, others.Version), SM: either(l.SM, others.SM), Sections: either(l.Sections, others.Sections),
		Sum: either(l.Sum, others.Sum), Median: either(l.Median, others.Median), Outlier: either(l.Outlier, others.Outlier),
		Count: either(l.Count, others.Count), Stages: either(l.Stages, others.Stages), Spread: either(l.Spread, others.Spread),
	}
}

func either[T any](first, second *T) *T {
	if first != nil {
		return first
	}
	return second
}

// limit is the largest size that is within the growth: what is more has grown by more than Above bytes, by more than
// Percent of base, and by more than builds of the same differ.
func (g Growth) limit(base, spread int64) int64 {
	return sum(base, max(g.Above, g.Percent.of(base), spread))
}

// atLeast tells whether a budget allows as much as another one, from a base on.
func (g Growth) atLeast(other Growth, base int64) bool {
	return g.Off || !other.Off && g.limit(base, 0) >= other.limit(base, 0)
}

// drift is the budget for what is above the anchor. The default never allows less than growth does, and stays if growth
// is switched off: that is another budget.
func (l Limits) drift(anchor int64) Growth {
	if !l.Growth.Off && l.Drift.Source == defaultSource && !l.Drift.atLeast(*l.Growth, anchor) {
		return *l.Growth
	}
	return *l.Drift
}

// limit is the largest size that is within the ratio.
func (r RatioTo) limit(size int64) int64 { return max(r.Above, r.Max.of(size)) }

// String says what is allowed.
func (g Growth) String() string {
	if g.Above == 0 {
		return g.Percent.String()
	}
	return fmt.Sprintf("%s and %s", inBytes(g.Above), g.Percent)
}

// Budgets lists the names that an allow entry can have.
func Budgets() []result.GateBudget {
	return []result.GateBudget{result.BudgetMax, result.BudgetGrowth, result.BudgetDrift, result.BudgetLongestRun, result.BudgetRatio,
		result.BudgetVersion, result.BudgetSM, result.BudgetSections, result.BudgetNew, result.BudgetRanks, result.BudgetSum,
		result.BudgetMedian, result.BudgetOutlier, result.BudgetScan}
}

// BudgetList names budgets in a row.
func BudgetList(budgets []result.GateBudget) string {
	words := make([]string, len(budgets))
	for i, b := range budgets {
		words[i] = string(b)
	}
	return strings.Join(words, ", ")
}
