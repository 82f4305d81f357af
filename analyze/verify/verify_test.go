package verify

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/tensor"
)

// plan computes outputs from a seed, each one a list of bits.
type plan func(seed uint64) map[string][]uint64

// output is what plans of a test have.
type output struct {
	name, dtype string
	shape       []int64
}

func tensorsOf(t *testing.T, outputs []output) []Tensor {
	t.Helper()
	list := []Tensor{{Name: "x", Input: true, DType: "float32", Shape: []int64{1}, Bytes: 4}}
	for _, o := range outputs {
		one := Tensor{Name: o.name, DType: o.dtype, Shape: o.shape}
		size, err := tensor.Bytes(o.dtype, one.elements())
		if err != nil {
			t.Fatal(err)
		}
		one.Bytes = size
		list = append(list, one)
	}
	return list
}

// feed writes a plan's outputs in odd pieces.
func feed(t *testing.T, s *Stream, outputs []output, values map[string][]uint64) {
	t.Helper()
	var all []byte
	for _, o := range outputs {
		dtype, err := tensor.TypeOf(o.dtype)
		if err != nil {
			t.Fatal(err)
		}
		size, err := dtype.Size(int64(len(values[o.name])))
		if err != nil {
			t.Fatal(err)
		}
		data := make([]byte, size)
		for i, bits := range values[o.name] {
			dtype.Store(data, i, bits)
		}
		all = append(all, data...)
	}
	for len(all) > 0 {
		n := min(len(all), 13)
		if _, err := s.Write(all[:n]); err != nil {
			t.Fatal(err)
		}
		all = all[n:]
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// verified compares two plans for two seeds.
func verified(t *testing.T, o Options, outputs []output, a, b plan) *Verification {
	t.Helper()
	v := New(o)
	for seed := range uint64(2) {
		c := v.Case(CaseOf{"static", "normal", seed}, true)
		var kept bytes.Buffer
		s, err := c.A(t.Context(), tensorsOf(t, outputs), &kept)
		if err != nil {
			t.Fatal(err)
		}
		feed(t, s, outputs, a(seed))
		if s, err = c.B(t.Context(), tensorsOf(t, outputs), bytes.NewReader(kept.Bytes())); err != nil {
			t.Fatal(err)
		}
		feed(t, s, outputs, b(seed))
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		v.Add(c)
	}
	return v
}

// halves is a plan of one output of float16 that depends on the seed.
func halves(count int, change func(bits []uint64)) plan {
	return func(seed uint64) map[string][]uint64 {
		bits := make([]uint64, count)
		for i := range bits {
			bits[i] = 0x3c00 + uint64(i)%64 + 64*seed
		}
		if change != nil {
			change(bits)
		}
		return map[string][]uint64{"y": bits}
	}
}

func TestMutants(t *testing.T) {
	outputs := []output{{"y", "float16", []int64{3, 50, 1000}}}
	const count = 150_000
	for name, test := range map[string]struct {
		a, b    func(bits []uint64)
		outcome result.VerifyOutcome
	}{
		"the same":                    {nil, nil, result.VerifyExact},
		"the last bit of the last":    {nil, func(b []uint64) { b[count-1] ^= 1 }, result.VerifyDifferent},
		"the last bit of the first":   {nil, func(b []uint64) { b[0] ^= 1 }, result.VerifyDifferent},
		"the sign of a zero":          {func(b []uint64) { b[7] = 0 }, func(b []uint64) { b[7] = 0x8000 }, result.VerifyEqual},
		"the payload of a NaN":        {func(b []uint64) { b[7] = 0x7e00 }, func(b []uint64) { b[7] = 0x7e01 }, result.VerifyEqual},
		"the sign of a NaN":           {func(b []uint64) { b[7] = 0x7e00 }, func(b []uint64) { b[7] = 0xfe00 }, result.VerifyEqual},
		"a NaN":                       {nil, func(b []uint64) { b[7] = 0x7e00 }, result.VerifyDifferent},
		"an infinity":                 {func(b []uint64) { b[7] = 0x7bff }, func(b []uint64) { b[7] = 0x7c00 }, result.VerifyDifferent},
		"the sign of an infinity":     {func(b []uint64) { b[7] = 0xfc00 }, func(b []uint64) { b[7] = 0x7c00 }, result.VerifyDifferent},
		"the smallest number":         {func(b []uint64) { b[7] = 0 }, func(b []uint64) { b[7] = 1 }, result.VerifyDifferent},
		"all zero":                    {clearBits(0), clearBits(0), result.VerifyVacuous},
		"all negative zero, and zero": {clearBits(0), clearBits(0x8000), result.VerifyVacuous},
		"all NaN":                     {clearBits(0x7e00), clearBits(0x7e00), result.VerifyVacuous},
		"all one":                     {clearBits(0x3c00), clearBits(0x3c00), result.VerifyVacuous},
		"one of them zero":            {nil, clearBits(0), result.VerifyDifferent},
	} {
		v := verified(t, Options{}, outputs, halves(count, test.a), halves(count, test.b))
		if got := Outcome(v.Outputs(), false); got != test.outcome {
			t.Errorf("%s: %s, want %s", name, got, test.outcome)
		}
		if got := Outcome(v.Outputs(), true); got != result.VerifyUnstable {
			t.Errorf("%s: %s of a plan that disagrees with itself", name, got)
		}
		o := v.Outputs()[0]
		if sum := o.BitEqual + o.ZeroSign + o.NaNPayload + o.Different; o.Elements != 2*count || sum != o.Elements {
			t.Errorf("%s: %d elements, %d counted", name, o.Elements, sum)
		}
	}
}

func clearBits(to uint64) func([]uint64) {
	return func(bits []uint64) {
		for i := range bits {
			bits[i] = to
		}
	}
}

// TestNumbers has every kind of difference once in a case.
func TestNumbers(t *testing.T) {
	outputs := []output{{"y", "float16", []int64{2, 4, 25}}}
	a := halves(200, func(b []uint64) {
		copy(b[100:], []uint64{0, 0x7e00, 0x7c00, 0x7c00, 0x3c00, 0x3c00, 0x0001, 0x7bff, 0x4000, 0x7e00})
	})
	b := halves(200, func(b []uint64) {
		copy(b[100:], []uint64{0x8000, 0xfe01, 0xfc00, 0x7bff, 0x3c01, 0x3c05, 0x8001, 0x7bfe, 0x4400, 0x3c00})
	})
	o := verified(t, Options{}, outputs, a, b).Outputs()[0]
	want := result.Differences{Elements: 400, BitEqual: 380, ZeroSign: 2, NaNPayload: 2, Different: 16, NaNMismatch: 2, InfinityMismatch: 4}
	got := o.Differences
	got.ULP, got.Absolute, got.Relative, got.MaxULP, got.MaxAbsolute, got.MaxRelative = nil, nil, nil, nil, nil, nil
	if !equalCounts(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if *o.MaxULP != 1024 || *o.MaxAbsolute != 32 || *o.MaxRelative != 2 {
		t.Errorf("at most %d ULP, %v absolute, %v relative", *o.MaxULP, *o.MaxAbsolute, *o.MaxRelative)
	}
	// 1 (3c00 and 3c01, 7bff and 7bfe), 2 (the smallest numbers of both signs), 5, 1024; in both cases
	if want := []result.ULPBucket{{From: 1, To: 1, Count: 4}, {From: 2, To: 2, Count: 2}, {From: 5, To: 8, Count: 2}, {From: 513, To: 1024, Count: 2}}; !slices.Equal(o.ULP, want) {
		t.Errorf("ULP %+v, want %+v", o.ULP, want)
	}
	// 2^-23, 2^-10, 5*2^-10, 2, 32
	real := func(x float64) result.Real { return result.Real(x) }
	if want := []result.ErrorBucket{{From: real(1e-7), Below: real(1e-6), Count: 2}, {From: real(1e-4), Below: real(1e-3), Count: 2}, {From: real(1e-3), Below: real(1e-2), Count: 2}, {From: 1, Below: 10, Count: 2}, {From: 10, Below: 100, Count: 2}}; !slices.Equal(o.Absolute, want) {
		t.Errorf("absolute errors %+v, want %+v", o.Absolute, want)
	}
	if w := o.WorstULP; !slices.Equal(w.Index, []int64{1, 0, 8}) || w.Element != 108 || w.A != "2" || w.B != "4" || w.ABits != "0x4000" || w.BBits != "0x4400" || *w.ULP != 1024 || w.Case != 0 {
		t.Errorf("the worst element is %+v", w)
	}
	if w := o.Worst; w.Element != 107 || w.A != "65504" || *w.Absolute != 32 || *w.ULP != 1 {
		t.Errorf("the worst element is %+v", w)
	}
	if w := o.First; w.Element != 102 || w.A != "+Inf" || w.B != "-Inf" || w.ULP != nil || w.Absolute != nil {
		t.Errorf("the first element is %+v", w)
	}
}

func equalCounts(a, b result.Differences) bool {
	return a.Elements == b.Elements && a.BitEqual == b.BitEqual && a.ZeroSign == b.ZeroSign && a.NaNPayload == b.NaNPayload &&
		a.Different == b.Different && a.NaNMismatch == b.NaNMismatch && a.InfinityMismatch == b.InfinityMismatch
}

func TestVacuity(t *testing.T) {
	outputs := []output{{"y", "float32", []int64{4}}, {"z", "int4", []int64{3}}, {"s", "int32", nil}, {"e", "float32", []int64{0}}}
	ones := func(x float32) uint64 { return uint64(math.Float32bits(x)) }
	good := func(seed uint64) map[string][]uint64 {
		return map[string][]uint64{"y": {ones(1), ones(2), ones(3 + float32(seed)), 0}, "z": {1, 1, 1 + seed}, "s": {7 + seed}}
	}
	for name, test := range map[string]struct {
		change    func(seed uint64, of map[string][]uint64)
		of        string
		vacuity   result.Vacuity
		mayRepeat []string
		outcome   result.VerifyOutcome
	}{
		"independent":         {func(_ uint64, of map[string][]uint64) { of["y"][2] = 0 }, "y", result.VacuousIndependent, nil, result.VerifyVacuous},
		"constant in a case":  {func(seed uint64, of map[string][]uint64) { clearBits(seed + 1)(of["y"]) }, "y", "", nil, result.VerifyExact},
		"constant":            {func(_ uint64, of map[string][]uint64) { clearBits(3)(of["z"]) }, "z", result.VacuousConstant, nil, result.VerifyVacuous},
		"constant as it may":  {func(_ uint64, of map[string][]uint64) { clearBits(3)(of["z"]) }, "z", result.VacuousConstant, []string{"z"}, result.VerifyExact},
		"a scalar":            {func(_ uint64, of map[string][]uint64) { of["s"][0] = 7 }, "s", result.VacuousConstant, nil, result.VerifyVacuous},
		"a scalar that moves": {func(uint64, map[string][]uint64) {}, "s", "", nil, result.VerifyExact},
		"nothing":             {func(uint64, map[string][]uint64) {}, "e", result.VacuousEmpty, []string{"e"}, result.VerifyExact},
	} {
		changed := func(seed uint64) map[string][]uint64 {
			of := good(seed)
			test.change(seed, of)
			return of
		}
		v := verified(t, Options{Constant: append(test.mayRepeat, "e")}, outputs, changed, changed)
		all := v.Outputs()
		i := slices.IndexFunc(all, func(o result.VerifyOutput) bool { return o.Name == test.of })
		if all[i].VacuousA != test.vacuity || all[i].VacuousB != test.vacuity {
			t.Errorf("%s: %q and %q, want %q", name, all[i].VacuousA, all[i].VacuousB, test.vacuity)
		}
		if got := Outcome(all, false); got != test.outcome {
			t.Errorf("%s: %s, want %s", name, got, test.outcome)
		}
	}
	if got := Outcome(nil, false); got != result.VerifyVacuous {
		t.Errorf("no outputs: %s", got)
	}
}

func TestCases(t *testing.T) {
	v := verified(t, Options{}, []output{{"y", "float16", []int64{200}}}, halves(200, nil), halves(200, func(b []uint64) { b[3]++ }))
	cases := v.Cases()
	if len(cases) != 2 || *cases[1].Seed != 1 || cases[1].Distribution != "normal" || len(cases[0].Inputs) != 1 {
		t.Fatalf("%+v", cases)
	}
	o := cases[1].Outputs[0]
	if o.Outcome != result.VerifyDifferent || o.Different != 1 || *o.MaxULP != 1 || o.A.SHA256 == o.B.SHA256 || o.A.OneValue {
		t.Errorf("%+v", o)
	}
	var all []byte
	for i := range uint16(200) {
		all = binary.LittleEndian.AppendUint16(all, 0x3c00+i%64+64)
	}
	if want := sha(all); o.A.SHA256 != want {
		t.Errorf("SHA-256 %s, want %s", o.A.SHA256, want)
	}
}

func TestBind(t *testing.T) {
	x := Tensor{Name: "x", Input: true, DType: "float16", Shape: []int64{1, 3}, Bytes: 6}
	y := Tensor{Name: "y", DType: "float16", Shape: []int64{3}, Bytes: 6}
	z := Tensor{Name: "z", DType: "float16", Shape: []int64{3}, Bytes: 6}
	with := func(t Tensor, change func(*Tensor)) Tensor {
		change(&t)
		return t
	}
	for want, b := range map[string][]Tensor{
		"only A has output y; only B has output z (--bind A=B joins two names)": {x, z},
		"only A has output y":                                                  {x},
		"only B has output z":                                                  {x, y, z},
		"output y is float16 in A and float32 in B":                            {x, with(y, func(t *Tensor) { t.DType = "float32" })},
		"input x has shape [1 3] in A and [1 4] in B":                          {with(x, func(t *Tensor) { t.Shape = []int64{1, 4} }), y},
		"only A has input x; only B has output x (--bind A=B joins two names)": {with(x, func(t *Tensor) { t.Input = false }), y},
	} {
		_, err := Bind([]Tensor{x, y}, b, nil)
		var wrong *MismatchError
		if !errors.As(err, &wrong) || err.Error() != want || wrong.ExitCode() != 3 {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if got, err := Bind([]Tensor{x, y}, []Tensor{z, x}, map[string]string{"y": "z"}); err != nil || !slices.Equal(got, []int{1, 0}) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := Bind([]Tensor{x}, []Tensor{with(x, func(t *Tensor) { t.Shape = []int64{-1, 3} })}, nil); err != nil {
		t.Error(err)
	}
	if _, err := Bind([]Tensor{x}, []Tensor{with(x, func(t *Tensor) { t.Shape = []int64{-1, -1, 3} })}, nil); err == nil {
		t.Error("inputs of 2 and 3 dimensions are bound")
	}
	if _, err := Bind([]Tensor{x}, []Tensor{with(x, func(t *Tensor) { t.Values = []int64{1} })}, nil); err == nil {
		t.Error("inputs of other values are bound")
	}
	// An output of another shape is a difference, no reason to stop.
	if _, err := Bind([]Tensor{x, y}, []Tensor{x, with(y, func(t *Tensor) { t.Shape = []int64{4} })}, nil); err != nil {
		t.Error(err)
	}
}

// TestOtherOrder has B's outputs in another order, under other names and in another shape.
func TestOtherOrder(t *testing.T) {
	v := New(Options{Bind: map[string]string{"y": "why"}})
	c := v.Case(CaseOf{"static", "normal", 1}, true)
	var kept bytes.Buffer
	first := []output{{"y", "int8", []int64{9}}, {"z", "int8", []int64{3}}, {"w", "int8", []int64{2}}}
	s, err := c.A(t.Context(), tensorsOf(t, first), &kept)
	if err != nil {
		t.Fatal(err)
	}
	feed(t, s, first, map[string][]uint64{"y": {1, 2, 3, 4, 5, 6, 7, 8, 9}, "z": {1, 2, 3}, "w": {1, 2}})
	second := []output{{"w", "int8", []int64{1}}, {"z", "int8", []int64{3}}, {"why", "int8", []int64{9}}}
	if s, err = c.B(t.Context(), tensorsOf(t, second), bytes.NewReader(kept.Bytes())); err != nil {
		t.Fatal(err)
	}
	feed(t, s, second, map[string][]uint64{"why": {1, 2, 3, 4, 5, 6, 7, 8, 9}, "z": {1, 2, 4}, "w": {1}})
	v.Add(c)
	o := v.Outputs()
	if o[0].Name != "y" || o[0].B != "why" || o[0].Outcome != result.VerifyExact || o[1].Different != 1 || o[1].B != "" || o[2].Outcome != result.VerifyDifferent {
		t.Errorf("%+v", o)
	}
	if w := v.Cases()[0].Outputs[2]; !slices.Equal(w.ShapeB, []int64{1}) || w.Outcome != result.VerifyDifferent {
		t.Errorf("%+v", w)
	}
}

func TestBadTensors(t *testing.T) {
	for want, bad := range map[string]Tensor{
		`unknown data type "half"`:              {Name: "y", DType: "half", Shape: []int64{1}, Bytes: 2},
		"3 elements of float16 do not take 7 b": {Name: "y", DType: "float16", Shape: []int64{3}, Bytes: 7},
		"output y: a shape of [-1]":             {Name: "y", DType: "float16", Shape: []int64{-1}, Bytes: 7},
		"a shape of [4294967296 4294967296]":    {Name: "y", DType: "float16", Shape: []int64{1 << 32, 1 << 32}},
	} {
		_, err := New(Options{}).Case(CaseOf{}, false).A(t.Context(), []Tensor{bad}, &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestWithin(t *testing.T) {
	outputs := []output{{"y", "float16", []int64{200}}}
	for name, test := range map[string]struct {
		change func(bits []uint64)
		limit  uint64
		within bool
	}{
		"the same": {nil, 0, true}, "the last bit": {func(b []uint64) { b[3] ^= 1 }, 1, true}, "more than nothing": {func(b []uint64) { b[3] ^= 1 }, 0, false},
		"as far as it may": {func(b []uint64) { b[3] += 5 }, 5, true}, "too far": {func(b []uint64) { b[3] += 6 }, 5, false},
		"a NaN": {func(b []uint64) { b[3] = 0x7e00 }, 1 << 20, false}, "an infinity": {func(b []uint64) { b[3] = 0x7c00 }, 1 << 20, false},
	} {
		v := verified(t, Options{}, outputs, halves(200, nil), halves(200, test.change))
		if got := Within(v.Outputs(), test.limit); got != test.within {
			t.Errorf("%s: within %d ULP: %v", name, test.limit, got)
		}
	}
	constant := verified(t, Options{}, outputs, halves(200, clearBits(3)), halves(200, clearBits(3)))
	if Within(constant.Outputs(), 9) || Within(nil, 9) {
		t.Error("what proves nothing is near enough")
	}
}
