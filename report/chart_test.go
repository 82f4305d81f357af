package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
)

// charts are one of each kind, by the name of its golden file.
func charts(t testing.TB) map[string][]byte {
	t.Helper()
	scans := result.NewDocument[result.Scan](result.SchemaScan, "0.1.0")
	scan := paddedScan()
	zeros := *scan.Zeros
	for i := range int64(40) {
		zeros.Runs = append(zeros.Runs, result.Run{Offset: 10_000 * i, Length: 4_096 << (i % 7)})
	}
	scan.Zeros = &zeros
	scans.Results = []result.Scan{scan}
	builds := buildDocument(driftingBuild(), paddedBuild())
	return map[string][]byte{
		"scan.svg":   render(t, func(w io.Writer) error { return ScanSVG(w, scans) }),
		"build.svg":  render(t, func(w io.Writer) error { return BuildSVG(w, builds) }),
		"verify.svg": render(t, func(w io.Writer) error { return VerifySVG(w, verifyDocument(differentVerify())) }),
	}
}

func TestChartGoldens(t *testing.T) {
	for name, chart := range charts(t) {
		wellFormed(t, chart)
		golden(t, name, chart)
		if again := charts(t)[name]; !bytes.Equal(chart, again) {
			t.Errorf("%s differs when it is drawn again", name)
		}
	}
}

// TestEmptyCharts: without anything to draw there is a chart without marks, and no panic.
func TestEmptyCharts(t *testing.T) {
	empty := result.NewDocument[result.Build](result.SchemaBuild, "0.1.0")
	failed := buildDocument(result.Build{Model: result.BuildModel{File: "a.onnx"}})
	equal := driftingBuild()
	for i := range equal.Plans {
		equal.Plans[i].Size = 1_000
	}
	huge := result.NewDocument[result.Scan](result.SchemaScan, "0.1.0")
	huge.Results = []result.Scan{damagedScan(), {Zeros: &result.Zeros{Runs: []result.Run{{Length: 1<<63 - 1}, {Length: 1}, {Length: 0}, {Length: -5}}}}}
	for name, draw := range map[string]func(io.Writer) error{
		"scan": func(w io.Writer) error {
			return ScanSVG(w, result.NewDocument[result.Scan](result.SchemaScan, "0.1.0"))
		},
		"huge":   func(w io.Writer) error { return ScanSVG(w, huge) },
		"build":  func(w io.Writer) error { return BuildSVG(w, empty) },
		"failed": func(w io.Writer) error { return BuildSVG(w, failed) },
		"equal":  func(w io.Writer) error { return BuildSVG(w, buildDocument(equal)) },
		"verify": func(w io.Writer) error { return VerifySVG(w, verifyDocument()) },
	} {
		chart := render(t, draw)
		wellFormed(t, chart)
		if strings.Contains(string(chart), "NaN") || strings.Contains(string(chart), "Inf") {
			t.Errorf("%s: places that are no numbers", name)
		}
	}
}

// TestChartCounts: every bar stands for its count.
func TestChartCounts(t *testing.T) {
	document := result.NewDocument[result.Scan](result.SchemaScan, "0.1.0")
	scan := paddedScan()
	document.Results = []result.Scan{scan}
	chart := string(render(t, func(w io.Writer) error { return ScanSVG(w, document) }))
	for _, want := range []string{"Zero runs of super_resolution_x4_head.plan: 5,486,685,567 bytes (5.11 GiB)", ">4 KiB<", ">4 GiB<"} {
		if !strings.Contains(chart, want) {
			t.Errorf("the chart lacks %q", want)
		}
	}
	if got := strings.Count(chart, fmt.Sprintf("fill:%s", "#0072B2")); got != 2 { // 7,323 and 4,200 bytes, and the long one
		t.Errorf("%d bars", got)
	}
}
