package inspect

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// open reads a list; what is none is passed over.
func (l *reader) open(element func() error) error {
	open, err := l.token()
	if err != nil {
		return err
	}
	if open == json.Delim('[') {
		return l.list(element)
	}
	return l.skipFrom(open)
}

// list reads elements up to the end of a list.
func (l *reader) list(element func() error) error {
	for l.decoder.More() {
		l.mender.restart()
		if err := element(); err != nil {
			return err
		}
		if l.kept > maxKept {
			return fmt.Errorf("more than %d MiB of layers: %w", maxKept>>20, errTooLarge)
		}
	}
	_, err := l.token()
	return err
}

// token reads a token of a value of its own.
func (l *reader) token() (json.Token, error) {
	l.mender.restart()
	return l.decoder.Token()
}

// skip passes over a value of any size.
func (l *reader) skip() error {
	open, err := l.token()
	if err != nil {
		return err
	}
	return l.skipFrom(open)
}

// skipFrom passes over the rest of a value that starts with a token.
func (l *reader) skipFrom(open json.Token) error {
	depth := 0
	for token := open; ; {
		switch token {
		case json.Delim('['), json.Delim('{'):
			depth++
		case json.Delim(']'), json.Delim('}'):
			depth--
		}
		switch {
		case depth == 0:
			return nil
		case depth > maxDepth:
			return fmt.Errorf("more than %d values inside each other: %w", maxDepth, errTooLarge)
		}
		var err error
		if token, err = l.token(); err != nil {
			return err
		}
	}
}

// errMore says that a text goes on where it should end.
var errMore = errors.New("something follows")

// atEnd returns an error unless all of a text was read.
func atEnd(decoder *json.Decoder) error {
	_, err := decoder.Token()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err == nil:
		return errMore
	}
	return err
}
