package input

import (
	"context"
	"io"
	"slices"
	"sync"
)

// The sizes of requests in bytes. The edges are small: what a plan is stands at its two ends.
const (
	edgeWindow   = 1 << 20
	innerWindow  = 4 << 20
	windowsAhead = 2 // requested before they are asked for, when the file is read in order
	windowsKept  = 5
)

// window is the bytes [start, end) of a file.
type window struct{ start, end int64 }

// windowAt is the window that holds a byte of a file.
func windowAt(offset, size int64) window {
	tail := max(size-edgeWindow, min(edgeWindow, size))
	switch {
	case offset < edgeWindow:
		return window{0, min(edgeWindow, size)}
	case offset >= tail:
		return window{tail, size}
	}
	start := offset / innerWindow * innerWindow
	return window{max(start, edgeWindow), min(start+innerWindow, tail)}
}

// cache keeps the windows that were read last. It is safe for concurrent use.
type cache struct {
	ctx   context.Context
	size  int64
	fetch func(context.Context, window) ([]byte, error)
	tasks sync.WaitGroup

	mu sync.Mutex
	// kept are the windows in order of use, the last one last.
	kept []*cached
}

// cached is a window that is there, or on its way until ready is closed.
type cached struct {
	window
	ready chan struct{}
	data  []byte
	err   error
}

func newCache(ctx context.Context, size int64, fetch func(context.Context, window) ([]byte, error)) *cache {
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
		entry := c.get(windowAt(at, c.size))
		select {
		case <-entry.ready:
		case <-c.ctx.Done():
			return done, c.ctx.Err()
		}
		if entry.err != nil {
			return done, entry.err
		}
		done += copy(p[done:], entry.data[at-entry.start:])
	}
	return done, nil
}

// get returns a window, and starts those behind it if the one before it was read.
func (c *cache) get(w window) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	inOrder := w.start > 0 && slices.ContainsFunc(c.kept, func(k *cached) bool { return k.end == w.start })
	next := w
	for range windowsAhead {
		if !inOrder || next.end >= c.size {
			break
		}
		next = windowAt(next.end, c.size)
		c.touch(next)
	}
	return c.touch(w)
}

// touch makes a window the one used last, and starts to fetch it if it is not there.
func (c *cache) touch(w window) *cached {
	for i, k := range c.kept {
		if k.window == w {
			c.kept = append(slices.Delete(c.kept, i, i+1), k)
			return k
		}
	}
	entry := &cached{window: w, ready: make(chan struct{})}
	c.keep(entry)
	c.tasks.Go(func() {
		entry.data, entry.err = c.fetch(c.ctx, w)
		close(entry.ready)
		if entry.err != nil {
			c.drop(entry)
		}
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
	c.kept = append(c.kept, entry)
	if extra := len(c.kept) - windowsKept; extra > 0 {
		c.kept = slices.Delete(c.kept, 0, extra)
	}
}

func (c *cache) drop(entry *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept = slices.DeleteFunc(c.kept, func(k *cached) bool { return k == entry })
}

func (c *cache) wait() { c.tasks.Wait() }
