package container

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"
)

const (
	// enoughPairs is how many CR LF pairs without a single lone LF prove a conversion. In a plan's code and
	// weights one LF in 256 follows a CR by chance, so three in a row happen once in 16 million plans.
	enoughPairs = 3
	// enoughLoneLF is how many LF without a single CR LF suggest the opposite conversion: by chance a
	// plan this long has none with a probability of e^-8.
	enoughLoneLF = 8 * 256
)

var (
	lf          = []byte("\n")
	crlf        = []byte("\r\n")
	replacement = []byte(string(utf8.RuneError))
)

// textMode explains a plan whose size or table does not fit by what a transfer in text mode does to
// bytes. It returns nil if nothing of that kind is there. The facts that go with the error are those of
// the plan before the damage, as far as that can be undone.
func textMode(r io.ReaderAt, c *Container, family Family) (damage, err error) {
	head, err := readHead(r, c.Size, maxWindow)
	if err != nil {
		return nil, fmt.Errorf("reading the header: %w", err)
	}
	if n := bytes.Count(head, replacement); n >= enoughPairs && utf8.Valid(cutRune(head)) {
		return damaged(nil, "bytes that are no UTF-8 text were replaced (U+FFFD %d times in the first %s): "+
			"the plan was read or stored as text; copy or build it again in binary mode", n, byteCount(uint64(len(head)))), nil
	}
	if text := cutRune(head); utf8.Valid(text) && len(text)-utf8.RuneCount(text) >= enoughPairs {
		before, _ := examine(latin1(text), family, c.Size) // it fits only if all of the file was read
		return damaged(before, "the bytes from 80 hex on have become the UTF-8 of those characters (%s more in the first %s): "+
			"the plan was read or stored as text; copy it again in binary mode", byteCount(uint64(len(text)-utf8.RuneCount(text))),
			byteCount(uint64(len(head)))), nil
	}
	pairs := bytes.Count(head, crlf)
	lone := bytes.Count(head, lf) - pairs
	if lone == 0 && pairs > 0 {
		before, problem := examine(bytes.ReplaceAll(head, crlf, lf), family, c.Size)
		fits := problem == nil && c.Size == int64(len(head)) && c.Size-int64(before.declared) == int64(pairs)
		if pairs >= enoughPairs || fits {
			return damaged(before, "every LF byte has become CR LF (%d in the first %s): "+
				"the plan went through a transfer or a checkout in text mode; copy it again in binary mode",
				pairs, byteCount(uint64(len(head)))), nil
		}
	}
	if pairs == 0 && lone >= enoughLoneLF && c.declared > uint64(c.Size) && c.Size > tagSize {
		var last [tagSize]byte
		if err := readFull(r, last[:], c.Size-tagSize); err != nil {
			return nil, fmt.Errorf("reading the end tag: %w", err)
		}
		if last == outerEndTag() {
			return damaged(c, "%s missing although the end tag is there, and no CR LF is left: CR LF has probably become LF "+
				"in a transfer in text mode; copy it again in binary mode", isAre(c.declared-uint64(c.Size))), nil
		}
	}
	return nil, nil
}

// latin1 turns characters back into the bytes that they were written for.
func latin1(text []byte) []byte {
	back := make([]byte, 0, len(text))
	for _, character := range string(text) {
		back = append(back, byte(character))
	}
	return back
}

// cutRune drops a rune that the end of a window cut in two.
func cutRune(b []byte) []byte {
	for i := 1; i <= min(utf8.UTFMax, len(b)); i++ {
		if start := b[len(b)-i]; utf8.RuneStart(start) {
			if !utf8.FullRune(b[len(b)-i:]) {
				return b[:len(b)-i]
			}
			break
		}
	}
	return b
}
