package report

import (
	"errors"
	"io"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

func TestVerifyGoldens(t *testing.T) {
	document := verifyDocument(exactVerify(), differentVerify(), vacuousVerify(), unstableVerify(), attackedVerify(hostileName))
	for name, options := range map[string]Options{
		"verify.txt": {}, "verify_verbose.txt": {Verbose: true}, "verify_narrow.txt": {Width: 60}, "verify_color.txt": {Color: true}, "verify_quiet.txt": {Quiet: true},
	} {
		text := render(t, func(w io.Writer) error {
			var failures []error
			for _, v := range document.Results {
				failures = append(failures, VerifyText(w, v, options))
			}
			return errors.Join(failures...)
		})
		golden(t, name, text)
		if !options.Color {
			checkText(t, name, string(text), options.width())
		}
	}
	valid := verifyDocument(exactVerify(), differentVerify(), vacuousVerify(), unstableVerify())
	text := render(t, func(w io.Writer) error { return JSON(w, valid) })
	testutil.ValidateJSON(t, result.SchemaVerify, text)
	golden(t, "verify.json", text)
	document.Errors = []result.Error{{File: "=cut.plan", Kind: result.KindTruncated, Message: "1 byte is missing"}}
	golden(t, "verify.csv", render(t, func(w io.Writer) error { return VerifyCSV(w, document) }))
	golden(t, "verify.md", render(t, func(w io.Writer) error { return VerifyMarkdown(w, document, Options{}) }))
}
