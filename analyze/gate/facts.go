package gate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/planlint/planlint/analyze/blocks"
	"github.com/planlint/planlint/internal/result"
)

// longRun is the length in bytes from which package analyze judges a zero run.
const longRun = 1 << 20

// Plan is what is known of a plan, and what it is compared with beside the baseline.
type Plan struct {
	Subject
	Scan result.Scan
	// SM is the GPU that the plan's header names, as SM has it; "" if only the scan says which it is for.
	SM string
	// Several is true if the file holds other plans too, so that its size says nothing of this one.
	Several bool
	// Reference is what the ratio is measured from; nil if there is no such budget.
	Reference *Reference
	// Spread was measured with builds of the same; nil if it was not.
	Spread *Measured
	// Stripped is true if the plan was built without its weights.
	Stripped bool
	// Blocks are what the plan holds more than once; nil if that was not looked for.
	Blocks *blocks.Found
	// NotChecked is what could not be compared with.
	NotChecked []result.NotChecked
}

// Reference is a file that the size of a plan is compared with. All sizes are bytes.
type Reference struct {
	// Size is that of the file, with the external data of a model.
	Size int64
	// Weights is the sum of a model's constants; nil for what is no model.
	Weights *int64
}

// Measured is by how many bytes builds of the same differ, and where that was measured.
type Measured struct {
	Bytes  int64
	Source string
}

// Facts are what the baseline keeps of a plan.
func Facts(scan result.Scan, several bool) result.BaselineFacts {
	f := result.BaselineFacts{Size: scan.Size}
	if c := scan.Container; c != nil {
		switch {
		case several:
			f.Size = c.PlanSize
		case c.Encoded: // packed, zeros would count for nothing
			f.Size, f.PackedSize = c.PlanSize, &scan.Size
		case c.PlanSize != scan.Size:
			f.PlanSize = &c.PlanSize
		}
		f.Wrapper, f.Weights = c.Wrapper, c.WeightsBytes
		f.Sections = sections(c.Sections)
	}
	if z := scan.Zeros; z != nil {
		f.LongestRun = longest(*z).Length
		for _, run := range z.Runs {
			if run.Length >= longRun {
				f.LongRuns += run.Length
			}
		}
	}
	if scan.Images != nil {
		f.HostCode = new(hostCode(scan.Images))
	}
	return f
}

// planSize is the size of a plan without what is around it.
func planSize(f result.BaselineFacts) int64 {
	if f.PlanSize != nil {
		return *f.PlanSize
	}
	return f.Size
}

// longest is the longest zero run; one of length 0 stands for none.
func longest(z result.Zeros) (longest result.Run) {
	if z.Longest != nil {
		return *z.Longest
	}
	for _, run := range z.Runs {
		if run.Length > longest.Length {
			longest = run
		}
	}
	return longest
}

// sections sums up the sections of each name; nil if there are none.
func sections(all []result.Section) map[string]int64 {
	var sizes map[string]int64
	for _, s := range all {
		if sizes == nil {
			sizes = map[string]int64{}
		}
		sizes[s.Name] += s.Size
	}
	return sizes
}

func hostCode(images []result.Image) (size int64) {
	for _, image := range images {
		if image.Kind == "host-elf" {
			size += image.Size
		}
	}
	return size
}

// SM names the GPU that a plan is for, as its key has it: its architectures, without the suffix of code that uses all
// of one, or, of a plan of TensorRT-RTX, its compute capabilities. It is empty where the plan does not say.
func SM(c *result.Container) string {
	switch {
	case c == nil:
		return ""
	case len(c.Capabilities) > 0:
		return strings.Join(c.Capabilities, ",")
	}
	plain := make([]string, len(c.SM))
	for i, name := range c.SM {
		plain[i] = strings.TrimRight(name, "abcdefghijklmnopqrstuvwxyz")
	}
	return strings.Join(slices.Compact(plain), ",")
}

// Entry is a plan's entry for the baseline.
func (p Plan) Entry(label string) result.BaselineEntry {
	e := result.BaselineEntry{Path: p.Key, SM: cmp.Or(p.SM, SM(p.Scan.Container)), Label: label, BaselineFacts: Facts(p.Scan, p.Several)}
	if p.Scan.Container != nil {
		e.Version = p.Scan.Container.Version
	}
	if p.Spread != nil {
		e.Spread = &p.Spread.Bytes
	}
	return e
}
