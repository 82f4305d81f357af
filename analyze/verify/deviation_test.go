package verify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/tensor"
)

func sha(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// list is a reference of one output.
type list struct {
	numbers []float64
	opened  *int
}

func (l *list) Output(_ context.Context, q Question) (Numbers, error) {
	if q.Output != "y" {
		return nil, ErrNoReference
	}
	*l.opened++
	return &reader{list: *l}, nil
}

type reader struct{ list }

func (r *reader) Next(to []float64) error {
	if len(to) > len(r.numbers) {
		return io.ErrUnexpectedEOF
	}
	r.numbers = r.numbers[copy(to, r.numbers):]
	return nil
}

func (r *reader) Close() error {
	*r.opened--
	return nil
}

// TestDeviation compares with what a plain loop over all numbers gives.
func TestDeviation(t *testing.T) {
	const count = 100_000
	half, err := tensor.TypeOf("float16")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 9))
	exact, bits := make([]float64, count), make([]uint64, count)
	want := result.Deviation{Elements: count}
	var sum, squares, steps float64
	for i := range exact {
		exact[i] = random.NormFloat64()
		best := half.Round(exact[i])
		bits[i] = best + uint64(random.IntN(3))
		if bits[i] == best {
			want.Rounded++
		}
		off := math.Abs(half.Value(bits[i]) - exact[i])
		sum, squares, steps = sum+off, squares+off*off, steps+float64(bits[i]-best)
		want.MaxAbsolute = max(want.MaxAbsolute, result.Real(off))
		want.MaxULP = max(want.MaxULP, bits[i]-best)
	}
	want.MeanAbsolute, want.RMS, want.MeanULP = result.Real(sum/count), result.Real(math.Sqrt(squares/count)), result.Real(steps/count)
	opened := 0
	outputs := []output{{"z", "int8", []int64{1}}, {"y", "float16", []int64{count}}}
	v := New(Options{Reference: &list{exact, &opened}})
	c := v.Case(CaseOf{}, false)
	var kept bytes.Buffer
	s, err := c.A(t.Context(), tensorsOf(t, outputs), &kept)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string][]uint64{"y": bits, "z": {1}}
	feed(t, s, outputs, values)
	if s, err = c.B(t.Context(), tensorsOf(t, outputs), bytes.NewReader(kept.Bytes())); err != nil {
		t.Fatal(err)
	}
	feed(t, s, outputs, values)
	if opened != 2 {
		t.Errorf("%d references were opened", opened)
	}
	if err := c.Close(); err != nil || opened != 0 {
		t.Errorf("%d references are open, %v", opened, err)
	}
	v.Add(c)
	for _, got := range []*result.Deviation{v.Outputs()[1].ReferenceA, v.Outputs()[1].ReferenceB} {
		worst := got.Worst
		got.Worst = nil
		if *got != want {
			t.Errorf("%+v, want %+v", *got, want)
		}
		if i := worst.Element; math.Abs(half.Value(bits[i])-exact[i]) != float64(want.MaxAbsolute) || !slices.Equal(worst.Index, []int64{i}) {
			t.Errorf("the worst is %+v", worst)
		}
	}
	if v.Outputs()[0].ReferenceA != nil {
		t.Error("an output without a reference has an error against it")
	}
}

func TestSpecialReferences(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, test := range []struct {
		name                      string
		bits                      uint64
		reference                 float64
		rounded, nanOdd, infinite int64
	}{
		{"both NaN", 0xfe01, nan, 1, 0, 0}, {"a NaN", 0x7e00, 1, 0, 1, 0}, {"no NaN", 0x3c00, nan, 0, 1, 0},
		{"both infinite", 0x7c00, inf, 1, 0, 0}, {"other infinity", 0xfc00, inf, 0, 0, 1}, {"too large for the type", 0x7c00, 1e9, 1, 0, 0},
		{"not infinite", 0x7bff, inf, 0, 0, 1}, {"infinite", 0x7c00, 5, 0, 0, 1}, {"zeros", 0x8000, 0, 1, 0, 0}, {"rounds to zero", 0x8000, 1e-20, 1, 0, 0},
		{"largest", 0x7bff, 65504, 1, 0, 0}, {"one beside", 0x3c01, 1, 0, 0, 0},
	} {
		opened := 0
		v := New(Options{Reference: &list{[]float64{test.reference}, &opened}})
		c := v.Case(CaseOf{}, false)
		s, err := c.A(t.Context(), tensorsOf(t, []output{{"y", "float16", nil}}), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		feed(t, s, []output{{"y", "float16", nil}}, map[string][]uint64{"y": {test.bits}})
		d := v.totals[0].deviations[sideA].result()
		if d.Elements != 1 || d.Rounded != test.rounded || d.NaNMismatch != test.nanOdd || d.InfinityMismatch != test.infinite {
			t.Errorf("%s: %+v", test.name, d)
		}
		if missed := test.rounded == 0; missed != (d.Worst != nil) && test.name != "rounds to zero" {
			t.Errorf("%s: the worst is %+v", test.name, d.Worst)
		}
	}
}

func TestShortReference(t *testing.T) {
	opened := 0
	c := New(Options{Reference: &list{[]float64{1}, &opened}}).Case(CaseOf{}, false)
	s, err := c.A(t.Context(), tensorsOf(t, []output{{"y", "int8", []int64{9}}}), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write(make([]byte, 9)); !errors.Is(err, io.ErrUnexpectedEOF) || err.Error() != "output y: the reference: unexpected EOF" {
		t.Errorf("error %v", err)
	}
	if err := c.Close(); err != nil || opened != 0 {
		t.Errorf("%d references are open, %v", opened, err)
	}
}

func mustHalf(t *testing.T) tensor.Type {
	t.Helper()
	half, err := tensor.TypeOf("float16")
	if err != nil {
		t.Fatal(err)
	}
	return half
}
