// Package spread says how much several builds of one model differ: in size, in content, and in more than the
// names that a builder generates.
package spread

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/planlint/planlint/analyze/compare"
	"github.com/planlint/planlint/internal/result"
)

// Builds collects the plans of several builds.
type Builds struct {
	sizes    []float64
	contents []result.BuildContent
	// first is the first content of each group, which later ones are compared with.
	first []compare.Plan
}

// Add takes the next plan into account. If first is true the plan is the first one of a group, and its reader
// must stay open until all plans have been added.
func (b *Builds) Add(ctx context.Context, sha256 string, plan compare.Plan) (first bool, err error) {
	group := int64(0)
	for i := range b.contents {
		if b.contents[i].SHA256 == sha256 {
			b.sizes = append(b.sizes, float64(plan.Size))
			b.contents[i].Builds++
			return false, nil
		}
	}
	for i, other := range b.first {
		if other.Size != plan.Size {
			continue
		}
		changes, err := compare.Bytes(ctx, other, plan, nil)
		if err != nil {
			return false, err
		}
		if changes.NamesOnly {
			group = int64(i + 1)
			break
		}
	}
	if group == 0 {
		b.first = append(b.first, plan)
		group, first = int64(len(b.first)), true
	}
	b.sizes = append(b.sizes, float64(plan.Size))
	b.contents = append(b.contents, result.BuildContent{SHA256: sha256, Size: plan.Size, Builds: 1, Group: group})
	return first, nil
}

// Spread sums up the plans; nil if there are less than two.
func (b *Builds) Spread() *result.BuildSpread {
	if len(b.sizes) < 2 {
		return nil
	}
	mean, deviation := stat.MeanStdDev(b.sizes, nil)
	return &result.BuildSpread{
		Builds: int64(len(b.sizes)), Mean: result.Average(mean), StandardDeviation: result.Average(deviation),
		Min: int64(floats.Min(b.sizes)), Max: int64(floats.Max(b.sizes)),
		Contents: b.contents, Groups: int64(len(b.first)),
	}
}
