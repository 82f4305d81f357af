package report

import (
	"bytes"
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
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(document); err != nil {
		return fmt.Errorf("writing %s as JSON: %w", document.Schema, err)
	}
	return write(w, escapeJSON(buffer.Bytes()))
}

// escapeJSON replaces what is not printable by \u escapes. In JSON such characters occur only inside
// strings, where the two mean the same.
func escapeJSON(document []byte) string {
	out := make([]byte, 0, len(document))
	for at := 0; at < len(document); {
		character, size := utf8.DecodeRune(document[at:])
		switch {
		case character == '\n' || printable(character) || character == utf8.RuneError:
			out = append(out, document[at:at+size]...)
		case character > 0xffff:
			high, low := utf16.EncodeRune(character)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, character)
		}
		at += size
	}
	return string(out)
}

func write(w io.Writer, text string) error {
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}
