package gate

import (
	"slices"
	"time"

	"github.com/planlint/planlint/internal/result"
)

// DefaultBaseline is the name of the baseline, beside the settings.
const DefaultBaseline = "planlint-baseline.json"

// Settings are the section gate of planlint.yaml.
type Settings struct {
	// File is the file of settings, as messages name it.
	File string
	// Baseline is the path of the baseline, relative to the folder of the settings; "" for the default.
	Baseline string
	// Label is the user's part of the keys in the baseline.
	Label   string
	Budgets []Budget
	Allow   []Allow
}

// Budget is an entry of budgets: limits for some plans. Of several entries for a plan, the last one that sets a
// limit counts.
type Budget struct {
	Selector
	Limits
	// Source is where the entry starts, such as "planlint.yaml:4".
	Source string
}

// Allow lets some plans cross some budgets until a day.
type Allow struct {
	Selector
	// Budgets are those that may be crossed; Rules are findings of a scan that may be there.
	Budgets []result.GateBudget
	Rules   []string
	// UpTo bounds the bytes that are allowed; 0 for no bound.
	UpTo   int64
	Reason string
	// Expires is the last day on which the entry counts.
	Expires time.Time
	Source  string
}

// day is how days are written.
const day = "2006-01-02"

// expired tells whether an entry does not count any more.
func (a Allow) expired(today time.Time) bool { return today.Format(day) > a.Expires.Format(day) }

// InSet tells whether a budget names a file as one of a rank set.
func (s Settings) InSet(path string) bool {
	return slices.ContainsFunc(s.Budgets, func(b Budget) bool { return b.inSet(path) })
}
