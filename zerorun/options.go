package zerorun

import (
	"fmt"
	"runtime"
)

const (
	// DefaultMinRun is the least length of a reported run, in bytes, if
	// Options.MinRun is 0. It is the size of a page and of most disk blocks.
	DefaultMinRun = 4096

	// blockSize is the size of a read in bytes: half of a small L2 cache, so
	// that a block is still in it when it is scanned.
	blockSize = 256 << 10

	// maxWorkers is the default limit of workers: a few cores already use
	// all of the memory's bandwidth.
	maxWorkers = 4
)

// Options say what to look for and whom to tell. The zero value counts runs
// of at least DefaultMinRun bytes.
type Options struct {
	// MinRun is the least length, in bytes, of the runs that are counted and
	// emitted. 0 means DefaultMinRun; any value from 1 up is valid.
	MinRun int64

	// NoLongest allows a faster scan that does not follow runs shorter than
	// MinRun: if no run reaches MinRun, Summary.Longest is unknown.
	NoLongest bool

	// Workers is the number of goroutines that read and scan in parallel,
	// where there is random access. 0 means one for each processor, up to 4.
	Workers int

	// Emit, if set, is called for each run of at least MinRun bytes, in
	// order of offset and never concurrently. An error from it stops the
	// scan and is returned, wrapped.
	Emit func(Run) error

	// Observe, if set, gets each block of data that is read and is not all
	// zeros, right before it is scanned. Holes are not read. With several
	// workers it is called concurrently and in any order. It must not change
	// or keep the data.
	Observe func(offset int64, data []byte)

	// Progress, if set, is told how many more bytes are done, holes
	// included. With several workers it is called concurrently.
	Progress func(bytes int64)
}

// withDefaults returns the options with all numbers filled in.
func (o Options) withDefaults() (Options, error) {
	if o.MinRun < 0 {
		return o, fmt.Errorf("zerorun: minimum run of %d bytes: must be at least 1", o.MinRun)
	}
	if o.Workers < 0 {
		return o, fmt.Errorf("zerorun: %d workers: must be at least 1", o.Workers)
	}
	if o.MinRun == 0 {
		o.MinRun = DefaultMinRun
	}
	if o.Workers == 0 {
		o.Workers = min(runtime.GOMAXPROCS(0), maxWorkers)
	}
	if o.Observe == nil {
		o.Observe = func(int64, []byte) {}
	}
	if o.Progress == nil {
		o.Progress = func(int64) {}
	}
	return o, nil
}
