package worker

import (
	"errors"
	"fmt"
	"io"
)

// pieceSize is how much of a plan is in memory at a time, in bytes.
const pieceSize = 256 << 10

// receive copies a plan from its pipe, frame by frame, up to the end frame, and returns its size in bytes.
func receive(plan io.Reader, to io.Writer, dog *watchdog) (int64, error) {
	buffer := make([]byte, pieceSize)
	var size int64
	for {
		kind, length, err := readHeader(plan)
		if err != nil {
			return size, err
		}
		dog.touch()
		switch {
		case kind == frameEnd && length == 0:
			return size, nil
		case kind != framePlan:
			return size, fmt.Errorf("%w: a frame of type %q on the plan's pipe", errProtocol, kind)
		}
		for length > 0 {
			n, err := plan.Read(buffer[:min(length, pieceSize)])
			if n > 0 {
				if err := write(to, buffer[:n], dog); err != nil {
					return size, err
				}
				size += int64(n)
				length -= int64(n)
			}
			if err != nil && length > 0 {
				if errors.Is(err, io.EOF) {
					err = io.ErrUnexpectedEOF
				}
				return size, err
			}
		}
	}
}

// sinkError is an error of the parent's own: the plan could not be written or scanned.
type sinkError struct{ error }

func (e *sinkError) Unwrap() error { return e.error }

func write(to io.Writer, data []byte, dog *watchdog) error {
	dog.pause()
	defer dog.resume()
	if _, err := to.Write(data); err != nil {
		return &sinkError{err}
	}
	return nil
}
