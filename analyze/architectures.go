package analyze

import (
	"cmp"
	"slices"
	"strings"

	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/analyze/gpucode"
	"github.com/planlint/planlint/analyze/stream"
)

// targets lists the GPU architectures that the plan can be for. A plan without hardware compatibility runs
// on the architecture of the device it was built on and on no other.
func (e *evidence) targets() []string {
	common := architectures(e.code.Images)
	if e.origin.Device == nil || e.compatibility() != stream.CompatibilityNone {
		return common
	}
	number := plainSM(e.origin.Device.ComputeCapability())
	for _, name := range common {
		if smNumber(name) == number {
			return []string{name}
		}
	}
	if len(common) == 0 {
		return []string{number}
	}
	return common
}

// compatibility is the level of hardware compatibility, where it is known what the plan says of it.
func (e *evidence) compatibility() stream.Compatibility {
	if e.container == nil || !e.container.Measured || e.container.Family != container.FamilyTensorRT {
		return stream.CompatibilityUnknown
	}
	return e.origin.Compatibility
}

// architectures lists the GPU architectures that all GPU images have code for, in order of number. A fat binary of a library kernel is for many GPUs, also in a plan that was
// built for one, so the union would say nothing. If no architecture is common to all, all are listed.
func architectures(images []gpucode.Image) []string {
	common := map[string]string{} // number to the most special name
	var all []string
	first := true
	for _, image := range images {
		if len(image.SM) == 0 {
			continue // host code, or PTX that is compiled for any GPU
		}
		all = append(all, image.SM...)
		held := byNumber(image.SM)
		if first {
			common, first = held, false
			continue
		}
		for number, name := range common {
			other, ok := held[number]
			if !ok {
				delete(common, number)
				continue
			}
			common[number] = max(name, other) // "90a" over "90"
		}
	}
	if len(common) > 0 {
		all = all[:0]
		for _, name := range common {
			all = append(all, name)
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(smNumber(a)), len(smNumber(b))), cmp.Compare(a, b))
	})
	return slices.Compact(all)
}

// byNumber maps the number of each architecture to its name. An image that has both the general and the
// special code of one, as "90" and "90a", needs no special GPU.
func byNumber(names []string) map[string]string {
	numbers := make(map[string]string, len(names))
	for _, name := range names {
		number := smNumber(name)
		if known, ok := numbers[number]; !ok || name < known {
			numbers[number] = name
		}
	}
	return numbers
}

// smNumber is the architecture without its suffix: "90" of "90a".
func smNumber(name string) string { return strings.TrimRight(name, "abcdefghijklmnopqrstuvwxyz") }
