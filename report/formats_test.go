package report

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestFormatsDocumented compares Formats with the table of docs/formats.md.
func TestFormatsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string][]string{}
	var titles []string
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		switch {
		case titles == nil && strings.HasPrefix(line, "| command"):
			for _, cell := range cells[1:] {
				titles = append(titles, strings.Trim(strings.TrimSpace(cell), "`"))
			}
		case titles != nil && strings.HasPrefix(line, "| `"):
			command := strings.Trim(strings.TrimSpace(cells[0]), "`")
			documented[command] = []string{}
			for i, cell := range cells[1:] {
				if strings.TrimSpace(cell) == "yes" {
					documented[command] = append(documented[command], titles[i])
				}
			}
		case len(documented) > 0 && !strings.HasPrefix(line, "|"):
			titles = []string{} // the table is over
		}
		if len(documented) > 0 && len(titles) == 0 {
			break
		}
	}
	for _, command := range Commands() {
		formats := slices.SortedFunc(slices.Values(Formats(command)), func(a, b string) int { // the default is the first, and not always text
			return slices.Index(AllFormats(), a) - slices.Index(AllFormats(), b)
		})
		if !slices.Equal(documented[command], formats) {
			t.Errorf("%s: the page has %v, the program %v", command, documented[command], formats)
		}
		if command != "report" && !HasFormat(command, Text) { // it is made to be pasted
			t.Errorf("%s has no text", command)
		}
		delete(documented, command)
	}
	if len(documented) > 0 {
		t.Errorf("the page has commands that are unknown: %v", documented)
	}
	if Formats("no command") != nil || HasFormat("info", "svg") {
		t.Error("formats out of nowhere")
	}
}

// TestColumnsDocumented checks that every column of a CSV is explained.
func TestColumnsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, title := range slices.Concat(scanTitles(), infoTitles(), compareTitles(), buildTitles(), verifyTitles(), predictTitles(), explainTitles()) {
		if !strings.Contains(string(page), "`"+title+"`") {
			t.Errorf("column %s is not explained", title)
		}
	}
}

// TestClosedPipe checks that a writer's error comes back, so that a closed pipe can be told apart.
func TestClosedPipe(t *testing.T) {
	scans, infos, plans, rules := scanDocument(), infoDocument(), maps(), sampleRules()
	for name, report := range map[string]func(io.Writer) error{
		"scan text":     func(w io.Writer) error { return ScanText(w, scans.Results[0], Options{}) },
		"scan summary":  func(w io.Writer) error { return ScanSummary(w, scans.Results, nil, Options{}) },
		"scan json":     func(w io.Writer) error { return JSON(w, scans) },
		"scan csv":      func(w io.Writer) error { return ScanCSV(w, scans) },
		"scan md":       func(w io.Writer) error { return ScanMarkdown(w, scans, Options{}) },
		"info text":     func(w io.Writer) error { return InfoText(w, infos.Results[0], Options{}) },
		"info csv":      func(w io.Writer) error { return InfoCSV(w, infos) },
		"info md":       func(w io.Writer) error { return InfoMarkdown(w, infos, Options{}) },
		"map text":      func(w io.Writer) error { return MapText(w, plans.Results[0], Options{}) },
		"map csv":       func(w io.Writer) error { return MapCSV(w, plans) },
		"map md":        func(w io.Writer) error { return MapMarkdown(w, plans, Options{}) },
		"map svg":       func(w io.Writer) error { return MapSVG(w, plans.Results[0]) },
		"map html":      func(w io.Writer) error { return MapHTML(w, plans) },
		"scan html":     func(w io.Writer) error { return ScanHTML(w, scans, Options{}) },
		"compare html":  func(w io.Writer) error { return CompareHTML(w, compareDocument(paddedCompare())) },
		"predict html":  func(w io.Writer) error { return PredictHTML(w, predictDocument(headPrediction())) },
		"rules text":    func(w io.Writer) error { return RulesText(w, rules.Results, Options{}) },
		"rule text":     func(w io.Writer) error { return RulePageText(w, rules.Results[0], Options{}) },
		"rules md":      func(w io.Writer) error { return RulesMarkdown(w, rules.Results) },
		"compare text":  func(w io.Writer) error { return CompareText(w, paddedCompare(), Options{}) },
		"compare csv":   func(w io.Writer) error { return CompareCSV(w, compareDocument(paddedCompare())) },
		"compare md":    func(w io.Writer) error { return CompareMarkdown(w, compareDocument(paddedCompare()), Options{}) },
		"build text":    func(w io.Writer) error { return BuildText(w, buildDocument(paddedBuild()), Options{}) },
		"build csv":     func(w io.Writer) error { return BuildCSV(w, buildDocument(paddedBuild())) },
		"build md":      func(w io.Writer) error { return BuildMarkdown(w, buildDocument(paddedBuild()), Options{}) },
		"verify text":   func(w io.Writer) error { return VerifyText(w, differentVerify(), Options{}) },
		"verify csv":    func(w io.Writer) error { return VerifyCSV(w, verifyDocument(differentVerify())) },
		"verify md":     func(w io.Writer) error { return VerifyMarkdown(w, verifyDocument(differentVerify()), Options{}) },
		"gate text":     func(w io.Writer) error { return GateText(w, gateResults(), Options{}) },
		"gate md":       func(w io.Writer) error { return GateMarkdown(w, gateResults(), Options{}) },
		"selftest text": func(w io.Writer) error { return SelftestText(w, selftests(), Options{}) },
		"selftest md":   func(w io.Writer) error { return SelftestMarkdown(w, selftests(), Options{}) },
		"baseline text": func(w io.Writer) error { return BaselineText(w, baselineChanges(), Options{}) },
		"baseline md":   func(w io.Writer) error { return BaselineMarkdown(w, baselineChanges(), Options{}) },
		"trim text":     func(w io.Writer) error { return TrimText(w, trimmed(), Options{}) },
	} {
		if err := report(failing{}); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
