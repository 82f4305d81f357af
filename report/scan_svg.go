package report

import (
	"fmt"
	"io"
	"math/bits"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// ScanSVG draws a histogram of the zero runs of all plans by length, in classes of powers of two.
func ScanSVG(w io.Writer, document result.Document[result.Scan]) error {
	counts := map[int]float64{}
	first, last, total := 64, 0, int64(0)
	minRun := int64(0)
	for _, scan := range document.Results {
		if scan.Zeros == nil {
			continue
		}
		minRun = max(minRun, scan.Zeros.MinRun)
		for _, run := range scan.Zeros.Runs {
			if run.Length <= 0 {
				continue
			}
			class := bits.Len64(uint64(run.Length)) - 1
			counts[class]++
			first, last = min(first, class), max(last, class)
			total += run.Length
		}
	}
	var classes []string
	var values []float64
	for class := first; class <= last; class++ {
		classes = append(classes, powerLabel(class, last-first))
		values = append(values, counts[class])
	}
	name := fmt.Sprintf("%d plans", len(document.Results))
	if len(document.Results) == 1 {
		name = document.Results[0].File
	}
	p := newChart("Zero runs of "+name+": "+bytesAndSize(total), "length of the run, from", "runs of "+units.FormatSize(minRun)+" or more")
	if len(values) > 0 {
		addBars(p, classes, [][]float64{values})
	}
	return drawChart(w, p)
}

// powerLabel names a class of lengths by the power of two that it starts at. Of many classes every other one has a name.
func powerLabel(class, span int) string {
	if span > 12 && class%2 == 1 {
		return ""
	}
	return units.FormatSize(int64(1) << class)
}
