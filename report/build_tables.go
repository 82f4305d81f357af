package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// notBuilt stands for a plan that there is none of.
const notBuilt = "not built"

// versionTable puts the plans of several TensorRTs side by side, the first one of each. The names of TensorRTs
// are cut at some columns, if that is not 0.
func versionTable(builds []result.Build, titles int) table {
	caches := slices.ContainsFunc(builds, func(b result.Build) bool { return b.TimingCache != builds[0].TimingCache })
	t := table{columns: []column{{title: "TensorRT"}}}
	if caches {
		t.columns = append(t.columns, column{title: "timing cache"})
	}
	t.columns = append(t.columns, column{title: "plan bytes", right: true}, column{title: "ratio", right: true, spare: 2},
		column{title: "zero bytes", right: true, spare: 1}, column{title: "longest run", right: true}, column{title: "weights", right: true, spare: 3},
		column{title: "kernels", right: true, spare: 4}, column{title: "verdict"})
	smallest := smallestPlan(builds)
	for _, b := range builds {
		row := []string{cutTitle(b.TensorRT, titles)}
		if caches {
			row = append(row, cacheWord(b.TimingCache))
		}
		if len(b.Plans) == 0 {
			t.rows = append(t.rows, append(row, "", "", "", "", "", "", notBuilt))
			continue
		}
		t.rows = append(t.rows, append(row, planCells(b.Plans[0], smallest)...))
	}
	return t
}

func cutTitle(t result.BuildTensorRT, limit int) string {
	if limit == 0 {
		return builderTitle(t)
	}
	return shorten(Visible(builderTitle(t)), limit)
}

// smallestPlan is the size of the smallest of the first plans.
func smallestPlan(builds []result.Build) (size int64) {
	for _, b := range builds {
		if len(b.Plans) > 0 && (size == 0 || b.Plans[0].Size < size) {
			size = b.Plans[0].Size
		}
	}
	return size
}

func planCells(plan result.BuiltPlan, smallest int64) []string {
	cells := []string{units.FormatBytes(plan.Size), "", "", "", "", "", builtWord(plan.Scan.Verdict)}
	if smallest > 0 {
		cells[1] = timesText(float64(plan.Size) / float64(smallest))
	}
	if zeros := plan.Scan.Zeros; zeros != nil {
		cells[2] = units.FormatBytes(zeros.Bytes)
		if zeros.Longest != nil {
			cells[3] = units.FormatBytes(zeros.Longest.Length)
		}
	}
	if c := plan.Scan.Container; c != nil {
		cells[4] = optionalBytes(c.WeightsBytes)
	}
	if plan.Scan.Kernels != nil {
		cells[5] = units.FormatBytes(int64(len(plan.Scan.Kernels)))
	}
	return cells
}

// timesText writes how many times larger a plan is.
func timesText(ratio float64) string {
	if ratio >= 100 {
		return units.FormatBytes(int64(math.Round(ratio)))
	}
	return strconv.FormatFloat(ratio, 'f', 2, 64)
}

// spreadTable says how much several builds differ; it has no rows if nothing was built twice.
func spreadTable(builds []result.Build, titles int) table {
	caches := slices.ContainsFunc(builds, func(b result.Build) bool { return b.TimingCache != result.TimingCacheNone })
	t := table{columns: []column{{title: "TensorRT"}}}
	if caches {
		t.columns = append(t.columns, column{title: "timing cache"})
	}
	t.columns = append(t.columns, column{title: "builds", right: true, spare: 1}, column{title: "smallest", right: true}, column{title: "largest", right: true},
		column{title: "mean", right: true, spare: 2}, column{title: "deviation", right: true, spare: 3}, column{title: "contents"})
	for _, b := range builds {
		s := b.Spread
		if s == nil {
			continue
		}
		row := []string{cutTitle(b.TensorRT, titles)}
		if caches {
			row = append(row, cacheWord(b.TimingCache))
		}
		t.rows = append(t.rows, append(row, units.FormatBytes(s.Builds), units.FormatBytes(s.Min), units.FormatBytes(s.Max),
			average(s.Mean), average(s.StandardDeviation), contentsText(*s)))
	}
	return t
}

// contentsText counts the contents of several builds.
func contentsText(s result.BuildSpread) string {
	contents := int64(len(s.Contents))
	switch {
	case contents == 1:
		return "all the same"
	case s.Groups == 1:
		return units.FormatBytes(contents) + ", the same but for names"
	case s.Groups < contents:
		return fmt.Sprintf("%s, %s but for names", units.FormatBytes(contents), units.FormatBytes(s.Groups))
	}
	return units.FormatBytes(contents)
}

// keptTable lists the files of plans, of several builds the first ones unless all are asked for, and counts the
// others; it has no rows if none was kept.
func keptTable(builds []result.Build, options Options) (t table, others int) {
	t.columns = []column{{title: "TensorRT", name: true}, {title: "plan", name: true}, {title: "SHA-256", spare: 1}}
	for _, b := range builds {
		for i, plan := range b.Plans {
			switch {
			case plan.Output == "":
			case i > 0 && !options.Verbose:
				others++
			default:
				t.rows = append(t.rows, []string{builderTitle(b.TensorRT), plan.Output, plan.SHA256[:min(len(plan.SHA256), shortDigest)]})
			}
		}
	}
	return t, others
}

// shortDigest is how much of a SHA-256 tables show.
const shortDigest = 12
