package zerorun

const (
	denseBlock = 128 // bytes in a block of kernel.count
	maskBlock  = 64  // bytes in a block of kernel.find: one bit of a word each
	maxEvents  = 128
)

// kernel is one implementation of the loops over bytes. Every kernel gives
// the same results. They get at most blockSize bytes at a time, because the
// scheduler cannot interrupt assembly.
type kernel struct {
	name string

	// count counts the zero bytes in whole blocks of denseBlock bytes, up to
	// the first block with an aligned grain of zeros: 1, 2 or 4 bytes,
	// half the block, or all of it. before is the number of zero bytes right before the
	// place where it stopped, as far as they are in p.
	count func(p []byte, grain int64) (done, zeros, before int)

	// prefix counts the zero bytes that p begins with.
	prefix func(p []byte) int

	// find goes through whole blocks of maskBlock bytes, carrying f.run, and
	// notes in f.events each block in which a run of at least f.least bytes
	// ends. It returns early if the events are full.
	find func(f *finder, p []byte) (done, events int)
}

// finder is the state of kernel.find. The assembly knows its fields.
type finder struct {
	run    int64 // zero bytes right before the next block
	zeros  int64 // zero bytes seen
	least  int64 // shortest run that is an event, at least 1
	steps  [6]uint64
	events [maxEvents]event
}

// event is a block in which a run ends that is long enough.
type event struct {
	nonzero uint64 // bit i is set if byte i of the block is not zero
	run     int64  // zero bytes right before the block
	block   int64  // offset of the block
}

// setLeast sets the length that matters, and the shifts that erode a mask by
// it: m &= m >> step for all steps leaves the bits at which at least that
// many bits follow each other, as far as they fit into one word.
func (f *finder) setLeast(least int64) {
	f.least = least
	length, width := min(least, maskBlock), int64(1)
	for i := range f.steps {
		step := min(length-width, width)
		f.steps[i] = uint64(step)
		width += step
	}
}
