package compare

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/planlint/planlint/internal/result"
)

// zeros lists runs of the given lengths, one after another.
func zeros(minRun int64, lengths ...int64) *result.Zeros {
	z := &result.Zeros{MinRun: minRun}
	offset := int64(100)
	for _, length := range lengths {
		z.Runs = append(z.Runs, result.Run{Offset: offset, Length: length})
		offset += length + 50
	}
	return z
}

func lengths(runs []result.Run) []int64 {
	list := []int64{}
	for _, run := range runs {
		list = append(list, run.Length)
	}
	return list
}

func TestRunChanges(t *testing.T) {
	for _, test := range []struct {
		name       string
		old, new   *result.Zeros
		matched    int64
		gone, new_ []int64
		changed    [][2]int64
	}{
		{"the same", zeros(1, 5, 6, 7), zeros(1, 5, 6, 7), 3, nil, nil, nil},
		{"none", zeros(1), zeros(1), 0, nil, nil, nil},
		{"one more in the middle", zeros(1, 5, 6), zeros(1, 5, 9, 6), 2, nil, []int64{9}, nil},
		{"one less at the end", zeros(1, 5, 6), zeros(1, 5), 1, []int64{6}, nil, nil},
		{"one grew", zeros(1, 5, 6, 7), zeros(1, 5, 9, 7), 2, nil, nil, [][2]int64{{6, 9}}},
		{"one grew far", zeros(1, 5, 6, 7), zeros(1, 5, 60, 7), 2, []int64{6}, []int64{60}, nil},
		{"one grew, one came", zeros(1, 5, 6, 7), zeros(1, 5, 60, 8, 7), 2, nil, []int64{60}, [][2]int64{{6, 8}}},
		{"all others", zeros(1, 1, 2), zeros(1, 3, 5, 6), 0, []int64{1}, []int64{5, 6}, [][2]int64{{2, 3}}},
		{"what one cannot list", zeros(1, 5, 600), zeros(100, 600), 1, nil, nil, nil},
	} {
		got := runChanges(test.old, test.new)
		var changed [][2]int64
		for _, c := range got.Changed {
			changed = append(changed, [2]int64{c.Old.Length, c.New.Length})
		}
		if got.Matched != test.matched || !slices.Equal(lengths(got.Gone), test.gone) || !slices.Equal(lengths(got.New), test.new_) || !slices.Equal(changed, test.changed) {
			t.Errorf("%s: %+v", test.name, got)
		}
	}
	if runChanges(nil, zeros(1)) != nil || runChanges(zeros(1), nil) != nil {
		t.Error("zeros that were not counted were compared")
	}
}

// common is the length of the longest common subsequence, by its definition.
func common(a, b []result.Run) int {
	switch {
	case len(a) == 0 || len(b) == 0:
		return 0
	case a[0].Length == b[0].Length:
		return 1 + common(a[1:], b[1:])
	}
	return max(common(a[1:], b), common(a, b[1:]))
}

func TestMatchesProperty(t *testing.T) {
	drawn := rapid.SliceOfN(rapid.Int64Range(1, 4), 0, 9)
	rapid.Check(t, func(t *rapid.T) {
		old := zeros(1, drawn.Draw(t, "old")...).Runs
		new := zeros(1, drawn.Draw(t, "new")...).Runs
		found := matches(old, new)
		if want := common(old, new); len(found) != want {
			t.Fatalf("%d matches, want %d", len(found), want)
		}
		for _, list := range [][]match{found, nearMatches(old, new)} {
			before := match{-1, -1}
			for _, m := range list {
				if m.old <= before.old || m.new <= before.new || old[m.old].Length != new[m.new].Length {
					t.Fatalf("%v after %v", m, before)
				}
				before = m
			}
		}
		changes := runChanges(&result.Zeros{Runs: old}, &result.Zeros{Runs: new})
		if both := int(changes.Matched) + len(changes.Changed); both+len(changes.Gone) != len(old) || both+len(changes.New) != len(new) {
			t.Fatalf("runs are lost: %+v", changes)
		}
	})
}

// TestManyRuns has more runs than the exact search can take.
func TestManyRuns(t *testing.T) {
	var old, new []int64
	for i := range int64(10_000) {
		old = append(old, 5000+i%977)
		if i%3 != 0 {
			new = append(new, 5000+i%977)
		}
	}
	old[0], old[9_999] = 1, 2 // so that neither end is the same
	got := runChanges(zeros(1, old...), zeros(1, new...))
	if got.Matched < 6_000 || len(got.Gone)+len(got.Changed) > 4_000 {
		t.Errorf("%d matched, %d gone, %d changed", got.Matched, len(got.Gone), len(got.Changed))
	}
}
