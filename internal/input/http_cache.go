package input

import (
	"context"
	"io"
	"slices"
	"sync"
)

// cache keeps the windows that were read last. It is safe for concurrent use.
type cache struct {
	ctx   context.Context
	size  int64
	fetch fetch
	tasks sync.WaitGroup

	mu sync.Mutex
	// kept are the windows in order of use, the last one last.
	kept []*cached
	// free are buffers of innerWindow bytes that can be used again, so that memory does not grow with what
	// is read.
	free [][]byte
}

// fetch reads a window into a buffer of its size.
type fetch func(ctx context.Context, w window, into []byte) error

// cached is a window that is there, or on its way until ready is closed.
type cached struct {
	window
	ready chan struct{}
	data  []byte
	err   error
	// users are the readers, and the fetch while it lasts. Without users a window that is not kept any
	// more gives its buffer back.
	users int
	kept  bool
}

func newCache(ctx context.Context, size int64, fetch fetch) *cache {
	return &cache{ctx: ctx, size: size, fetch: fetch}
}

// readAt is io.ReaderAt's.
func (c *cache) readAt(p []byte, offset int64) (int, error) {
	done := 0
	for done < len(p) {
		at := offset + int64(done)
		if at >= c.size {
			return done, io.EOF
		}
		n, err := c.read(p[done:], at)
		done += n
		if err != nil {
			return done, err
		}
	}
	return done, nil
}

// read reads what one window holds.
func (c *cache) read(p []byte, at int64) (int, error) {
	entry := c.get(windowAt(at, c.size))
	defer c.release(entry)
	select {
	case <-entry.ready:
	case <-c.ctx.Done():
		return 0, c.ctx.Err()
	}
	if entry.err != nil {
		return 0, entry.err
	}
	return copy(p, entry.data[at-entry.start:]), nil
}

// get returns a window for a reader, and starts those behind it if the one before it was read.
func (c *cache) get(w window) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	inOrder := w.start > 0 && slices.ContainsFunc(c.kept, func(k *cached) bool { return k.end == w.start })
	entry := c.touch(w)
	entry.users++
	next := w
	for range windowsAhead {
		if !inOrder || next.end >= c.size {
			break
		}
		next = windowAt(next.end, c.size)
		c.touch(next)
	}
	return entry
}

// touch makes a window the one used last, and starts to fetch it if it is not there.
func (c *cache) touch(w window) *cached {
	for i, k := range c.kept {
		if k.window == w {
			c.kept = append(slices.Delete(c.kept, i, i+1), k)
			return k
		}
	}
	entry := &cached{window: w, ready: make(chan struct{}), data: c.buffer()[:w.end-w.start], users: 1}
	c.keep(entry)
	c.tasks.Go(func() {
		entry.err = c.fetch(c.ctx, w, entry.data)
		close(entry.ready)
		if entry.err != nil {
			c.drop(entry)
		}
		c.release(entry)
	})
	return entry
}

// put adds a window that was read already.
func (c *cache) put(w window, data []byte) {
	entry := &cached{window: w, ready: make(chan struct{}), data: data}
	close(entry.ready)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keep(entry)
}

func (c *cache) keep(entry *cached) {
	entry.kept = true
	c.kept = append(c.kept, entry)
	if len(c.kept) > windowsKept {
		oldest := c.kept[0]
		c.kept = slices.Delete(c.kept, 0, 1)
		oldest.kept = false
		c.recycle(oldest)
	}
}

// drop forgets a window that could not be fetched, so that it is tried again.
func (c *cache) drop(entry *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	entry.kept = false
	c.kept = slices.DeleteFunc(c.kept, func(k *cached) bool { return k == entry })
}

func (c *cache) release(entry *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	entry.users--
	c.recycle(entry)
}

// recycle takes the buffer of a window that nobody needs.
func (c *cache) recycle(entry *cached) {
	if entry.users == 0 && !entry.kept && cap(entry.data) == innerWindow {
		c.free = append(c.free, entry.data[:innerWindow])
		entry.data = nil
	}
}

func (c *cache) buffer() []byte {
	if last := len(c.free) - 1; last >= 0 {
		buffer := c.free[last]
		c.free = c.free[:last]
		return buffer
	}
	return make([]byte, innerWindow)
}

func (c *cache) wait() { c.tasks.Wait() }
