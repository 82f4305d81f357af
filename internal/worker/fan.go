package worker

import (
	"io"
	"sync"
	"sync/atomic"
)

const (
	// blockSize is how many bytes of data are handed on at a time.
	blockSize = 256 << 10
	// blocks is how many of them may be on their way between the pipe and those who take them.
	blocks = 8
)

// fan hands data on to several writers, each in a goroutine of its own, so that none of them costs the time
// of another one: the file is written while its zeros are counted and the next bytes are read.
type fan struct {
	free   chan *block
	queues []chan *block
	// failed is closed with the first error, and the writers take nothing more.
	failed chan struct{}
	once   sync.Once
	err    error
	work   sync.WaitGroup
}

// block is a piece of the data that several writers read.
type block struct {
	data  []byte
	users atomic.Int32
}

func newFan(writers ...io.Writer) *fan {
	f := &fan{free: make(chan *block, blocks), failed: make(chan struct{})}
	for range blocks {
		f.free <- &block{} // the memory comes when it is needed
	}
	for _, w := range writers {
		queue := make(chan *block, blocks)
		f.queues = append(f.queues, queue)
		f.work.Go(func() { f.feed(w, queue) })
	}
	return f
}

// take returns a block of blockSize bytes to fill, once there is one.
func (f *fan) take() *block {
	b := <-f.free
	if b.data == nil {
		b.data = make([]byte, blockSize)
	}
	b.data = b.data[:blockSize]
	return b
}

// give hands the first n bytes of a block on. It is not to be used any more. The error is that of a writer.
func (f *fan) give(b *block, n int) error {
	b.data = b.data[:n]
	b.users.Store(int32(len(f.queues)))
	if len(f.queues) == 0 {
		f.free <- b
	}
	for _, queue := range f.queues {
		queue <- b // never waits: as much room as blocks
	}
	select {
	case <-f.failed:
		return f.err
	default:
		return nil
	}
}

func (f *fan) feed(w io.Writer, queue <-chan *block) {
	for b := range queue {
		select {
		case <-f.failed:
		default:
			if _, err := w.Write(b.data); err != nil {
				f.once.Do(func() {
					f.err = &sinkError{err}
					close(f.failed)
				})
			}
		}
		if b.users.Add(-1) == 0 {
			f.free <- b
		}
	}
}

// close waits until the writers have taken everything. The error is that of the first one that failed. No fan
// has taken everything.
func (f *fan) close() error {
	if f == nil {
		return nil
	}
	for _, queue := range f.queues {
		close(queue)
	}
	f.work.Wait()
	return f.err
}

// sinkError is an error of the parent's own: the data could not be written or scanned.
type sinkError struct{ error }

func (e *sinkError) Unwrap() error { return e.error }
