package analyze

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/planlint/planlint/zerorun"
)

func TestLongestRunsAgainstSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(0, 2*maxRuns).Draw(t, "count")
		seed := rapid.Uint64().Draw(t, "seed")
		var kept longestRuns
		var all []zerorun.Run
		for i := range count {
			seed = seed*6364136223846793005 + 1442695040888963407
			run := zerorun.Run{Offset: int64(i) * 100, Length: int64(seed>>60) + 1}
			kept.add(run)
			all = append(all, run)
		}
		slices.SortStableFunc(all, func(a, b zerorun.Run) int { return int(b.Length - a.Length) })
		all = all[:min(len(all), maxRuns)]
		slices.SortFunc(all, func(a, b zerorun.Run) int { return int(a.Offset - b.Offset) })
		if !slices.Equal(kept.sorted(), all) {
			t.Fatal("other runs were kept than the longest, and the first of equal ones")
		}
	})
}
