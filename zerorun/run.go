package zerorun

// Run is a maximal stretch of zero bytes.
type Run struct {
	Offset int64 // of the first zero byte
	Length int64 // in bytes, at least 1
}

// End returns the offset of the first byte after the run.
func (r Run) End() int64 { return r.Offset + r.Length }

// Summary is what a finished scan knows of the whole data.
type Summary struct {
	Bytes int64 // length of the data, holes included
	Zeros int64 // number of zero bytes, in runs of any length
	Runs  int64 // number of runs of at least MinRun bytes

	// Longest is the longest run, the first of them if several are equally
	// long, whether or not it reaches MinRun. It is the zero Run if there is
	// none, or none is known (see LongestExact).
	Longest Run

	// LongestExact tells that Longest is the answer. It is false only after a
	// scan with NoLongest that found zero bytes but no run of MinRun bytes.
	LongestExact bool
}
