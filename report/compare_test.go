package report

import (
	"errors"
	"io"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

func TestCompareGoldens(t *testing.T) {
	document := compareDocument(paddedCompare(), namesCompare(), savedCompare(), attackedCompare(hostileName))
	for name, options := range map[string]Options{
		"compare.txt": {}, "compare_verbose.txt": {Verbose: true}, "compare_narrow.txt": {Width: 60}, "compare_color.txt": {Color: true}, "compare_quiet.txt": {Quiet: true},
	} {
		golden(t, name, render(t, func(w io.Writer) error {
			var failures []error
			for _, c := range document.Results {
				failures = append(failures, CompareText(w, c, options))
			}
			return errors.Join(failures...)
		}))
	}
	valid := compareDocument(paddedCompare(), namesCompare(), savedCompare())
	text := render(t, func(w io.Writer) error { return JSON(w, valid) })
	testutil.ValidateJSON(t, result.SchemaCompare, text)
	golden(t, "compare.json", text)
	document.Errors = []result.Error{{File: "=cut.plan", Kind: result.KindTruncated, Message: "1 byte is missing"}}
	golden(t, "compare.csv", render(t, func(w io.Writer) error { return CompareCSV(w, document) }))
	golden(t, "compare.md", render(t, func(w io.Writer) error { return CompareMarkdown(w, document, Options{}) }))
}

func TestPercentText(t *testing.T) {
	for _, test := range []struct {
		change, of int64
		want       string
	}{
		{1, 2, "+50.00 %"}, {-1, 2, "-50.00 %"}, {1, 1_000_000, "<+0.01 %"}, {-1, 1_000_000, ">-0.01 %"}, {-999_999, 1_000_000, ">-99.99 %"}, {-5, 5, "-100.00 %"}, {15, 5, "+300.00 %"},
	} {
		if got := percentText(test.change, test.of); got != test.want {
			t.Errorf("%d of %d: %s, want %s", test.change, test.of, got, test.want)
		}
	}
}
