package verify

import "github.com/planlint/planlint/internal/result"

// differences counts elements of two outputs, in one case or in all.
type differences struct {
	elements, bitEqual, zeroSign, nanPayload int64
	different, nanMismatch, infinityMismatch int64

	// Errors of the elements that differ and are finite.
	finite                   int64
	maxULP                   uint64
	maxAbsolute, maxRelative float64
	ulp                      steps
	absolute, relative       decades
	worst, worstULP, first   *result.ElementPair
}

// count adds an error.
func (d *differences) count(ulp uint64, absolute, relative float64) {
	d.finite++
	d.ulp.add(ulp)
	d.absolute.add(absolute)
	d.relative.add(relative)
	d.maxULP = max(d.maxULP, ulp)
	d.maxAbsolute = max(d.maxAbsolute, absolute)
	d.maxRelative = max(d.maxRelative, relative)
}

// merge adds what was counted elsewhere, later.
func (d *differences) merge(other *differences) {
	d.elements += other.elements
	d.bitEqual += other.bitEqual
	d.zeroSign += other.zeroSign
	d.nanPayload += other.nanPayload
	d.different += other.different
	d.nanMismatch += other.nanMismatch
	d.infinityMismatch += other.infinityMismatch
	d.finite += other.finite
	d.maxULP = max(d.maxULP, other.maxULP)
	d.maxAbsolute = max(d.maxAbsolute, other.maxAbsolute)
	d.maxRelative = max(d.maxRelative, other.maxRelative)
	for i, count := range other.ulp {
		d.ulp[i] += count
	}
	for i := range other.absolute {
		d.absolute[i] += other.absolute[i]
		d.relative[i] += other.relative[i]
	}
	if d.first == nil {
		d.first = other.first
	}
	if other.worst != nil && (d.worst == nil || *other.worst.Absolute > *d.worst.Absolute) {
		d.worst = other.worst
	}
	if other.worstULP != nil && (d.worstULP == nil || *other.worstULP.ULP > *d.worstULP.ULP) {
		d.worstULP = other.worstULP
	}
}

// outcome says what the counts mean.
func (d *differences) outcome() result.VerifyOutcome {
	switch {
	case d.different > 0:
		return result.VerifyDifferent
	case d.zeroSign > 0 || d.nanPayload > 0:
		return result.VerifyEqual
	}
	return result.VerifyExact
}

func (d *differences) result() result.Differences {
	counted := result.Differences{
		Elements: d.elements, BitEqual: d.bitEqual, ZeroSign: d.zeroSign, NaNPayload: d.nanPayload,
		Different: d.different, NaNMismatch: d.nanMismatch, InfinityMismatch: d.infinityMismatch,
		ULP: d.ulp.buckets(), Absolute: d.absolute.buckets(), Relative: d.relative.buckets(),
	}
	if d.finite > 0 {
		absolute, relative := result.Real(d.maxAbsolute), result.Real(d.maxRelative)
		counted.MaxULP, counted.MaxAbsolute, counted.MaxRelative = &d.maxULP, &absolute, &relative
	}
	return counted
}
