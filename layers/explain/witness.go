package explain

import (
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
	for _, key := range slices.Sorted(maps.Keys(expected)) {
		w := result.KernelWitness{Kernel: spelled[key], Groups: expected[key], Kernels: named[key]}
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

// sorted has the words of a name in an order of their own: builders do not keep to one.
func sorted(words string) string {
	list := strings.Fields(words)
	slices.Sort(list)
	return strings.Join(list, " ")
}
