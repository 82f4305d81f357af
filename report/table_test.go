package report

import (
	"github.com/planlint/planlint/internal/result"
	"os"
	"testing"
)

func TestX(t *testing.T) {
	all := []result.Scan{paddedScan(), cleanScan(), suspectScan(), damagedScan(), hostileScan()}
	d := result.NewDocument[result.Scan](result.SchemaScan, "dev")
	d.Results = all
	d.Errors = []result.Error{{File: "x", Kind: "empty", Message: "0 bytes"}, {File: "cut.plan", Kind: "truncated", Message: "1 byte missing"}}
	ScanCSV(os.Stdout, d)
	ScanMarkdown(os.Stdout, d, Options{})
	f, _ := os.Create("/tmp/R-scan.md")
	ScanMarkdown(f, d, Options{})
}
