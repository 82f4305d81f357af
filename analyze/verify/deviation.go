package verify

import (
	"math"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/tensor"
)

// deviation is the error of an output against a reference, in all cases.
type deviation struct {
	elements, rounded, nanMismatch, infinityMismatch int64

	finite                  int64 // on both sides
	sumAbsolute, sumSquares float64
	sumULP                  float64
	maxAbsolute             float64
	maxULP                  uint64
	worst                   *result.ReferencePair
}

// against compares one output of one case.
type against struct {
	*deviation
	dtype   tensor.Type
	shape   []int64
	number  int // of the case
	left    int64
	element int64
	numbers Numbers
	buffer  []float64
}

// add takes the next bytes of the output and reads as much of the reference.
func (a *against) add(block []byte) error {
	count := int(min(a.dtype.Elements(int64(len(block))), a.left))
	if cap(a.buffer) < count {
		a.buffer = make([]float64, count)
	}
	a.buffer = a.buffer[:count]
	if err := a.numbers.Next(a.buffer); err != nil {
		return err
	}
	for i, want := range a.buffer {
		a.compare(a.dtype.Load(block, i), want, a.element+int64(i))
	}
	a.elements += int64(count)
	a.element += int64(count)
	a.left -= int64(count)
	return nil
}

func (a *against) compare(bits uint64, want float64, element int64) {
	best := a.dtype.Round(want)
	got, class := a.dtype.Value(bits), a.dtype.Class(bits)
	switch nan := class == tensor.NaN; {
	case nan && want != want:
		a.rounded++
		return
	case nan || want != want:
		a.nanMismatch++
		a.note(got, want, element)
		return
	case bits == best || class == tensor.Zero && a.dtype.Class(best) == tensor.Zero:
		a.rounded++
	case class == tensor.Infinite || a.dtype.Class(best) == tensor.Infinite:
		a.infinityMismatch++
		a.note(got, want, element)
		return
	}
	if class == tensor.Infinite {
		return
	}
	absolute := min(math.Abs(got-want), math.MaxFloat64)
	distance, _ := a.dtype.Distance(bits, best) // neither is NaN
	a.finite++
	a.sumAbsolute += absolute
	a.sumSquares += absolute * absolute
	a.sumULP += float64(distance)
	a.maxULP = max(a.maxULP, distance)
	if absolute > a.maxAbsolute {
		a.maxAbsolute = absolute
		a.worst = a.pair(got, want, element)
	}
}

// note keeps an element that has no error in numbers, if there is none that has.
func (a *against) note(got, want float64, element int64) {
	if a.worst == nil {
		a.worst = a.pair(got, want, element)
	}
}

func (a *against) pair(got, want float64, element int64) *result.ReferencePair {
	return &result.ReferencePair{Case: a.number, Index: coordinates(a.shape, element), Element: element, Value: number(got), Reference: number(want)}
}

func (d *deviation) result() *result.Deviation {
	if d == nil || d.elements == 0 {
		return nil
	}
	r := &result.Deviation{
		Elements: d.elements, Rounded: d.rounded, NaNMismatch: d.nanMismatch, InfinityMismatch: d.infinityMismatch,
		MaxAbsolute: result.Real(d.maxAbsolute), MaxULP: d.maxULP, Worst: d.worst,
	}
	if d.finite > 0 {
		n := float64(d.finite)
		r.MeanAbsolute = real(d.sumAbsolute / n)
		r.RMS = real(math.Sqrt(d.sumSquares / n))
		r.MeanULP = real(d.sumULP / n)
	}
	return r
}

// real is a number that JSON can spell.
func real(x float64) result.Real { return result.Real(min(x, math.MaxFloat64)) }
