package explain

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/fuse"
)

// Witness compares the kernels that a plan names with the groups that stay alone. Only kernels that the graph compiler
// made count, and of these only those of pointwise operations alone; nil if there is none.
func Witness(kernels []result.Kernel, groups []result.PredictGroup) []result.KernelWitness {
	named := map[string]int64{}
	for _, kernel := range kernels {
		if words := fuse.SignatureOf(kernel.Name); words != "" {
			named[sorted(string(words))]++
		}
	}
	if len(named) == 0 {
		return nil
	}
	expected, spelled := map[string]int64{}, map[string]string{}
	for _, g := range groups {
		if g.Alone && g.Kernel != "" {
			expected[sorted(g.Kernel)]++
			spelled[sorted(g.Kernel)] = g.Kernel
		}
	}
	var list []result.KernelWitness
	other := map[string]int64{} // kernels that no group is expected to be
	for key, count := range named {
		if expected[key] == 0 {
			other[key] = count
		}
	}
	for _, key := range slices.Sorted(maps.Keys(expected)) {
		w := result.KernelWitness{Kernel: spelled[key], Groups: expected[key], Kernels: named[key]}
		if w.Kernels == 0 {
			w.Kernels = takeAlike(other, key, w.Groups)
			w.Alike = w.Kernels > 0
		}
		switch {
		case w.Kernels == 0:
			w.Contradiction = fmt.Sprintf("%d of the model's groups should be such a kernel, and the plan names none", w.Groups)
		case w.Kernels > w.Groups:
			w.Contradiction = fmt.Sprintf("the plan names %d such kernels, and %d of the model's groups should be one", w.Kernels, w.Groups)
		}
		list = append(list, w)
	}
	return list
}

// mostMore is how many words a kernel's name may have beside those that are expected: a cast before an output, the bias
// of the convolution before it, a step that a builder adds.
const mostMore = 2

// takeAlike takes kernels out of a list whose names have all the words of one that is expected, and few others.
func takeAlike(kernels map[string]int64, words string, most int64) int64 {
	var taken int64
	for _, name := range slices.SortedFunc(maps.Keys(kernels), func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }) {
		if taken == most {
			break
		}
		if more, ok := without(strings.Fields(name), strings.Fields(words)); ok && more <= mostMore {
			count := min(most-taken, kernels[name])
			kernels[name] -= count
			taken += count
		}
	}
	return taken
}

// without counts the words of a list that another has not; false if it lacks some of the other's. Both are in order.
func without(words, others []string) (more int, ok bool) {
	for _, other := range others {
		for len(words) > 0 && words[0] < other {
			words, more = words[1:], more+1
		}
		if len(words) == 0 || words[0] != other {
			return 0, false
		}
		words = words[1:]
	}
	return more + len(words), true
}

// sorted has the words of a name in an order of their own: builders do not keep to one.
func sorted(words string) string {
	list := strings.Fields(words)
	slices.Sort(list)
	return strings.Join(list, " ")
}
