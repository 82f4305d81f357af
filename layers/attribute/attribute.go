// Package attribute finds out which parts a sum is made of: which groups' padding a run of zeros is. It knows numbers
// alone, and refuses what may as well be an accident.
package attribute

import (
	"context"
	"slices"
)

// Limits of what counts as an explanation, in bytes but for Chance.
const (
	// WholeResidue may be left of a run that all parts together explain, or less where that much would be an accident.
	WholeResidue = 64 << 10
	// PartResidue may be left of one that some parts explain.
	PartResidue = 4 << 10
	// Chance is how likely an explanation by some parts may be an accident.
	Chance = 0.01
)

// mostSums is how many different sums are kept; a run of more than 50 GiB could need more.
const mostSums = 1 << 17

// Fit is what was found.
type Fit struct {
	// Parts are those that the run is made of, in order; nil if nothing explains it.
	Parts []int
	// Whole: these are all the parts that are not 0.
	Whole bool
	// Residue is what they leave of the run: zeros that the builder would have written anyway, or alignment.
	Residue int64
	// Fits is how many choices of parts, this one included, leave as little as counts, as far as they were tried; 0 if nothing
	// explains the run.
	Fits int64
	// Chance is how likely some choice of parts fits a run of any length by accident, from 0 to 1.
	Chance float64
	// Cut: the search was not complete, for there are too many sums. Then they would fit anything.
	Cut bool
}

// Found tells whether the run is explained.
func (f Fit) Found() bool { return f.Parts != nil }

// Explain says which parts a run is made of, as Search does.
func Explain(ctx context.Context, run int64, parts []int64, tries int) (Fit, error) {
	return NewSearch(parts, tries).Explain(ctx, run)
}

// Search explains runs by the same parts.
type Search struct {
	parts []int64
	// order are the parts that are not 0, and total is their sum; 0 if that is more than any file.
	order []int
	total int64
	tries int
	// allowed is what all parts together may leave, and taken the chance of an accident that this takes.
	allowed int64
	taken   float64

	// sums are those of all choices, nil if they are too many to tell anything.
	sums    *sums
	limit   int
	summed  bool
	ordered []size
}

// NewSearch prepares explanations by some parts. tries is how often the same run was, or will be, explained by other parts:
// each is another chance for an accident.
func NewSearch(parts []int64, tries int) *Search {
	s := &Search{parts: parts, tries: max(tries, 1)}
	for i, part := range parts {
		if part <= 0 {
			continue
		}
		if s.total > 1<<62-part {
			return &Search{} // more than any file
		}
		s.total += part
		s.order = append(s.order, i)
	}
	// Half of the chance is for all parts, what is left of it for some.
	s.allowed = min(WholeResidue, int64(float64(s.total)*Chance/2/float64(s.tries)))
	if s.total > 0 {
		s.taken = float64(s.tries) * float64(s.allowed) / float64(s.total)
	}
	s.limit = min(mostSums, int(float64(s.total)*(Chance-s.taken)/PartResidue/float64(s.tries)))
	return s
}

// Explain says which parts a run is made of. All of them come first, and may leave WholeResidue; else any of them, which
// may leave PartResidue; if these are so many that one would fit by accident, one or two of them, or all but these. The
// chance of an accident has to be below the limit in each case. A run is never shorter than what it holds.
func (s *Search) Explain(ctx context.Context, run int64) (Fit, error) {
	if s.total == 0 || run <= 0 {
		return Fit{}, nil
	}
	if run >= s.total && run-s.total < s.allowed {
		return Fit{Parts: s.order, Whole: true, Residue: run - s.total, Fits: 1, Chance: s.taken}, nil
	}
	if !s.summed {
		if err := s.sum(ctx); err != nil {
			return Fit{}, err
		}
	}
	if s.sums == nil {
		found := s.few(run)
		found.Cut = !found.Found() && s.limit == mostSums
		return found, nil
	}
	return s.sums.fit(run, min(1, s.taken+float64(s.tries)*float64(len(s.sums.all)-1)*PartResidue/float64(s.total))), nil
}

// sum adds up all choices of parts. With too many sums every fit may be an accident, and more parts only add to them.
func (s *Search) sum(ctx context.Context) error {
	all := newSums(s.parts)
	for _, i := range s.order {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !all.add(i, s.limit) {
			all = nil
			break
		}
	}
	s.sums, s.summed = all, true
	return nil
}

// sums are all that some of the parts can add up to.
type sums struct {
	parts []int64
	// all are the different sums, in order.
	all []sum
}

// sum is a sum, in how many ways it is made, and the last part of the first way; -1 for the sum of nothing.
type sum struct {
	value int64
	ways  int64
	last  int
}

func newSums(parts []int64) *sums { return &sums{parts, []sum{{0, 1, -1}}} }

// mostWays is where counting stops: JSON readers keep whole numbers up to here.
const mostWays = 1 << 53

// add adds a part; false if there are more different sums than the limit then.
func (s *sums) add(part, limit int) bool {
	merged := make([]sum, 0, min(2*len(s.all), limit+2))
	size := s.parts[part]
	for i, j := 0, 0; i < len(s.all) || j < len(s.all); {
		switch {
		case j == len(s.all) || i < len(s.all) && s.all[i].value < s.all[j].value+size:
			merged = append(merged, s.all[i])
			i++
		case i == len(s.all) || s.all[i].value > s.all[j].value+size:
			merged = append(merged, sum{s.all[j].value + size, s.all[j].ways, part})
			j++
		default:
			merged = append(merged, sum{s.all[i].value, min(mostWays, s.all[i].ways+s.all[j].ways), s.all[i].last})
			i++
			j++
		}
		if len(merged)-1 > limit { // the sum of nothing explains nothing
			return false
		}
	}
	s.all = merged
	return true
}

// fit returns the sum that leaves the least of a run.
func (s *sums) fit(run int64, chance float64) Fit {
	found := Fit{Chance: chance}
	after, _ := slices.BinarySearchFunc(s.all, run+1, func(a sum, value int64) int {
		if a.value < value {
			return -1
		}
		return 1
	})
	for i := after - 1; i > 0 && run-s.all[i].value <= PartResidue; i-- {
		if found.Fits == 0 {
			found.Residue, found.Parts = run-s.all[i].value, s.way(s.all[i])
		}
		found.Fits = min(mostWays, found.Fits+s.all[i].ways)
	}
	return found
}

// way returns the parts of the first way in which a sum was made. What is left of it without its last part was there before.
func (s *sums) way(of sum) []int {
	var parts []int
	for of.last >= 0 {
		parts = append(parts, of.last)
		at, _ := slices.BinarySearchFunc(s.all, of.value-s.parts[of.last], func(a sum, value int64) int {
			switch {
			case a.value < value:
				return -1
			case a.value > value:
				return 1
			}
			return 0
		})
		of = s.all[at]
	}
	slices.Reverse(parts)
	return parts
}
