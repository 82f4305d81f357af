package report

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
)

// pictured gives samples of scans their maps.
func pictured(scans ...result.Scan) []result.Scan {
	for i, scan := range scans {
		var plan result.Map
		switch scan.Verdict {
		case result.VerdictPadded:
			plan = paddedMap()
		case result.VerdictClean:
			plan = weightsMap()
		default:
			continue
		}
		scans[i].Map = &plan
	}
	return scans
}

func picturedCompare() result.Compare {
	c := paddedCompare()
	old, padded := mapOf(c.Old.File, part("header", 32), part("section table", 48), part("section ENGN", 9_160), part("zero run", 7_323), part("section ENGN", 310_000),
		code("elf for SM 90", 62_000), part("section ENGN", 650_000), part("section LEAN", 3_237), part("end tag", 4)), paddedMap()
	c.Old.Map, c.New.Map = &old, &padded
	return c
}

// htmlPages are a page of each command, by the name of its golden file.
func htmlPages(t testing.TB) map[string][]byte {
	t.Helper()
	scans := scanDocument()
	scans.Results = pictured(scans.Results...)
	one := result.NewDocument[result.Scan](result.SchemaScan, "0.1.0")
	one.Results = pictured(paddedScan())
	explained := result.NewDocument[result.Explain](result.SchemaExplain, "0.1.0")
	explained.Results = []result.Explain{headExplained()}
	explained.Results[0].Scan = pictured(explained.Results[0].Scan)[0]
	none := headPrediction()
	none.Model, none.Groups, none.PaddingBytes, none.PaddingBytesMin, none.PaddingBytesMax = "resnet.onnx", []result.PredictGroup{}, 0, 0, 0
	advice := Options{Advice: AdviceFrom(sampleRules().Results)}
	return map[string][]byte{
		"scan.html":    render(t, func(w io.Writer) error { return ScanHTML(w, one, advice) }),
		"scans.html":   render(t, func(w io.Writer) error { return ScanHTML(w, scans, advice) }),
		"explain.html": render(t, func(w io.Writer) error { return ExplainHTML(w, explained, advice) }),
		"compare.html": render(t, func(w io.Writer) error { return CompareHTML(w, compareDocument(picturedCompare())) }),
		"predict.html": render(t, func(w io.Writer) error {
			return PredictHTML(w, predictDocument(headPrediction(), openPrediction(), none, attackedPrediction(hostileName)))
		}),
		"gate.html": render(t, func(w io.Writer) error { return GateHTML(w, gatesDocument(), advice) }),
		"map.html":  render(t, func(w io.Writer) error { return MapHTML(w, maps()) }),
	}
}

func TestHTMLGoldens(t *testing.T) {
	for name, page := range htmlPages(t) {
		wellFormed(t, page)
		golden(t, name, page)
	}
}

// TestPolicy: a page forbids everything but its own style and script, and refers to nothing outside of itself.
func TestPolicy(t *testing.T) {
	for name, page := range htmlPages(t) {
		text := string(page)
		if !strings.Contains(text, `http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-`) || strings.Contains(text, "unsafe") {
			t.Errorf("%s: no strict policy", name)
		}
		for _, outside := range []string{"src=", "@import", "url(", "http:", "https:", "//", "fetch(", "import("} {
			for rest := text; ; {
				_, after, found := strings.Cut(rest, outside)
				if !found {
					break
				}
				rest = after
				known := outside == "url(" && strings.HasPrefix(after, "#m-") || strings.HasPrefix(after, "www.w3.org/1999/xhtml") ||
					outside == "http:" && strings.HasPrefix(after, "//www.w3.org/1999/xhtml") || outside == "//" && strings.HasPrefix(after, " ")
				if !known {
					t.Errorf("%s: %s%.40s", name, outside, after)
				}
			}
		}
	}
}

// TestManyRuns: a page of 10,000 runs stays small.
func TestManyRuns(t *testing.T) {
	scan := paddedScan()
	zeros := *scan.Zeros
	zeros.Runs, zeros.RunsTotal = nil, 12_345
	var ranges []result.MapRange
	for i := range int64(10_000) {
		run := result.Run{Offset: i * 500_000_000, Length: 400_000_000 + i*i}
		zeros.Runs = append(zeros.Runs, run)
		ranges = append(ranges, part("zero run", run.Length), part("section ENGN", 500_000_000-run.Length))
	}
	scan.Zeros = &zeros
	plan := mapOf("many.plan", ranges...)
	scan.Map = &plan
	document := result.NewDocument[result.Scan](result.SchemaScan, "0.1.0")
	document.Results = []result.Scan{scan}
	page := render(t, func(w io.Writer) error { return ScanHTML(w, document, Options{}) })
	if len(page) > 5_000_000 {
		t.Errorf("%d bytes", len(page))
	}
	if rows := strings.Count(string(page), "<tr>"); rows < 10_000 {
		t.Errorf("%d rows", rows)
	}
	t.Logf("%d bytes for %d runs", len(page), len(zeros.Runs))
	wellFormed(t, page)
}

// TestManyPlans: of 1,000 plans the worst have sections, and all are in the summary.
func TestManyPlans(t *testing.T) {
	document := result.NewDocument[result.Scan](result.SchemaScan, "0.1.0")
	for i := range 1_000 {
		scan := cleanScan()
		if i == 900 {
			scan = paddedScan()
		}
		scan.File = fmt.Sprintf("plan %d", i)
		document.Results = append(document.Results, pictured(scan)...)
	}
	page := string(render(t, func(w io.Writer) error { return ScanHTML(w, document, Options{}) }))
	if got := strings.Count(page, "<article"); got != detailedPlans {
		t.Errorf("%d sections", got)
	}
	if !strings.Contains(page, `<article class="card" id="plan-901">`) || !strings.Contains(page, "plan 999") || !strings.Contains(page, "The other 960 are in this table alone") {
		t.Error("the padded plan has no section, or the last one is not in the summary")
	}
	if len(page) > 5_000_000 {
		t.Errorf("%d bytes", len(page))
	}
}

// TestExactSums: the pieces of a stacked run add up to the run, and so do the numbers beside it.
func TestExactSums(t *testing.T) {
	e := headExplained()
	bar := runBar(e.Zeros.Runs[0], e.Groups)
	if bar.Sum != "1,097,334,784 + 4,389,339,136 + 124 residue = 5,486,674,044 bytes" {
		t.Error(bar.Sum)
	}
	at := 0.0
	for _, piece := range bar.Pieces {
		if got := percentValue(t, piece.At); got < at-0.001 || got > at+0.001 {
			t.Errorf("a piece starts at %s, the one before ends at %v", piece.At, at)
		}
		at = percentValue(t, piece.At) + percentValue(t, piece.Width)
	}
	if at < 99.999 || at > 100.001 {
		t.Errorf("the pieces end at %v", at)
	}
}

func percentValue(t *testing.T, text string) float64 {
	t.Helper()
	value, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// TestContrast computes the contrast of colours that meet, as WCAG 2 defines it: 4.5 for text, 3 for what must be seen.
func TestContrast(t *testing.T) {
	style, err := pages.ReadFile("pages/style.css")
	if err != nil {
		t.Fatal(err)
	}
	light, rest, found := strings.Cut(string(style), "@media screen and (prefers-color-scheme: dark)")
	dark, _, ended := strings.Cut(rest, "* { box-sizing")
	if !found || !ended {
		t.Fatal("the style has no dark part")
	}
	for name, css := range map[string]string{"light": light, "dark": dark} {
		colors := map[string]string{}
		for _, match := range regexp.MustCompile(`--([a-z0-9-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(css, -1) {
			colors[match[1]] = match[2]
		}
		check := func(least float64, front string, backs ...string) {
			for _, back := range backs {
				if got := contrast(t, colors[front], colors[back]); got < least {
					t.Errorf("%s: %s %s on %s %s has a contrast of %.2f, less than %v", name, front, colors[front], back, colors[back], got, least)
				}
			}
		}
		check(7, "ink", "page", "card", "shade", "bad-back", "warn-back", "good-back", "plain-back")
		check(4.5, "soft", "page", "card", "shade")
		check(4.5, "link", "card", "shade")
		check(3, "frame", "card", "page")
		for _, tone := range []string{"bad", "warn", "good", "plain"} {
			check(4.5, tone, tone+"-back", "card")
		}
		for _, look := range pageLooks() { // pictures have a frame and names; marks tell the same apart without colour
			if look.Mark != "" && contrast(t, colors[look.Class], colors[look.Class+"-ink"]) < 1.5 {
				t.Errorf("%s: the marks of %s are not seen", name, look.Class)
			}
		}
	}
}

// contrast is the ratio of the relative luminances of two colours.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	first, second := luminance(t, a), luminance(t, b)
	return (max(first, second) + 0.05) / (min(first, second) + 0.05)
}

func luminance(t *testing.T, color string) float64 {
	t.Helper()
	number, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 32)
	if err != nil || len(color) != 7 {
		t.Fatalf("colour %q: %v", color, err)
	}
	sum := 0.0
	for i, weight := range []float64{0.0722, 0.7152, 0.2126} {
		part := float64(number>>(8*i)&0xff) / 255
		if part <= 0.04045 {
			part /= 12.92
		} else {
			part = math.Pow((part+0.055)/1.055, 2.4)
		}
		sum += weight * part
	}
	return sum
}
