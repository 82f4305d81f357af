package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// listedKernels is how many kernel names are shown unless everything is asked for.
const listedKernels = 4

// scanFacts lists what a scan found out beyond its verdict.
func scanFacts(scan result.Scan, options Options) []fact {
	facts := containerFacts(scan.Size, scan.Allocated, scan.Member, scan.Container, options)
	if scan.Zeros != nil {
		facts = append(facts, fact{"zero bytes", zeroLines(*scan.Zeros, planSize(scan))})
	}
	if len(scan.Images) > 0 {
		facts = append(facts, fact{"machine code", []string{imagesText(scan.Images)}})
	}
	if len(scan.Kernels) > 0 {
		facts = append(facts, fact{"kernels", []string{kernelsText(scan.Kernels)}})
	}
	return facts
}

// planSize is what shares are taken of.
func planSize(scan result.Scan) int64 {
	if scan.Container != nil {
		return scan.Container.PlanSize
	}
	return scan.Size
}

func zeroLines(zeros result.Zeros, size int64) []string {
	lines := []string{fmt.Sprintf("%s, %s of the plan; %s", bytesAndSize(zeros.Bytes), units.FormatShare(zeros.Bytes, size), runCount(zeros))}
	if longest := zeros.Longest; longest != nil && len(zeros.Runs) == 0 {
		lines = append(lines, fmt.Sprintf("longest run %s at offset %s", bytesAndSize(longest.Length), units.FormatBytes(longest.Offset)))
	}
	return lines
}

func runCount(zeros result.Zeros) string {
	if zeros.RunsTotal == 0 {
		return "no run of " + units.FormatSize(zeros.MinRun) + " or more"
	}
	return fmt.Sprintf("%s %s of %s or more", units.FormatBytes(zeros.RunsTotal), plural(zeros.RunsTotal, "run", "runs"), units.FormatSize(zeros.MinRun))
}

func imagesText(images []result.Image) string {
	var kinds, total = map[string]int64{}, int64(0)
	compressed := 0
	for _, image := range images {
		kinds[image.Kind]++
		total += image.Size
		if image.Compressed {
			compressed++
		}
	}
	text := countsText(kinds) + "; " + bytesAndSize(total)
	if compressed > 0 {
		text += fmt.Sprintf("; %d compressed, not looked into", compressed)
	}
	return text
}

func kernelsText(kernels []result.Kernel) string {
	origins := map[string]int64{}
	for _, kernel := range kernels {
		origins[kernel.Origin]++
	}
	return fmt.Sprintf("%s: %s", units.FormatBytes(int64(len(kernels))), countsText(origins))
}

// countsText lists counts, the largest first.
func countsText(counts map[string]int64) string {
	names := make([]string, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	for i, name := range names {
		names[i] = units.FormatBytes(counts[name]) + " " + name
	}
	return strings.Join(names, ", ")
}

// runTable lists the longest zero runs of a plan, and how many others there are.
func runTable(zeros result.Zeros, size int64, options Options) (runs table, others int64) {
	sorted := slices.Clone(zeros.Runs)
	slices.SortStableFunc(sorted, func(a, b result.Run) int {
		return cmp.Or(cmp.Compare(b.Length, a.Length), cmp.Compare(a.Offset, b.Offset))
	})
	sorted = sorted[:options.maxRuns(len(sorted))]
	inFile := slices.ContainsFunc(sorted, func(run result.Run) bool { return run.FileOffset != nil })
	runs.columns = []column{{title: "offset", right: true}}
	if inFile {
		runs.columns = append(runs.columns, column{title: "in the file", right: true})
	}
	runs.columns = append(runs.columns, column{title: "length", right: true}, column{title: "size", right: true, spare: 2},
		column{title: "share", right: true, spare: 1}, column{title: "to end"})
	for _, run := range sorted {
		row := []string{units.FormatBytes(run.Offset)}
		if inFile {
			row = append(row, optionalBytes(run.FileOffset))
		}
		toEnd := "no"
		if run.ToEnd {
			toEnd = "yes"
		}
		runs.rows = append(runs.rows, append(row, units.FormatBytes(run.Length), units.FormatSize(run.Length), units.FormatShare(run.Length, size), toEnd))
	}
	return runs, zeros.RunsTotal - int64(len(sorted))
}

func optionalBytes(count *int64) string {
	if count == nil {
		return ""
	}
	return units.FormatBytes(*count)
}
