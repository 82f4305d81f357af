package verify

import (
	_ "embed"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/tensor"
)

//go:embed testdata/differences.py
var differencesScript string

// counted is what numpy says.
type counted struct {
	BitEqual         int64   `json:"bit_equal"`
	ZeroSign         int64   `json:"zero_sign"`
	NaNPayload       int64   `json:"nan_payload"`
	Different        int64   `json:"different"`
	NaNMismatch      int64   `json:"nan_mismatch"`
	InfinityMismatch int64   `json:"infinity_mismatch"`
	MaxULP           uint64  `json:"max_ulp"`
	MaxAbsolute      float64 `json:"max_absolute"`
	MaxRelative      float64 `json:"max_relative"`
	ULP, Absolute    []int64
	Worst, First     int64
}

// disturbed are numbers of a type, special ones among them, and the same with some changed.
func disturbed(dtype tensor.Type, count int, random *rand.Rand) (a, b []byte) {
	size := dtype.Bits() / 8
	a, b = make([]byte, count*size), make([]byte, count*size)
	pick := func() uint64 {
		switch random.IntN(8) {
		case 0:
			return random.Uint64() >> (64 - dtype.Bits()) // any bits
		case 1:
			return dtype.Round([]float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN()}[random.IntN(5)])
		}
		return dtype.Round(random.NormFloat64())
	}
	for i := range count {
		x := pick()
		y := x
		switch random.IntN(4) {
		case 0:
			y = pick()
		case 1:
			y = (x + uint64(random.IntN(40))) & (^uint64(0) >> (64 - dtype.Bits()))
		}
		dtype.Store(a, i, x)
		dtype.Store(b, i, y)
	}
	return a, b
}

// TestDifferencesOfNumpy counts random differences, and has numpy count them too.
func TestDifferencesOfNumpy(t *testing.T) {
	python, _ := rtx.Python(t, rtx.Versions()[0])
	for name, theirs := range map[string]string{"float16": "<f2", "float32": "<f4", "float64": "<f8"} {
		dtype, err := tensor.TypeOf(name)
		if err != nil {
			t.Fatal(err)
		}
		const count = 20_000
		a, b := disturbed(dtype, count, rand.New(rand.NewPCG(6, 28)))
		folder := t.TempDir()
		paths := []string{filepath.Join(folder, "a"), filepath.Join(folder, "b")}
		for i, data := range [][]byte{a, b} {
			if err := os.WriteFile(paths[i], data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		output, err := exec.Command(python, "-c", differencesScript, paths[0], paths[1], theirs).Output()
		if err != nil {
			t.Fatalf("%v: %+v", err, err)
		}
		var want counted
		if err := json.Unmarshal(output, &want); err != nil {
			t.Fatalf("%v: %s", err, output)
		}
		p := &pair{dtype: dtype, shape: []int64{count}, left: count}
		for i := 0; i < len(a); i += 4096 {
			p.add(a[i:min(i+4096, len(a))], b[i:min(i+4096, len(b))])
		}
		compareCounts(t, name, p, want)
	}
}

func compareCounts(t *testing.T, name string, p *pair, want counted) {
	t.Helper()
	d := p.differences.result()
	got := counted{d.BitEqual, d.ZeroSign, d.NaNPayload, d.Different, d.NaNMismatch, d.InfinityMismatch, *d.MaxULP, float64(*d.MaxAbsolute), float64(*d.MaxRelative),
		want.ULP, want.Absolute, p.worst.Element, p.first.Element}
	if text, wanted := asJSON(t, got), asJSON(t, want); text != wanted {
		t.Errorf("%s: %s, numpy has %s", name, text, wanted)
	}
	for k, count := range want.ULP {
		if p.ulp[k] != count {
			t.Errorf("%s: %d elements are up to 2^%d ULP apart, numpy has %d", name, p.ulp[k], k, count)
		}
	}
	for k, count := range want.Absolute {
		if p.absolute[k+1] != count {
			t.Errorf("%s: %d errors are in decade %d, numpy has %d", name, p.absolute[k+1], k-47, count)
		}
	}
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// FuzzPair compares any bytes in any type: everything is counted once, both ways round, in any blocks.
func FuzzPair(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0x80, 1, 0x7e, 2, 0x7e}, uint8(2), uint8(1))
	f.Add([]byte("0123456789abcdef"), uint8(10), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, which, cut uint8) {
		names := tensor.Names()
		dtype, err := tensor.TypeOf(names[int(which)%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		half := len(data) / 2 &^ 7
		a, b := data[:half], data[half:2*half]
		count := dtype.Elements(int64(half))
		compare := func(a, b []byte, at int) result.Differences {
			p := &pair{dtype: dtype, shape: []int64{count}, left: count}
			p.add(a[:at], b[:at])
			p.add(a[at:], b[at:])
			return p.differences.result()
		}
		got := compare(a, b, 0)
		if sum := got.BitEqual + got.ZeroSign + got.NaNPayload + got.Different; got.Elements != count || sum != count {
			t.Fatalf("%d elements, %d counted, want %d", got.Elements, sum, count)
		}
		if text := asJSON(t, got); text != asJSON(t, compare(b, a, 0)) || text != asJSON(t, compare(a, b, min(int(cut)*8, half))) {
			t.Fatalf("%s the other way round, or in two blocks, is not the same", text)
		}
	})
}
