package worker

import (
	"errors"
	"fmt"
	"io"
)

// maxCache is the largest timing cache, in bytes; real ones have a few megabytes.
const maxCache = 1 << 30

// receive hands data from their pipe on, frame by frame, up to the end frame, and returns their size in bytes
// when all of them have been taken. It waits for their destination when the first of them have come; without
// one there may be none. A timing cache behind them does not count.
func receive(data io.Reader, to <-chan destination, dog *watchdog) (size int64, err error) {
	var d destination
	var f *fan
	var cached int64
	defer func() {
		dog.pause()
		if sink := f.close(); err == nil {
			err = sink
		}
		dog.resume()
	}()
	for {
		kind, length, err := readHeader(data)
		if err != nil {
			return size, err
		}
		dog.touch()
		switch {
		case kind == frameEnd && length == 0:
			return size, nil
		case kind == frameCache && d.cache != nil && length <= maxCache-cached:
			if err := receiveCache(data, d.cache, length, dog); err != nil {
				return size, err
			}
			cached += length
			continue
		case kind != frameData || cached > 0:
			return size, fmt.Errorf("%w: a frame of type %q on the data's pipe", errProtocol, kind)
		}
		if f == nil {
			d = <-to
			f = newFan(d.writers...)
		}
		if length > d.limit-size {
			return size, fmt.Errorf("%w: more than %d bytes of data", errProtocol, d.limit)
		}
		for length > 0 {
			n, err := receiveBlock(data, f, min(length, blockSize), dog)
			size += n
			length -= n
			if err != nil {
				return size, err
			}
		}
	}
}

// receiveBlock hands on length bytes, at most a block, or as many as there are.
func receiveBlock(data io.Reader, to *fan, length int64, dog *watchdog) (int64, error) {
	dog.pause() // while all blocks wait for the disk nothing can be heard
	b := to.take()
	dog.resume()
	n := 0
	var err error
	for n < int(length) && err == nil {
		var got int
		got, err = data.Read(b.data[n:length])
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

// receiveCache hands length bytes of a timing cache on.
func receiveCache(data io.Reader, to io.Writer, length int64, dog *watchdog) error {
	piece := make([]byte, length) // a frame at most
	if _, err := io.ReadFull(data, piece); err != nil {
		return io.ErrUnexpectedEOF
	}
	dog.pause()
	defer dog.resume()
	if _, err := to.Write(piece); err != nil {
		return &sinkError{err}
	}
	return nil
}
