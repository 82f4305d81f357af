package wrap

import (
	"bufio"
	"io"
)

// latin1 turns UTF-8 text of the characters 0 to 255 into one byte for each. Python's pickle protocol 2,
// which torch.save uses, has no opcode for bytes and writes them as such text.
type latin1 struct {
	in *bufio.Reader
	at int64
}

func newLatin1(r io.Reader) *latin1 { return &latin1{in: bufio.NewReaderSize(r, 64<<10)} }

func (l *latin1) Read(p []byte) (int, error) {
	for done := range p {
		c, err := l.next()
		if err != nil {
			return done, err
		}
		p[done] = c
	}
	return len(p), nil
}

func (l *latin1) next() (byte, error) {
	c, err := l.in.ReadByte()
	if err != nil {
		return 0, err
	}
	l.at++
	if c < 0x80 {
		return c, nil
	}
	low, err := l.in.ReadByte()
	if err != nil && err != io.EOF {
		return 0, err
	}
	if err == io.EOF || c != 0xc2 && c != 0xc3 || low&0xc0 != 0x80 {
		return 0, damaged("pickle: byte %d of the plan's text is no character from 0 to 255", l.at-1)
	}
	l.at++
	return c<<6 | low&0x3f, nil
}
