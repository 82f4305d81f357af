package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares output with a file of testdata, or writes the file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if difference := cmp.Diff(string(want), string(got)); difference != "" {
		t.Errorf("%s (-want +got):\n%s", name, difference)
	}
}

// render returns what a report writes.
func render(t testing.TB, report func(io.Writer) error) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := report(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func scanDocument() result.Document[result.Scan] {
	document := result.NewDocument[result.Scan](result.SchemaScan, "0.1.0")
	document.Results = []result.Scan{paddedScan(), cleanScan(), suspectScan(), damagedScan(), hostileScan()}
	document.Errors = []result.Error{
		{File: "cut.plan", Kind: result.KindTruncated, Message: "1 byte is missing of the 1,029,132 that the header declares"},
		{File: "=index.html", Kind: result.KindNotPlan, Message: "an HTML page"},
	}
	document.Exit = 3
	return document
}

func infoDocument() result.Document[result.Info] {
	document := result.NewDocument[result.Info](result.SchemaInfo, "0.1.0")
	for _, scan := range scanDocument().Results {
		document.Results = append(document.Results, result.Info{File: scan.File, Size: scan.Size, Allocated: scan.Allocated, Member: scan.Member,
			Container: scan.Container, Findings: scan.Findings, NotChecked: scan.NotChecked})
	}
	document.Errors = scanDocument().Errors
	document.Exit = 3
	return document
}

func maps() result.Document[result.Map] {
	hostile := weightsMap()
	hostile.Decoded = true
	hostile.File, hostile.Version, hostile.Labels[0].Label = hostileName, hostileName, hostileName
	hostile.Ranges[4].Label, hostile.Ranges[2].Detail = hostileName, hostileName
	hostile.NotChecked = []result.NotChecked{{What: "zero runs", Why: hostileName}}
	return mapDocument(paddedMap(), weightsMap(), hostile)
}

func sampleRules() result.Document[result.Rule] {
	document := result.NewDocument[result.Rule](result.SchemaRules, "0.1.0")
	document.Results = []result.Rule{
		{ID: "PL103", Title: "Trailing zeros", Levels: []result.Level{result.LevelError, result.LevelWarning}, Page: "# PL103: Trailing zeros\n\nZeros follow the end\nthat the header declares.\n\n" +
			"**What to do.** Compare with the builder's own file. If that one ends where its header says, the transfer is\nthe cause, and `cmp` shows it.\n\n- a list\n- stays one\n"},
		{ID: "PL202", Title: "Zeros behind the end tag", Levels: []result.Level{result.LevelError}, Page: "No headline.\n"},
	}
	return document
}

func trimmed() result.Trim {
	return result.Trim{File: "a.plan", Output: "a.sparse.plan", Size: 5_487_774_180, AllocatedBefore: ptr[int64](5_487_775_744),
		AllocatedAfter: ptr[int64](1_101_824), SHA256: strings.Repeat("0123456789abcdef", 4)}
}

func TestScanGoldens(t *testing.T) {
	document := scanDocument()
	advice := AdviceFrom(sampleRules().Results)
	for name, options := range map[string]Options{
		"scan.txt": {Advice: advice}, "scan_verbose.txt": {Verbose: true}, "scan_narrow.txt": {Width: 60}, "scan_color.txt": {Color: true, MaxRuns: 1},
		"scan_quiet.txt": {Quiet: true},
	} {
		golden(t, name, render(t, func(w io.Writer) error {
			for i, scan := range document.Results {
				if i > 0 && !options.Quiet {
					if _, err := io.WriteString(w, "\n"); err != nil {
						return err
					}
				}
				if err := ScanText(w, scan, options); err != nil {
					return err
				}
			}
			return ScanSummary(w, document.Results, document.Errors, options)
		}))
	}
	text := render(t, func(w io.Writer) error { return JSON(w, document) })
	testutil.ValidateJSON(t, result.SchemaScan, text)
	golden(t, "scan.json", text)
	golden(t, "scan.csv", render(t, func(w io.Writer) error { return ScanCSV(w, document) }))
	golden(t, "scan.md", render(t, func(w io.Writer) error { return ScanMarkdown(w, document, Options{Advice: advice}) }))
}

func TestInfoGoldens(t *testing.T) {
	document := infoDocument()
	for name, options := range map[string]Options{"info.txt": {}, "info_quiet.txt": {Quiet: true}} {
		golden(t, name, render(t, func(w io.Writer) error {
			var failures []error
			for _, info := range document.Results {
				failures = append(failures, InfoText(w, info, options))
			}
			return errors.Join(failures...)
		}))
	}
	text := render(t, func(w io.Writer) error { return JSON(w, document) })
	testutil.ValidateJSON(t, result.SchemaInfo, text)
	golden(t, "info.json", text)
	golden(t, "info.csv", render(t, func(w io.Writer) error { return InfoCSV(w, document) }))
	golden(t, "info.md", render(t, func(w io.Writer) error { return InfoMarkdown(w, document, Options{}) }))
}

func TestMapGoldens(t *testing.T) {
	document := maps()
	golden(t, "map.txt", render(t, func(w io.Writer) error {
		var failures []error
		for _, plan := range document.Results {
			failures = append(failures, MapText(w, plan, Options{}))
		}
		return errors.Join(failures...)
	}))
	golden(t, "map_quiet.txt", render(t, func(w io.Writer) error {
		var failures []error
		for _, plan := range document.Results {
			failures = append(failures, MapText(w, plan, Options{Quiet: true}), MapText(w, plan, Options{Quiet: true, Width: 60}))
		}
		return errors.Join(failures...)
	}))
	text := render(t, func(w io.Writer) error { return JSON(w, document) })
	testutil.ValidateJSON(t, result.SchemaMap, text)
	golden(t, "map.json", text)
	golden(t, "map.csv", render(t, func(w io.Writer) error { return MapCSV(w, document) }))
	golden(t, "map.md", render(t, func(w io.Writer) error { return MapMarkdown(w, document, Options{}) }))
	golden(t, "map.svg", render(t, func(w io.Writer) error { return MapSVG(w, document.Results[0]) }))
}

func TestRulesGoldens(t *testing.T) {
	document := sampleRules()
	golden(t, "rules.txt", render(t, func(w io.Writer) error { return RulesText(w, document.Results, Options{}) }))
	golden(t, "rule.txt", render(t, func(w io.Writer) error { return RulePageText(w, document.Results[0], Options{Width: 70}) }))
	golden(t, "rules.md", render(t, func(w io.Writer) error { return RulesMarkdown(w, document.Results) }))
	text := render(t, func(w io.Writer) error { return JSON(w, document) })
	testutil.ValidateJSON(t, result.SchemaRules, text)
}

func TestTrimGoldens(t *testing.T) {
	document := result.NewDocument[result.Trim](result.SchemaTrim, "0.1.0")
	document.Results = append(document.Results, trimmed())
	golden(t, "trim.txt", render(t, func(w io.Writer) error { return TrimText(w, trimmed(), Options{}) }))
	testutil.ValidateJSON(t, result.SchemaTrim, render(t, func(w io.Writer) error { return JSON(w, document) }))
}

// wellFormed reads a document as XML and returns the names of its elements.
func wellFormed(t testing.TB, document []byte) map[string]int {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(document))
	names := map[string]int{}
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return names
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, document)
		}
		if element, ok := token.(xml.StartElement); ok {
			names[element.Name.Local]++
			for _, attribute := range element.Attr {
				within := attribute.Name.Local == "href" && strings.HasPrefix(attribute.Value, "#plan-") // of the page itself
				if strings.HasPrefix(attribute.Name.Local, "on") || attribute.Name.Local == "href" && !within || attribute.Name.Local == "src" || element.Name.Local == "td" && attribute.Name.Local == "style" {
					t.Fatalf("attribute %s of %s", attribute.Name.Local, element.Name.Local)
				}
			}
		}
	}
}
