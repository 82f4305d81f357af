package zerorun

import (
	"context"
	"fmt"
	"io"
	"sync"
)

// ScanReaderAt scans the first size bytes of r with Options.Workers
// goroutines. If r is a [DataSeeker], its holes are counted as zeros without
// being read.
//
// If r ends before size, the error wraps [io.ErrUnexpectedEOF].
func ScanReaderAt(ctx context.Context, r io.ReaderAt, size int64, o Options) (Summary, error) {
	return scanReaderAt(ctx, bestKernel(), r, size, o)
}

func scanReaderAt(ctx context.Context, k *kernel, r io.ReaderAt, size int64, o Options) (Summary, error) {
	o, err := o.withDefaults()
	if err != nil {
		return Summary{}, err
	}
	if size < 0 {
		return Summary{}, fmt.Errorf("zerorun: size of %d bytes", size)
	}
	source, _ := r.(DataSeeker)
	total := newWalker(k, o)
	job := &job{
		reader: r, options: o, kernel: k,
		cutter: cutter{source: source, size: size},
		order:  newOrder(2*o.Workers+2, total, o.Emit),
	}
	job.run(ctx, o.Workers)
	if job.order.err != nil {
		return Summary{}, job.order.err
	}
	total.close()
	if err := total.emit(o.Emit); err != nil {
		return Summary{}, err
	}
	return total.summary(), nil
}

// job is one scan with random access.
type job struct {
	reader  io.ReaderAt
	options Options
	kernel  *kernel
	cutter  cutter
	order   *order
}

// run lets workers take pieces until there are no more. The last of them
// works in the calling goroutine.
func (j *job) run(ctx context.Context, workers int) {
	workers = int(min(int64(workers), j.cutter.size/pieceSize+1))
	var others sync.WaitGroup
	for range workers - 1 {
		others.Go(func() { j.work(ctx) })
	}
	j.work(ctx)
	others.Wait()
}

func (j *job) work(ctx context.Context) {
	w := newWalker(j.kernel, j.options)
	buf := make([]byte, min(blockSize, j.cutter.size))
	for {
		p, list, ok := j.take()
		if !ok {
			return
		}
		w.restart(p.start, j.order.longest.Load(), list)
		err := j.scan(ctx, w, p, buf)
		if err == errOver {
			return
		}
		j.order.finish(p.index, outcome{w.result(), err})
	}
}

// take cuts the next piece off when there is room for it.
func (j *job) take() (p piece, list []Run, ok bool) {
	j.cutter.mu.Lock()
	defer j.cutter.mu.Unlock()
	if list, ok = j.order.admit(j.cutter.index); !ok {
		return p, nil, false
	}
	p, ok = j.cutter.next()
	return p, list, ok
}
