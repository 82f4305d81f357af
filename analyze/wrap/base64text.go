package wrap

import (
	"bytes"
	"fmt"
	"io"
)

// base64Text is base64 text in lines of equal length, or in one line. Character i stands at a place that
// can be computed, so that the text need not be read up to there.
type base64Text struct {
	reader io.ReaderAt
	// offset is where the text starts in reader, and origin where reader starts in the file.
	offset, origin int64
	chars          int64
	// line is the number of characters in a line, breaks that of the characters between lines.
	// Both are 0 for text in one line.
	line, breaks int64
}

// maxBase64Line is how far the first line break is looked for.
const maxBase64Line = 64 << 10

// newBase64Text takes a whole file as base64 text.
func newBase64Text(s source) (base64Text, error) {
	text := base64Text{reader: s.reader, origin: s.offset}
	end, err := trimmedEnd(s)
	if err != nil {
		return text, err
	}
	first, err := readAt(s.reader, 0, min(maxBase64Line, end))
	if err != nil {
		return text, fmt.Errorf("read the first line of base64 text: %w", err)
	}
	line := bytes.IndexAny(first, "\r\n")
	if line <= 0 {
		text.chars = end
		return text, nil
	}
	text.line, text.breaks = int64(line), 1
	if first[line] == '\r' && line+1 < len(first) && first[line+1] == '\n' {
		text.breaks = 2
	}
	whole, last := end/(text.line+text.breaks), end%(text.line+text.breaks)
	if last == 0 || last > text.line {
		return text, damaged("base64 text: its last line is longer than the %d characters of the first", text.line)
	}
	text.chars = whole*text.line + last
	return text, nil
}

// trimmedEnd returns where the text of a file ends, without the white space behind it.
func trimmedEnd(s source) (int64, error) {
	tail := min(headSize, s.size)
	last, err := readAt(s.reader, s.size-tail, tail)
	if err != nil {
		return 0, fmt.Errorf("read the end of base64 text: %w", err)
	}
	return s.size - tail + int64(len(bytes.TrimRight(last, "\r\n\t \x00"))), nil
}

// place returns where a character stands in the file.
func (t base64Text) place(char int64) int64 {
	return t.origin + t.position(char)
}

func (t base64Text) position(char int64) int64 {
	if t.line == 0 {
		return t.offset + char
	}
	return t.offset + char + char/t.line*t.breaks
}

// read fills chars with the characters from first on. Characters between the lines must be line breaks.
func (t base64Text) read(chars []byte, first int64) error {
	if len(chars) == 0 {
		return nil
	}
	start := t.position(first)
	raw := chars
	if t.line != 0 {
		raw = make([]byte, t.position(first+int64(len(chars))-1)+1-start)
	}
	if n, err := t.reader.ReadAt(raw, start); n < len(raw) {
		return fmt.Errorf("read base64 text at byte %d: %w", t.origin+start+int64(n), orUnexpectedEOF(err))
	}
	if t.line == 0 {
		return nil
	}
	for done := 0; done < len(chars); {
		n := min(int(t.line-(first+int64(done))%t.line), len(chars)-done)
		copy(chars[done:], raw[:n])
		done += n
		raw = raw[n:]
		if done == len(chars) {
			break
		}
		if gap := raw[:t.breaks]; len(bytes.Trim(gap, "\r\n")) != 0 {
			return damaged("base64 text: a line of another length behind byte %d", t.place(first+int64(done)-1))
		}
		raw = raw[t.breaks:]
	}
	return nil
}

// withoutPadding returns the number of characters without the one or two = at the end. It reads the
// character before them too, so that what lies between is looked at where a line starts with the padding.
func (t base64Text) withoutPadding() (int64, error) {
	last := make([]byte, min(3, t.chars))
	if err := t.read(last, t.chars-int64(len(last))); err != nil {
		return 0, err
	}
	return t.chars - int64(len(last)-len(bytes.TrimRight(last, "="))), nil
}
