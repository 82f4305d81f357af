package compare

import (
	"slices"

	"github.com/planlint/planlint/internal/result"
)

const (
	unitBytes = "bytes"
	unitCount = "count"
)

// amounts compares what is known in numbers. What neither plan has is left out.
func amounts(oldSide, newSide Side) []result.AmountChange {
	old, new := oldSide.Scan, newSide.Scan
	changes := []result.AmountChange{}
	add := func(name, unit string, old, new *int64) {
		if old != nil || new != nil {
			changes = append(changes, amount(name, unit, old, new))
		}
	}
	add(result.AmountFile, unitBytes, ofPlan(oldSide, old.Size), ofPlan(newSide, new.Size))
	add(result.AmountPlan, unitBytes, ofPlan(oldSide, planSize(old)), ofPlan(newSide, planSize(new)))
	add(result.AmountWeights, unitBytes, weights(old), weights(new))
	for _, name := range sectionNames(old, new) {
		add(result.AmountSection+name, unitBytes, sectionSize(old, name), sectionSize(new, name))
	}
	add(result.AmountMachineCode, unitBytes, machineCode(old), machineCode(new))
	add(result.AmountKernels, unitCount, kernelCount(old), kernelCount(new))
	add(result.AmountZeros, unitBytes, ofZeros(old, zeroBytes), ofZeros(new, zeroBytes))
	add(result.AmountLongest, unitBytes, ofZeros(old, longest), ofZeros(new, longest))
	if old.Zeros != nil && new.Zeros != nil && old.Zeros.MinRun == new.Zeros.MinRun { // else other runs are counted
		add(result.AmountRuns, unitCount, &old.Zeros.RunsTotal, &new.Zeros.RunsTotal)
	}
	add(result.AmountExplained, unitBytes, explainedBytes(oldSide), explainedBytes(newSide))
	add(result.AmountLayers, unitCount, layerCount(oldSide.Layers), layerCount(newSide.Layers))
	add(result.AmountAlone, unitCount, aloneCount(oldSide.Layers), aloneCount(newSide.Layers))
	add(result.AmountAloneOutput, unitBytes, aloneOutput(oldSide.Layers), aloneOutput(newSide.Layers))
	for _, p := range predictedAmounts() {
		add(p.name, p.unit, ofPrediction(oldSide, p.of), ofPrediction(newSide, p.of))
	}
	return changes
}

// ofPlan is a number of the plan's; nil if nothing but its layers is known.
func ofPlan(side Side, number int64) *int64 {
	if !side.ofPlan() {
		return nil
	}
	return &number
}

func amount(name, unit string, old, new *int64) result.AmountChange {
	a := result.AmountChange{Name: name, Unit: unit, Old: old, New: new}
	if old == nil || new == nil {
		return a
	}
	a.Differs, a.Change = *old != *new, ptr(result.Delta(*new-*old))
	if *old > 0 {
		a.Ratio = ptr(result.Ratio(float64(*new) / float64(*old)))
	}
	return a
}

func ptr[T any](value T) *T { return &value }

// planSize is the size of the plan in its file.
func planSize(scan result.Scan) int64 {
	if scan.Container != nil {
		return scan.Container.PlanSize
	}
	return scan.Size
}

func weights(scan result.Scan) *int64 {
	if scan.Container == nil {
		return nil
	}
	return scan.Container.WeightsBytes
}

// sectionNames lists the sections of both plans, in the order of the old one.
func sectionNames(old, new result.Scan) []string {
	var names []string
	for _, scan := range []result.Scan{old, new} {
		if scan.Container == nil {
			continue
		}
		for _, section := range scan.Container.Sections {
			if !slices.Contains(names, section.Name) {
				names = append(names, section.Name)
			}
		}
	}
	return names
}

// sectionSize sums up the sections of one name; nil if the plan's sections are not known.
func sectionSize(scan result.Scan, name string) *int64 {
	if scan.Container == nil || len(scan.Container.Sections) == 0 {
		return nil
	}
	var size int64
	for _, section := range scan.Container.Sections {
		if section.Name == name {
			size += section.Size
		}
	}
	return &size
}

func machineCode(scan result.Scan) *int64 {
	if scan.Images == nil {
		return nil
	}
	var size int64
	for _, image := range scan.Images {
		size += image.Size
	}
	return &size
}

func kernelCount(scan result.Scan) *int64 {
	if scan.Kernels == nil {
		return nil
	}
	return ptr(int64(len(scan.Kernels)))
}

func ofZeros(scan result.Scan, of func(result.Zeros) *int64) *int64 {
	if scan.Zeros == nil {
		return nil
	}
	return of(*scan.Zeros)
}

func zeroBytes(z result.Zeros) *int64 { return &z.Bytes }

// longest is not known if it was not asked for and is shorter than the runs that are listed.
func longest(z result.Zeros) *int64 {
	switch {
	case z.Longest != nil:
		return &z.Longest.Length
	case z.Bytes == 0:
		return new(int64)
	}
	return nil
}

func layerCount(l *result.Layers) *int64 {
	if l == nil || l.Detail == result.LayersNone {
		return nil
	}
	return ptr(int64(len(l.List)))
}

// aloneCount is not known from names alone: those of the graph compiler's layers do not tell.
func aloneCount(l *result.Layers) *int64 {
	if l == nil || l.Detail != result.LayersDetailed {
		return nil
	}
	count, _ := l.Alone()
	return &count
}

func aloneOutput(l *result.Layers) *int64 {
	if l == nil || l.Detail != result.LayersDetailed {
		return nil
	}
	_, size := l.Alone()
	return size
}
