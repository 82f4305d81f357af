package analyze_test

import (
	"maps"
	"testing"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/internal/bytemap"
	"github.com/planlint/planlint/internal/result"
)

// TestSavedMap: what a scan says is enough to draw the map again, but for the section table and the weights in the engine.
func TestSavedMap(t *testing.T) {
	for name, recipe := range map[string]fixtures.Recipe{
		"clean": fixtures.SeedCleanHead(), "padded": fixtures.SeedPadded(fixtures.InsideBehindEndTag), "outside": fixtures.SeedPadded(fixtures.OutsideBehindEndTag),
		"before the end tag": fixtures.SeedPadded(fixtures.InsideBeforeEndTag),
	} {
		scan := scanOne(t, recipe, analyze.Options{}).Scan
		want, got := known(*scan.Map), known(*bytemap.OfScan(scan))
		if !maps.Equal(want, got) {
			t.Errorf("%s: %v, and from the scan alone %v", name, want, got)
		}
		if bytemap.OfScan(scan).PlanOffset != scan.Map.PlanOffset {
			t.Errorf("%s: another offset", name)
		}
	}
}

// known sums up the labels of a map as far as a scan tells them.
func known(m result.Map) map[string]int64 {
	sums := map[string]int64{}
	for _, label := range m.Labels {
		switch label.Label {
		case result.LabelSectionTable:
			sums[result.LabelHeader] += label.Bytes
		case result.LabelWeights:
			sums[result.LabelSection+"ENGN"] += label.Bytes
		default:
			sums[label.Label] += label.Bytes
		}
	}
	return sums
}
