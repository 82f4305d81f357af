package compare

import "github.com/planlint/planlint/internal/result"

// match is a run of each plan, by index.
type match struct{ old, new int }

const (
	// maxTable limits the table of the exact search, in entries of 2 bytes.
	maxTable = 1 << 22
	// lookAhead is how many runs the other search looks ahead.
	lookAhead = 64
)

// matches pairs runs of equal length, in order. It finds the most pairs there can be, unless the middle
// parts, without what both lists start and end with, are very long.
func matches(old, new []result.Run) []match {
	var found []match
	start := 0
	for start < min(len(old), len(new)) && old[start].Length == new[start].Length {
		found = append(found, match{start, start})
		start++
	}
	end := 0 // counted from behind
	for end < min(len(old), len(new))-start && old[len(old)-1-end].Length == new[len(new)-1-end].Length {
		end++
	}
	middle, newMiddle := old[start:len(old)-end], new[start:len(new)-end]
	search := mostMatches
	if int64(len(middle)+1)*int64(len(newMiddle)+1) > maxTable {
		search = nearMatches
	}
	for _, m := range search(middle, newMiddle) {
		found = append(found, match{start + m.old, start + m.new})
	}
	for i := end; i > 0; i-- {
		found = append(found, match{len(old) - i, len(new) - i})
	}
	return found
}

// mostMatches is the longest common subsequence.
func mostMatches(old, new []result.Run) []match {
	width := len(new) + 1
	table := make([]uint16, (len(old)+1)*width) // [i*width+j]: matches of old[i:] and new[j:]
	for i := len(old) - 1; i >= 0; i-- {
		for j := len(new) - 1; j >= 0; j-- {
			if old[i].Length == new[j].Length {
				table[i*width+j] = table[(i+1)*width+j+1] + 1
			} else {
				table[i*width+j] = max(table[(i+1)*width+j], table[i*width+j+1])
			}
		}
	}
	var found []match
	for i, j := 0, 0; i < len(old) && j < len(new); {
		switch {
		case old[i].Length == new[j].Length:
			found = append(found, match{i, j})
			i, j = i+1, j+1
		case table[(i+1)*width+j] >= table[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return found
}

// nearMatches takes for each run the next one of its length that is not far.
func nearMatches(old, new []result.Run) []match {
	var found []match
	from := 0
	for i := range old {
		for j := from; j < min(from+lookAhead, len(new)); j++ {
			if old[i].Length == new[j].Length {
				found = append(found, match{i, j})
				from = j + 1
				break
			}
		}
	}
	return found
}
