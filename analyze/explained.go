package analyze

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/planlint/planlint/internal/result"
)

// paddingExplainedFrom is the length in bytes from which explained padding can be an error.
const paddingExplainedFrom = 64 << 10

// namedGroups is how many groups a finding names.
const namedGroups = 4

// Explained judges a scan anew whose runs have explanations: explained padding becomes a finding of its own, and the
// findings of other rules keep what is left of their zeros. name is what a group is called.
func Explained(scan result.Scan, name func(group int) string) result.Scan {
	if scan.Container == nil || scan.Zeros == nil || scan.Verdict == result.VerdictDamaged {
		return scan // nothing was judged
	}
	x := explaining{size: scan.Container.PlanSize, declared: scan.Container.PlanSize, findings: slices.Clone(scan.Findings)}
	if declared := scan.Container.DeclaredSize; declared != nil {
		x.declared = min(x.declared, *declared)
	}
	var padding, weights explainedRuns
	for _, run := range scan.Zeros.Runs {
		switch {
		case run.Explanation == nil:
		case len(run.Initializers) > 0: // where a healthy plan may have the same, it is not called padded
			weights.add(run)
			weights.names = append(weights.names, run.Initializers...)
			x.take(run)
		case len(run.Explained) > 0:
			padding.add(run)
			for _, part := range run.Explained {
				padding.names = append(padding.names, name(part.Group))
			}
			x.take(run)
		}
	}
	x.drop(scan.Zeros.Runs)
	if padding.count > 0 {
		x.say(paddingExplained, x.paddingLevel(padding.bytes), padding, fmt.Sprintf("%s of zeros in %s are the padding of what stays alone: %s",
			inBytes(padding.bytes), padding.runs(), padding.list()))
	}
	if weights.count > 0 {
		x.say(unexplainedZeros, result.LevelNote, weights, fmt.Sprintf("%s of zeros in %s are as long as weights of the model that are all zero: %s",
			inBytes(weights.bytes), weights.runs(), weights.list()))
	}
	slices.SortStableFunc(x.findings, func(a, b result.Finding) int { return strings.Compare(a.Rule, b.Rule) })
	scan.Findings, scan.Verdict = x.findings, verdictOf(x.findings)
	return scan
}

// explainedRuns is what several runs are together.
type explainedRuns struct {
	count, bytes, longest, offset, residue, ambiguous int64
	names                                             []string
}

func (r *explainedRuns) add(run result.Run) {
	r.count++
	r.bytes += run.Length
	if run.Length > r.longest {
		r.longest, r.offset = run.Length, run.Offset
	}
	if len(run.Initializers) > 0 {
		return
	}
	if run.Residue != nil {
		r.residue += *run.Residue
	}
	if run.Fits > 1 {
		r.ambiguous++
	}
}

func (r *explainedRuns) runs() string {
	if r.count == 1 {
		return "one run"
	}
	return humanize.Comma(r.count) + " runs"
}

// list names the first groups, and says how many others there are and what is left.
func (r *explainedRuns) list() string {
	text := strings.Join(r.names[:min(len(r.names), namedGroups)], ", ")
	if others := len(r.names) - namedGroups; others > 0 {
		text += fmt.Sprintf(" and %d others", others)
	}
	if r.residue > 0 {
		text += "; " + inBytes(r.residue) + " are left"
	}
	if r.ambiguous > 0 {
		text += "; other choices of operations fit as well"
	}
	return text
}

// explaining is a judgement in the making.
type explaining struct {
	size, declared int64
	findings       []result.Finding
	// taken is how many bytes of each finding are explained.
	taken map[int]int64
}

func (x *explaining) paddingLevel(bytes int64) result.Level {
	if bytes >= paddingExplainedFrom && bytes >= x.size/seriousShare {
		return result.LevelError
	}
	return result.LevelWarning
}

func (x *explaining) say(of rule, level result.Level, runs explainedRuns, message string) {
	x.findings = append(x.findings, finding{level, message, runs.offset, runs.bytes}.of(of))
}

// take gives a run's bytes to the findings that they are in: those inside of the declared size, and those behind it.
func (x *explaining) take(run result.Run) {
	inside := max(0, min(run.Offset+run.Length, x.declared)-run.Offset)
	if outside := run.Length - inside; outside >= judgedRun {
		x.takeFrom(trailingZeros, outside)
	}
	if inside < judgedRun {
		return
	}
	if i := x.find(zerosBehindEndTag); i >= 0 && *x.findings[i].Offset == run.Offset {
		x.takeFrom(zerosBehindEndTag, inside)
		return
	}
	x.takeFrom(unexplainedZeros, inside)
}

func (x *explaining) find(of rule) int {
	return slices.IndexFunc(x.findings, func(f result.Finding) bool { return f.Rule == of.ID && f.Bytes != nil && f.Offset != nil })
}

func (x *explaining) takeFrom(of rule, bytes int64) {
	if i := x.find(of); i >= 0 {
		if x.taken == nil {
			x.taken = map[int]int64{}
		}
		x.taken[i] += bytes
	}
}

// drop takes what is explained out of the findings.
func (x *explaining) drop(runs []result.Run) {
	var kept []result.Finding
	for i, f := range x.findings {
		taken := x.taken[i]
		if taken == 0 {
			kept = append(kept, f)
			continue
		}
		left := *f.Bytes - taken
		if left <= 0 {
			continue
		}
		if f.Level != result.LevelNote && f.Rule != zerosBehindEndTag.ID && left < x.size/seriousShare {
			f.Level = result.LevelWarning
		}
		f.Message += fmt.Sprintf("; the model explains %s of them", inBytes(taken))
		f.Bytes = &left
		if at, ok := longestUnexplained(runs); ok {
			f.Offset = &at
		}
		kept = append(kept, f)
	}
	x.findings = append([]result.Finding{}, kept...)
}

func longestUnexplained(runs []result.Run) (offset int64, ok bool) {
	var longest int64
	for _, run := range runs {
		explained := run.Explanation != nil && (len(run.Explained) > 0 || len(run.Initializers) > 0)
		if !explained && run.Length > longest {
			longest, offset = run.Length, run.Offset
		}
	}
	return offset, longest > 0
}
