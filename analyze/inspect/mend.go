package inspect

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// mender reads what TensorRT prints as JSON and hands on well-formed JSON that means the same. It mends
//
//   - control characters in text: TensorRT 8.6 puts 0x1e and 0x1f between the nodes of a layer,
//   - quotes and backslashes in names, which TensorRT prints as they are,
//   - nan and inf, which become null, and numbers such as "1." and "+1",
//   - commas before the end of a list.
//
// What is well-formed keeps its meaning. All else is left for the decoder to refuse.
type mender struct {
	source *bufio.Reader
	ready  []byte // mended, not handed on
	failed error

	inText bool
	last   byte // the last character outside of text that is no space
	comma  bool // a comma waits for what follows it
	left   int  // how many bytes the value that is read may still have
}

func newMender(r io.Reader) *mender {
	m := &mender{source: bufio.NewReaderSize(r, 64<<10), left: maxValue}
	if mark, _ := m.source.Peek(3); string(mark) == "\xef\xbb\xbf" { // some editors put it there
		_, _ = m.source.Discard(len(mark)) // it was peeked at
	}
	return m
}

// restart begins another value, with a length of its own.
func (m *mender) restart() { m.left = maxValue }

// Read hands on mended bytes.
func (m *mender) Read(p []byte) (int, error) {
	for len(m.ready) < min(len(p), 512) && m.failed == nil {
		m.failed = m.step()
	}
	if len(m.ready) == 0 && m.failed != nil {
		return 0, m.failed
	}
	n := copy(p, m.ready)
	m.ready = append(m.ready[:0], m.ready[n:]...)
	return n, nil
}

// step mends a character, or what belongs together.
func (m *mender) step() error {
	c, err := m.next()
	switch {
	case err != nil:
		return err
	case m.inText:
		m.text(c)
	case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0: // a text in C ends with a 0
		m.ready = append(m.ready, ' ')
	case c == ',':
		m.comma = true
	default:
		m.value(c)
	}
	return nil
}

// next takes a byte of the value that is read.
func (m *mender) next() (byte, error) {
	if m.left--; m.left < 0 {
		return 0, fmt.Errorf("a value of more than %d bytes: %w", maxValue, errTooLarge)
	}
	return m.source.ReadByte()
}

// value is a character outside of text that is neither space nor a comma.
func (m *mender) value(c byte) {
	if m.comma && c != ']' && c != '}' && m.last != '[' && m.last != '{' && m.last != 0 {
		m.ready = append(m.ready, ',')
	}
	m.comma, m.last = false, c
	switch {
	case c == '"':
		m.inText = true
	case isWord(c):
		m.word(c)
		return
	}
	m.ready = append(m.ready, c)
}

// text is a character inside of text.
func (m *mender) text(c byte) {
	switch {
	case c == '\\' && !m.escapes():
		m.ready = append(m.ready, '\\', '\\')
	case c == '\\':
		m.ready = append(m.ready, c)
		if c, err := m.next(); err == nil { // it was peeked at
			m.ready = append(m.ready, c)
		}
	case c == '"' && !m.ends():
		m.ready = append(m.ready, '\\', '"')
	case c == '"':
		m.inText = false
		m.ready = append(m.ready, c)
	case c < ' ':
		m.ready = fmt.Appendf(m.ready, `\u%04x`, c)
	default:
		m.ready = append(m.ready, c)
	}
}

// escapes tells whether a backslash and what follows it stand for a character, as JSON has it.
func (m *mender) escapes() bool {
	following, _ := m.source.Peek(5)
	switch {
	case len(following) == 0:
		return false
	case following[0] == 'u':
		return len(following) == 5 && strings.Trim(string(following[1:]), "0123456789abcdefABCDEF") == ""
	}
	return strings.IndexByte(`"\/bfnrt`, following[0]) >= 0
}

// ends tells whether a quote ends the text: then comes what can follow a text in JSON. A quote in a name is
// followed by something else, unless the name is made to look like it.
func (m *mender) ends() bool {
	const far = 256
	for n := 1; n <= far; n++ {
		following, _ := m.source.Peek(n)
		if len(following) < n {
			return true
		}
		if c := following[n-1]; !unicode.IsSpace(rune(c)) {
			return strings.IndexByte(",:]}", c) >= 0
		}
	}
	return true
}

func isWord(c byte) bool {
	return c == '+' || c == '-' || c == '.' || c == '#' || c == '_' || c >= 0x80 ||
		'0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// word reads the rest of a number, or of a word outside of text, and makes a number of it that JSON has.
func (m *mender) word(first byte) {
	const longest = 64
	word := []byte{first}
	for len(word) < longest {
		following, _ := m.source.Peek(1)
		if len(following) == 0 || !isWord(following[0]) && following[0] != '(' && following[0] != ')' {
			break
		}
		c, err := m.next()
		if err != nil {
			break // the next step meets it again
		}
		word = append(word, c)
	}
	m.ready = append(m.ready, number(string(word))...)
}

// number spells a number as JSON does. What C++ prints for one that is none, such as -nan, nan(ind), inf and
// 1.#QNAN, is null.
func number(word string) string {
	if json.Valid([]byte(word)) {
		return word
	}
	bare := strings.ToLower(strings.TrimLeft(word, "+-"))
	for _, none := range []string{"nan", "inf", "1.#"} {
		if strings.HasPrefix(bare, none) {
			return "null"
		}
	}
	if value, err := strconv.ParseFloat(word, 64); err == nil && !math.IsInf(value, 0) {
		return strconv.FormatFloat(value, 'g', -1, 64)
	}
	return word
}
