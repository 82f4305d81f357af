package wrap

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	"github.com/planlint/planlint/analyze/container"
)

// A group of 4 characters decodes to 3 bytes.
const (
	groupChars = 4
	groupBytes = 3
	// groupsAtOnce bounds the buffer of one read.
	groupsAtOnce = 16 << 10
)

// base64Tags are the starts of plans in base64: tag and a header version of 0.
func base64Tags() [][]byte { return [][]byte{[]byte("ZnRydAAAA"), []byte("dnRydAAAA")} }

// isBase64Plan tells a plan as base64 text by its first characters.
func isBase64Plan(head []byte) bool {
	var first [2 * groupBytes]byte
	if len(head) < 2*groupChars {
		return false
	}
	n, err := base64.StdEncoding.Decode(first[:], head[:2*groupChars])
	return err == nil && container.HasTag(first[:n])
}

// base64File reads a file that is a plan as base64 text, with or without line breaks.
func (f *finder) base64File(s source) ([]Plan, error) {
	text, err := newBase64Text(s)
	if err != nil {
		return nil, err
	}
	reader, err := newBase64Reader(text)
	if err != nil {
		return nil, err
	}
	return f.find(s.decoded("base64", reader, reader.size))
}

// base64Reader decodes base64 text where it is read.
type base64Reader struct {
	text base64Text
	// chars is the number of characters without the padding at the end.
	chars int64
	size  int64
}

func newBase64Reader(text base64Text) (*base64Reader, error) {
	chars, err := text.withoutPadding()
	if err != nil {
		return nil, err
	}
	rest := chars % groupChars
	if rest == 1 {
		return nil, cutOff("base64 text of %d characters: no whole number of bytes, so it was cut", chars)
	}
	size := chars / groupChars * groupBytes
	if rest > 1 {
		size += rest - 1
	}
	return &base64Reader{text, chars, size}, nil
}

func (b *base64Reader) ReadAt(p []byte, offset int64) (int, error) {
	if offset < 0 {
		return 0, fmt.Errorf("read base64 text at the negative offset %d", offset)
	}
	done := 0
	for done < len(p) && offset < b.size {
		decoded, err := b.decode(offset/groupBytes, len(p)-done)
		if err != nil {
			return done, err
		}
		n := copy(p[done:], decoded[offset%groupBytes:])
		done += n
		offset += int64(n)
	}
	if done < len(p) {
		return done, io.EOF
	}
	return done, nil
}

// decode returns the bytes from a group on, at least one group and about as many bytes as are wanted.
func (b *base64Reader) decode(group int64, want int) ([]byte, error) {
	groups := min(int64(want/groupBytes+2), groupsAtOnce)
	first := group * groupChars
	chars := make([]byte, min(groups*groupChars, b.chars-first))
	if err := b.text.read(chars, first); err != nil {
		return nil, err
	}
	n, err := base64.RawStdEncoding.Decode(chars, chars)
	var corrupt base64.CorruptInputError
	if errors.As(err, &corrupt) {
		at := b.text.place(first + int64(corrupt))
		return nil, damaged("base64 text: the character at byte %d is none of base64", at)
	}
	if whole := min(groups*groupBytes, b.size-group*groupBytes); int64(n) != whole {
		return nil, damaged("base64 text: a line break out of place behind byte %d", b.text.place(first))
	}
	return chars[:n], nil
}
