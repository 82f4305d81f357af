package attribute

import (
	"cmp"
	"slices"
)

// few explains a run by one or two of many parts, or by all but one or two: these sums are few even where all sums are too
// many to tell anything. Each kind adds to the chance of an accident of those behind it, and some is taken already.
func (s *Search) few(run int64) Fit {
	if s.ordered == nil {
		s.ordered = sizesOf(s.parts, s.order)
	}
	sizes, total := s.ordered, s.total
	pairs := len(sizes) * (len(sizes) + 1) / 2
	tried := 0
	for _, kind := range []struct {
		find   func([]size, int64, int64) choice
		sums   int
		others bool // all but what is found
	}{{one, len(sizes), false}, {one, len(sizes), true}, {two, pairs, false}, {two, pairs, true}} {
		tried += kind.sums
		chance := s.taken + float64(s.tries)*float64(tried)*PartResidue/float64(total)
		if chance >= Chance {
			break
		}
		if !kind.others {
			if c := kind.find(sizes, run-PartResidue, run); c.fits > 0 {
				return Fit{Parts: c.parts, Residue: run - c.most, Fits: c.fits, Chance: chance}
			}
			continue
		}
		if c := kind.find(sizes, total-run, total-run+PartResidue); c.fits > 0 {
			rest := slices.DeleteFunc(slices.Clone(s.order), func(i int) bool { return slices.Contains(c.parts, i) })
			var sum int64
			for _, i := range rest {
				sum += s.parts[i]
			}
			if len(rest) > 0 {
				return Fit{Parts: rest, Residue: run - sum, Fits: c.fits, Chance: chance}
			}
		}
	}
	return Fit{Chance: 1}
}

// size is a size of parts, and which parts have it.
type size struct {
	bytes int64
	parts []int
}

// sizesOf returns the different sizes, the least first.
func sizesOf(parts []int64, order []int) []size {
	at := map[int64]int{}
	var sizes []size
	for _, i := range order {
		k, known := at[parts[i]]
		if !known {
			k = len(sizes)
			at[parts[i]] = k
			sizes = append(sizes, size{bytes: parts[i]})
		}
		sizes[k].parts = append(sizes[k].parts, i)
	}
	slices.SortFunc(sizes, func(a, b size) int { return cmp.Compare(a.bytes, b.bytes) })
	return sizes
}

// choice is the parts with the largest sum that is within bounds, and how many others are.
type choice struct {
	parts []int
	most  int64
	fits  int64
}

func (c *choice) take(sum int64, ways int64, parts ...int) {
	if ways == 0 {
		return
	}
	if c.fits == 0 || sum > c.most {
		c.parts, c.most = parts, sum
	}
	c.fits += ways
}

// within returns the range of sizes from least to most bytes.
func within(sizes []size, least, most int64) []size {
	from, _ := slices.BinarySearchFunc(sizes, least, func(s size, bytes int64) int { return cmp.Compare(s.bytes, bytes) })
	to, _ := slices.BinarySearchFunc(sizes, most+1, func(s size, bytes int64) int { return cmp.Compare(s.bytes, bytes) })
	return sizes[from:max(from, to)]
}

// one finds a part.
func one(sizes []size, least, most int64) choice {
	var c choice
	for _, s := range within(sizes, least, most) {
		c.take(s.bytes, int64(len(s.parts)), s.parts[0])
	}
	return c
}

// two finds two parts.
func two(sizes []size, least, most int64) choice {
	var c choice
	for i, a := range sizes {
		count := int64(len(a.parts))
		for _, b := range within(sizes[i:], least-a.bytes, most-a.bytes) {
			if b.bytes != a.bytes {
				c.take(a.bytes+b.bytes, count*int64(len(b.parts)), min(a.parts[0], b.parts[0]), max(a.parts[0], b.parts[0]))
			} else if count > 1 {
				c.take(2*a.bytes, count*(count-1)/2, a.parts[0], a.parts[1])
			}
		}
	}
	return c
}
