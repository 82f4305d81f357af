package compare

import (
	"maps"
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// kernelChanges compares the kernels by name, first as they are, then without generated parts.
func kernelChanges(old, new result.Scan) *result.KernelChanges {
	if old.Kernels == nil || new.Kernels == nil {
		return nil
	}
	changes := &result.KernelChanges{Gone: []result.KernelCount{}, New: []result.KernelCount{}}
	onlyOld, onlyNew := counts(old.Kernels), counts(new.Kernels)
	for _, name := range slices.Collect(maps.Keys(onlyOld)) {
		both := min(onlyOld[name], onlyNew[name])
		changes.Matched += both
		take(onlyOld, name, both)
		take(onlyNew, name, both)
	}
	renamed := byNormalName(onlyNew)
	for _, name := range slices.Sorted(maps.Keys(onlyOld)) {
		normal := normalName(name)
		for onlyOld[name] > 0 && len(renamed[normal]) > 0 {
			twin := renamed[normal][0]
			both := min(onlyOld[name], onlyNew[twin])
			changes.Matched += both
			changes.Renamed += both
			take(onlyOld, name, both)
			take(onlyNew, twin, both)
			if onlyNew[twin] == 0 {
				renamed[normal] = renamed[normal][1:]
			}
		}
	}
	changes.Gone, changes.New = listed(onlyOld), listed(onlyNew)
	return changes
}

func counts(kernels []result.Kernel) map[string]int64 {
	counted := map[string]int64{}
	for _, kernel := range kernels {
		counted[kernel.Name]++
	}
	return counted
}

func take(counted map[string]int64, name string, count int64) {
	if counted[name] -= count; counted[name] <= 0 {
		delete(counted, name)
	}
}

// byNormalName groups names that are the same but for generated parts.
func byNormalName(counted map[string]int64) map[string][]string {
	groups := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(counted)) {
		if normal := normalName(name); normal != name {
			groups[normal] = append(groups[normal], name)
		}
	}
	return groups
}

func listed(counted map[string]int64) []result.KernelCount {
	list := []result.KernelCount{}
	for _, name := range slices.Sorted(maps.Keys(counted)) {
		list = append(list, result.KernelCount{Name: name, Count: counted[name]})
	}
	return list
}
