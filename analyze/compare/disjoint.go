package compare

// groups are disjoint sets of numbers.
type groups struct{ parent []int }

func newGroups(count int) groups { return groups{indexes(count)} }

// of is the number that stands for the set of a number.
func (g groups) of(n int) int {
	for g.parent[n] != n {
		g.parent[n] = g.parent[g.parent[n]]
		n = g.parent[n]
	}
	return n
}

// join makes one set of two; the lower number stands for it.
func (g groups) join(a, b int) {
	a, b = g.of(a), g.of(b)
	g.parent[max(a, b)] = min(a, b)
}
