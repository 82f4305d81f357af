package worker

import (
	"errors"
	"fmt"
	"io"
)

// receive hands a plan from its pipe on, frame by frame, up to the end frame, and returns its size in bytes.
func receive(plan io.Reader, to *fan, dog *watchdog) (int64, error) {
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
			n, err := receiveBlock(plan, to, min(length, blockSize), dog)
			size += n
			length -= n
			if err != nil {
				return size, err
			}
		}
	}
}

// receiveBlock hands on length bytes, at most a block, or as many as there are.
func receiveBlock(plan io.Reader, to *fan, length int64, dog *watchdog) (int64, error) {
	dog.pause() // while all blocks wait for the disk nothing can be heard
	b := to.take()
	dog.resume()
	n := 0
	var err error
	for n < int(length) && err == nil {
		var got int
		got, err = plan.Read(b.data[n:length])
		n += got
		dog.touch()
	}
	if err != nil && n < int(length) {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
	} else {
		err = nil
	}
	if sink := to.give(b, n); sink != nil {
		return int64(n), sink
	}
	return int64(n), err
}
