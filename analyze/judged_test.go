package analyze

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/planlint/planlint/zerorun"
)

// TestJudgedRunsAgainstBytes compares the sums with those of a list of all runs.
func TestJudgedRunsAgainstBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const unit = judgedRun / 2
		end := rapid.Int64Range(0, 60).Draw(t, "end") * unit
		judged := judgedRuns{end: end}
		var inside, outside []int64
		for at := int64(0); at < 60*unit; {
			run := zerorun.Run{
				Offset: at + rapid.Int64Range(1, 3*unit).Draw(t, "gap"), Length: rapid.Int64Range(1, 6*unit).Draw(t, "length"),
			}
			at = run.End()
			judged.add(run)
			within := max(0, min(run.End(), end)-run.Offset)
			if within >= judgedRun {
				inside = append(inside, within)
			}
			if beyond := run.Length - within; beyond >= judgedRun {
				outside = append(outside, beyond)
			}
		}
		compareSum(t, "outside", judged.outside, outside)
		compareSum(t, "inside", judged.unexplained(false), inside)
		if len(inside) > 0 {
			last := len(inside) - 1
			compareSum(t, "inside but for the last", judged.unexplained(true), inside[:last])
			if judged.last.Length != inside[last] {
				t.Fatalf("last %+v, want %d bytes", judged.last, inside[last])
			}
		}
	})
}

func compareSum(t *rapid.T, what string, got runSum, want []int64) {
	var total, longest int64
	for _, length := range want {
		total += length
		longest = max(longest, length)
	}
	if got.count != int64(len(want)) || got.bytes != total || got.longest.Length != longest {
		t.Fatalf("%s: %+v, want %d runs of %d bytes, the longest %d", what, got, len(want), total, longest)
	}
}
