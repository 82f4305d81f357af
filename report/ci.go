package report

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// CI is a document in the words of no command: what the formats for CI systems are made from. A new kind of result
// needs one function that makes Judged of it.
type CI struct {
	// Command is what was run, such as "scan".
	Command string
	// Version is planlint's.
	Version string
	Exit    int
	Judged  []Judged
	Errors  []result.Error
}

// Judged is one thing that was judged: a plan, a model, a pair of plans, a rank set.
type Judged struct {
	// File is the input as the user named it.
	File string
	// Verdict is a word, such as "padded", and Summary says in one line what it rests on.
	Verdict, Summary string
	Findings         []Located
	// Checks are what was decided one by one; nil where the findings say it all.
	Checks []Check
}

// Check is one decision about an input, such as a budget.
type Check struct {
	Name    string
	Message string
	// Level is that of what was found; "" if nothing was.
	Level result.Level
	// Excused: it would have failed, and was allowed to.
	Excused bool
}

// failedAt tells whether a check fails.
func (c Check) failedAt(failOn result.Level) bool {
	return c.Level != "" && !c.Excused && atLeast(c.Level, failOn)
}

// Located is a finding and the file that it is about.
type Located struct {
	result.Finding
	File string
	// Which tells findings of one rule in one file apart, in words that stay when the plan is built again: names,
	// never offsets or sizes.
	Which string
}

// RuleNotJudged is the rule of an input that could not be judged.
const RuleNotJudged = "PL100"

// NewCI makes a CI of a document with the function for its results.
func NewCI[R any](command string, document result.Document[R], judged func(R, int) []Judged) CI {
	ci := CI{Command: command, Version: document.Tool.Version, Exit: document.Exit, Errors: document.Errors}
	for _, r := range document.Results {
		ci.Judged = append(ci.Judged, judged(r, document.Exit)...)
	}
	return ci
}

// Findings lists all of them, and inputs that could not be judged as findings of PL100. An input whose failure is a
// finding as well, as of a damaged plan, is there once.
func (c CI) Findings() []Located {
	var all []Located
	said := map[[2]string]bool{}
	for _, j := range c.Judged {
		for _, f := range j.Findings {
			said[[2]string{f.File, f.Message}] = true
			all = append(all, f)
		}
	}
	for _, e := range c.Errors {
		if !said[[2]string{e.File, e.Message}] {
			all = append(all, notJudgedFinding(e))
		}
	}
	return all
}

func notJudgedFinding(e result.Error) Located {
	return Located{Finding: result.Finding{Rule: RuleNotJudged, Level: result.LevelError, Message: e.Message}, File: e.File, Which: string(e.Kind)}
}

// Counts are how many findings there are of each level.
func (c CI) Counts() map[result.Level]int {
	counts := map[result.Level]int{}
	for _, f := range c.Findings() {
		counts[f.Level]++
	}
	return counts
}

// failedAt tells whether findings of an input make planlint exit with 1.
func (j Judged) failedAt(failOn result.Level) bool {
	for _, c := range j.Checks {
		if c.failedAt(failOn) {
			return true
		}
	}
	for _, f := range j.Findings {
		if j.Checks == nil && atLeast(f.Level, failOn) {
			return true
		}
	}
	return false
}

func atLeast(level, limit result.Level) bool {
	rank := map[result.Level]int{result.LevelError: 3, result.LevelWarning: 2, result.LevelNote: 1}
	if limit == "" {
		limit = result.LevelError
	}
	return rank[level] >= rank[limit]
}

// fingerprints tell that findings of different runs are the same: 128 bits, in hexadecimal, of the rule, the place of the
// file in the repository and what tells it from others of its rule there. No size and no offset is in them, so that a
// plan that was built again keeps them. Equal ones are numbered.
func fingerprints(findings []Located, places Places) []string {
	seen := map[string]int{}
	all := make([]string, len(findings))
	for i, f := range findings {
		key := strings.Join([]string{f.Rule, places.of(f.File).name, f.Which}, "\x00")
		if n := seen[key]; n > 0 {
			seen[key]++
			key += "\x00" + strconv.Itoa(n)
		} else {
			seen[key] = 1
		}
		sum := sha256.Sum256([]byte(key))
		all[i] = hex.EncodeToString(sum[:16])
	}
	return all
}

// maxMessage is how many characters of a message the formats keep. A model may have names of any length.
const maxMessage = 1000

// ciMessage makes a message harmless: one line, of printable characters, not too long.
func ciMessage(text string) string {
	visible := []rune(Visible(text))
	if len(visible) > maxMessage {
		return string(visible[:maxMessage-1]) + "…"
	}
	return string(visible)
}
