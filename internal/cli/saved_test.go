package cli

import (
	"errors"
	"io"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// A saved document can be of any program: what nothing that prints results expects is refused, not a crash.
func TestPrintable(t *testing.T) {
	broken := view[result.Scan]{command: "scan", text: func(_ io.Writer, r result.Scan, _ report.Options) error {
		_ = r.Kernels[len(r.Kernels)] // an index that is out of range
		return nil
	}}
	document := result.NewDocument[result.Scan](result.SchemaScan, "")
	document.Results = append(document.Results, result.Scan{})
	var bad *savedError
	if err := printable(broken, report.Text, document, report.Options{}); !errors.As(err, &bad) {
		t.Errorf("a crash became %v", err)
	}
	if err := printable(scanView(), report.Text, document, report.Options{}); err != nil {
		t.Errorf("an empty result: %v", err)
	}
}
