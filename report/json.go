package report

import (
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/planlint/planlint/internal/result"
)

// JSON writes a document indented and with a newline at its end. The same document always gives the same
// bytes. Characters that a terminal would act on, or not show, are written as \u escapes, so that a
// document is safe to look at and still means the same; bytes that are no UTF-8 become U+FFFD.
func JSON[R any](w io.Writer, document result.Document[R]) error {
	encoder := json.NewEncoder(jsonEscaper{w})
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(document); err != nil {
		return fmt.Errorf("writing %s as JSON: %w", document.Schema, err)
	}
	return nil
}

// jsonEscaper replaces what is not printable by \u escapes. In JSON such characters occur only inside
// strings, where the two mean the same. It takes whole documents, and makes no copy of them.
type jsonEscaper struct{ w io.Writer }

// Write writes a document.
func (e jsonEscaper) Write(document []byte) (int, error) {
	written := 0
	for at := 0; at < len(document); {
		character, size := utf8.DecodeRune(document[at:])
		if character != '\n' && character != utf8.RuneError && !printable(character) {
			if _, err := e.w.Write(document[written:at]); err != nil {
				return written, err
			}
			if _, err := io.WriteString(e.w, jsonEscape(character)); err != nil {
				return at, err
			}
			written = at + size
		}
		at += size
	}
	_, err := e.w.Write(document[written:])
	return len(document), err
}

func jsonEscape(character rune) string {
	if character > 0xffff {
		high, low := utf16.EncodeRune(character)
		return fmt.Sprintf(`\u%04x\u%04x`, high, low)
	}
	return fmt.Sprintf(`\u%04x`, character)
}

func write(w io.Writer, text string) error {
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}
