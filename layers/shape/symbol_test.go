package shape

import (
	"errors"
	"maps"
	"slices"
	"testing"
)

// TestBindingIsPinning infers real models with free sizes, and demands that numbers for the symbols make the same of
// every value as shapes that are given before. What cannot be known without them, such as a number of dimensions that
// depends on a size, is counted.
func TestBindingIsPinning(t *testing.T) {
	t.Parallel()
	scores := map[string]Score{}
	for _, c := range realCases(t) {
		m := open(t, c.Path)
		o := given(c.inputs)
		pinned := infer(t, m, o)
		free := infer(t, m, Options{Contents: o.Contents})
		bindings, err := Bind(m, o.Inputs)
		if err != nil {
			t.Fatal(err)
		}
		var s Score
		for _, g := range bodies(m.Graph) {
			for _, name := range slices.Sorted(maps.Keys(pinned.values[g])) {
				want, ok := pinned.Value(g, name).Numbers()
				if !ok || pinned.Dead(g) {
					continue
				}
				s.Values++
				symbolic := free.Value(g, name)
				got, err := symbolic.In(bindings)
				var unbound *UnboundError
				if errors.As(err, &unbound) {
					if _, opened := free.Opened(unbound.Symbol); !opened {
						t.Errorf("%s: %s is %v, and nobody knows why", c, name, symbolic)
					}
					continue
				}
				if errors.Is(err, errRank) {
					continue
				}
				s.Known++
				if err != nil || !slices.EqualFunc(got, want, func(i Interval, n int64) bool { return i == Exactly(n) }) {
					t.Errorf("%s: %s is %v, which is %v, %v with %v, but %v", c, name, symbolic, got, err, bindings, want)
				}
			}
		}
		scores[c.String()] = s
	}
	golden(t, "symbols.json", scores)
}
