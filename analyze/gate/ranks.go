package gate

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// Set is the ranks of one engine. The subject is one of them.
type Set struct {
	Subject
	// Folder is how the user named the folder of the set.
	Folder string
	Ranks  []Rank
}

// Rank is a plan of a set that was judged by itself.
type Rank struct {
	Subject
	Size         int64
	Version, SM  string
	number, role int64
}

var (
	numberBehindRank = regexp.MustCompile(`(?i)rank[^\pL\pN]?(\d+)`)
	lastNumber       = regexp.MustCompile(`(\d+)\D*$`)
)

// rankNumber is the number of a rank: that of its folder's configuration, or of its name the one behind "rank", which
// others as in "rank0-fp8.plan" may follow, or the last one.
func rankNumber(s Subject) int64 {
	if s.Member != nil && s.Member.Rank != nil {
		return int64(*s.Member.Rank)
	}
	for _, pattern := range []*regexp.Regexp{numberBehindRank, lastNumber} {
		if found := pattern.FindStringSubmatch(path.Base(s.Path)); found != nil {
			if number, err := strconv.ParseInt(found[1], 10, 64); err == nil {
				return number
			}
		}
	}
	return 0
}

// Set judges the ranks of an engine together. Its limits are those of SetLimits.
func (j *Judge) Set(s Set, limits Limits) result.Gate {
	ranks := s.numbered(limits)
	key := Key{Path: s.SetKey, Label: j.Label, Version: ranks[0].Version, SM: ranks[0].SM}
	e := j.evaluation(result.GateRankSet, s.Subject, key)
	e.result.File, e.result.Member = s.Folder, nil
	e.size = total(ranks)
	e.result.Size = e.size
	summary := result.GateRanks{Count: int64(len(ranks)), Sum: e.size, WorldSize: worldSize(s, limits)}
	e.alike(ranks, &summary)
	if limits.Outlier.Off {
		e.skip("outlier", "switched off in "+limits.Outlier.Source)
	}
	for _, stage := range stages(ranks) {
		e.outliers(stage, *limits.Outlier, &summary)
	}
	e.result.Ranks = &summary
	if limits.Sum != nil {
		e.most(result.BudgetSum, *limits.Sum, e.size)
	}
	if limits.Median != nil {
		e.most(result.BudgetMedian, *limits.Median, median(ranks))
	}
	e.setGrowth(key, limits)
	return e.finish()
}

// setGrowth compares the sum with the baseline.
func (e *evaluation) setGrowth(key Key, limits Limits) {
	b := e.judge.Baseline
	if b == nil {
		e.skip("growth of the sum", e.judge.NoBaseline)
		return
	}
	entry, against := b.find(key), "baseline"
	if entry == nil {
		if entry = b.predecessor(key, nil); entry == nil {
			e.skip("growth of the sum", "the baseline has no entry for "+key.String())
			return
		}
		against = "baseline, TensorRT " + entry.Version
	}
	var spread Measured
	if entry.Spread != nil {
		spread = Measured{*entry.Spread, "baseline"}
	}
	e.grown(result.BudgetGrowth, *limits.Growth, against, entry.Size, spread, ruleGrowth)
	if drift := limits.drift(entry.Anchor.Size); entry.Anchor.Size != entry.Size || !drift.atLeast(*limits.Growth, entry.Size) {
		e.grown(result.BudgetDrift, drift, "anchor"+since(entry.Anchor), entry.Anchor.Size, spread, ruleDrift)
	}
}

// numbered gives the ranks their numbers and roles, in order.
func (s Set) numbered(limits Limits) []Rank {
	ranks := slices.Clone(s.Ranks)
	world := int64(len(ranks))
	if size := worldSize(s, limits); size != nil {
		world = *size
	}
	for i := range ranks {
		r := &ranks[i]
		r.number = rankNumber(r.Subject)
		switch {
		case limits.Stages != nil && world >= limits.Stages.Number:
			r.role = min(r.number/(world/limits.Stages.Number), limits.Stages.Number-1)
		case r.Member != nil && r.Member.Stage != nil:
			r.role = int64(*r.Member.Stage)
		}
	}
	slices.SortStableFunc(ranks, func(a, b Rank) int { return cmp.Compare(a.number, b.number) })
	return ranks
}

// worldSize is how many ranks there should be; nil if nothing says.
func worldSize(s Set, limits Limits) *int64 {
	if limits.Count != nil {
		return &limits.Count.Number
	}
	for _, r := range s.Ranks {
		if r.Member != nil && r.Member.WorldSize != nil {
			return new(int64(*r.Member.WorldSize))
		}
	}
	return nil
}

func total(ranks []Rank) (all int64) {
	for _, r := range ranks {
		all = sum(all, r.Size)
	}
	return all
}

// alike judges whether all ranks are there and are built alike.
func (e *evaluation) alike(ranks []Rank, summary *result.GateRanks) {
	check := result.GateCheck{Budget: result.BudgetRanks, Source: "rank set", Message: fmt.Sprintf("%d ranks, built alike", len(ranks))}
	var wrong []string
	if world := summary.WorldSize; world != nil {
		for number := range *world {
			if !slices.ContainsFunc(ranks, func(r Rank) bool { return r.number == number }) {
				summary.Missing = append(summary.Missing, number)
			}
		}
		if len(summary.Missing) > 0 {
			wrong = append(wrong, fmt.Sprintf("of %d ranks %s", *world, missing(summary.Missing)))
		}
		if twice := repeated(ranks); twice != nil { // in order, so that they are side by side
			wrong = append(wrong, fmt.Sprintf("rank %d is there twice: %s and %s", twice[0].number, path.Base(twice[0].Path), path.Base(twice[1].Path)))
		}
		if last := ranks[len(ranks)-1]; last.number >= *world {
			wrong = append(wrong, fmt.Sprintf("rank %d is more than the %d that there should be", last.number, *world))
		}
	}
	for _, differing := range []string{
		mixed("TensorRT versions", ranks, func(r Rank) string { return r.Version }),
		mixed("GPU architectures", ranks, func(r Rank) string { return r.SM }),
	} {
		if differing != "" {
			wrong = append(wrong, differing)
		}
	}
	if len(wrong) > 0 {
		check.Crossed, check.Message = true, strings.Join(wrong, "; ")
	}
	e.check(check, result.Finding{Rule: ruleRanks, Level: result.LevelError})
}

// repeated are the first two ranks of one number; nil if there are none. They are in order of their numbers.
func repeated(ranks []Rank) []Rank {
	for i := 1; i < len(ranks); i++ {
		if ranks[i-1].number == ranks[i].number {
			return ranks[i-1 : i+1]
		}
	}
	return nil
}

func missing(numbers []int64) string {
	if len(numbers) == 1 {
		return fmt.Sprintf("rank %d is missing", numbers[0])
	}
	words := make([]string, 0, len(numbers))
	for _, number := range numbers[:min(len(numbers), 8)] {
		words = append(words, strconv.FormatInt(number, 10))
	}
	if more := len(numbers) - len(words); more > 0 {
		words = append(words, fmt.Sprintf("and %d others", more))
	}
	return "ranks " + strings.Join(words, ", ") + " are missing"
}

// mixed says in what ranks differ that should be alike; "" if they do not.
func mixed(what string, ranks []Rank, of func(Rank) string) string {
	var values []string
	first := map[string]int64{}
	for _, r := range ranks {
		value := cmp.Or(of(r), "not known")
		if _, known := first[value]; !known {
			values = append(values, value)
			first[value] = r.number
		}
	}
	if len(values) < 2 {
		return ""
	}
	for i, value := range values {
		values[i] = fmt.Sprintf("%s (rank %d)", value, first[value])
	}
	return "mixed " + what + ": " + strings.Join(values, ", ")
}

// stages groups ranks by their roles.
func stages(ranks []Rank) [][]Rank {
	var all [][]Rank
	byRole := slices.Clone(ranks)
	slices.SortStableFunc(byRole, func(a, b Rank) int { return cmp.Compare(a.role, b.role) })
	for _, r := range byRole {
		if last := len(all) - 1; last >= 0 && all[last][0].role == r.role {
			all[last] = append(all[last], r)
			continue
		}
		all = append(all, []Rank{r})
	}
	return all
}

// median is the middle of the sizes; of an even number, the smaller one of the two in the middle. What is padded is
// larger, so of two ranks the smaller one is taken for right.
func median(ranks []Rank) int64 {
	sizes := make([]int64, len(ranks))
	for i, r := range ranks {
		sizes[i] = r.Size
	}
	slices.Sort(sizes)
	return sizes[(len(sizes)-1)/2]
}

// outliers judges the ranks of one stage beside their median.
func (e *evaluation) outliers(ranks []Rank, most Growth, summary *result.GateRanks) {
	role := result.GateRole{Stage: ranks[0].role, Median: median(ranks), Min: ranks[0].Size, Max: ranks[0].Size}
	furthest := ranks[0]
	for _, r := range ranks {
		role.Ranks = append(role.Ranks, r.number)
		role.Min, role.Max = min(role.Min, r.Size), max(role.Max, r.Size)
		if distance(r.Size, role.Median) > distance(furthest.Size, role.Median) {
			furthest = r
		}
	}
	summary.Roles = append(summary.Roles, role)
	if len(ranks) < 2 || most.Off {
		return
	}
	far := distance(furthest.Size, role.Median)
	limit := most.limit(0, 0)
	if allowed := most.Percent.of(role.Median); allowed > limit {
		limit = allowed
	}
	direction, nearest := "above", sum(role.Median, limit)
	if furthest.Size < role.Median {
		direction, nearest = "below", role.Median-limit
	}
	check := result.GateCheck{Budget: result.BudgetOutlier, Source: most.Source, Against: fmt.Sprintf("stage %d", role.Stage), Limit: &limit, Actual: &far, Base: &role.Median,
		Percent: percent(furthest.Size, role.Median), Crossed: far > limit,
		Message: fmt.Sprintf("rank %d has %s, %s bytes (%s) %s the median of %d ranks of stage %d, %s; more than %s is too much", furthest.number, inBytes(furthest.Size),
			units.FormatBytes(far), change(furthest.Size, role.Median, nearest), direction, len(ranks), role.Stage, inBytes(role.Median), most)}
	if far == 0 {
		check.Message = fmt.Sprintf("all %d ranks of stage %d have %s", len(ranks), role.Stage, inBytes(role.Median))
	}
	e.check(check, result.Finding{Rule: ruleOutlier, Level: result.LevelError})
}

func distance(a, b int64) int64 { return max(a-b, b-a) }

// Entry is a set's entry for the baseline.
func (s Set) Entry(label string) result.BaselineEntry {
	ranks := s.numbered(Limits{})
	return result.BaselineEntry{Path: s.SetKey, Version: ranks[0].Version, SM: ranks[0].SM, Label: label, BaselineFacts: result.BaselineFacts{Size: total(ranks)}}
}

// Alone tells whether a set is a single plan that should be one.
func (s Set) Alone(limits Limits) bool {
	size := worldSize(s, limits)
	return len(s.Ranks) == 1 && (size == nil || *size == 1)
}

// Complete tells whether all ranks of a set are there, as far as that is known.
func (s Set) Complete(limits Limits) bool {
	size := worldSize(s, limits)
	return size == nil || int64(len(s.Ranks)) == *size
}
