package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/bugreport"
	"github.com/planlint/planlint/internal/redact"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// FuzzReportSaved makes reports of documents that planlint did not write: each is refused, or its report can be printed.
func FuzzReportSaved(f *testing.F) {
	for _, name := range []string{"explain.json", "scan.json", "compare.json"} {
		text := readTestdata(f, name)
		var document map[string]any
		if err := json.Unmarshal(text, &document); err != nil {
			f.Fatal(err)
		}
		results, _ := document["results"].([]any)
		for _, one := range results { // a report is of one
			document["results"] = []any{one}
			seed, err := json.Marshal(document)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(seed)
		}
	}
	f.Add([]byte(`{"schema":"planlint/explain/v1","results":[{"zeros":{"runs":[{"length":5,"explained":[{"group":9}]}]},"groups":[]}]}`))
	f.Add([]byte(`{"schema":"planlint/scan/v1","results":[{"verdict":"padded"}]}`))
	f.Add([]byte(`{"schema":"planlint/compare/v1","results":[{}]}`))
	f.Add([]byte("\xef\xbb\xbf{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var e bugreport.Evidence
		if err := e.Read(text); err != nil {
			return
		}
		e.Costs = bugreport.Costs{Fleet: 3, Bandwidth: 1 << 20, Disk: 1 << 30}
		for _, anonymous := range []bool{false, true} {
			made, err := bugreport.Compose(e, redact.New(machineOfVera("/"), anonymous))
			if err != nil {
				t.Fatal(err)
			}
			if strings.ContainsAny(made.Title, "\n") {
				t.Errorf("title %q", made.Title)
			}
			document := result.NewDocument[result.Report](result.SchemaReport, "1")
			document.Results = append(document.Results, made)
			if err := report.ReportMarkdown(io.Discard, document); err != nil {
				t.Fatal(err)
			}
			if err := report.JSON(&bytes.Buffer{}, document); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// FuzzReportOthers reads documents of settings, fixes, builds and machines.
func FuzzReportOthers(f *testing.F) {
	f.Add([]byte(`{"schema":"planlint/build/v1","results":[{"plans":[{"size":1}],"failure":{"message":"m"}}]}`))
	f.Add([]byte(`{"schema":"planlint/sweep/v1","results":[{"plans":[{"setting":"x","size":1}]}]}`))
	f.Add([]byte(`{"schema":"planlint/fix/v1","results":[{"moves":[{}],"proof":{"checks":[{}],"plans":{}}}]}`))
	f.Add([]byte(`{"schema":"planlint/doctor/v1","results":[{}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		rows, _ := bugreport.ReadSettings(text)
		fix, _ := bugreport.ReadFix(text)
		_, _ = bugreport.ReadDoctor(text)
		e := bugreport.Evidence{Sweep: rows, Fix: &fix}
		if built, err := bugreport.ReadBuild(text); err == nil {
			e.Build = &built
		}
		if _, err := bugreport.Compose(e, redact.New(redact.Machine{}, false)); err != nil {
			t.Fatal(err)
		}
	})
}

func readTestdata(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../report/testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}
