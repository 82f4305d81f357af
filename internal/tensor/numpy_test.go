package tensor_test

import (
	_ "embed"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/tensor"
)

//go:embed testdata/convert.py
var convertScript string

// foreign are the types that numpy and ml_dtypes have, by their names there.
var foreign = map[string]string{
	"float32": "float32", "float16": "float16", "bfloat16": "bfloat16", "fp8": "float8_e4m3fn", "fp8e5m2": "float8_e5m2", "fp4": "float4_e2m1fn", "e8m0": "float8_e8m0fnu",
}

// TestConversionsOfNumpy compares both directions of every conversion with numpy and ml_dtypes: every number
// of the small types to float64, and 200,000 float32 of all magnitudes to each type.
func TestConversionsOfNumpy(t *testing.T) {
	python, _ := rtx.Python(t, rtx.Versions()[0])
	folder := t.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	inputs := make([]byte, 4*200_000)
	for i := 0; i < len(inputs); i += 4 {
		x := math.Float32frombits(random.Uint32())
		switch random.IntN(4) {
		case 0:
			x = float32(random.NormFloat64())
		case 1: // around the ranges of 16 and 8 bits
			x = float32(math.Ldexp(2*random.Float64()-1, random.IntN(48)-28))
		case 2: // halfway between two numbers of few bits
			x = float32(math.Ldexp(float64(random.IntN(4096)), random.IntN(40)-30))
		}
		binary.LittleEndian.PutUint32(inputs[i:], math.Float32bits(x))
	}
	if err := os.WriteFile(filepath.Join(folder, "inputs"), inputs, 0o666); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(python, "-c", convertScript, folder)
	for ours, theirs := range foreign {
		command.Args = append(command.Args, ours+"="+theirs)
	}
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for name := range foreign {
		dtype, err := tensor.TypeOf(name)
		if err != nil {
			t.Fatal(err)
		}
		compareValues(t, dtype, read(t, folder, name+".values"))
		compareRounded(t, dtype, inputs, read(t, folder, name+".rounded"))
	}
}

func read(t *testing.T, folder, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// compareValues has the float64 values of every pattern of up to 16 bits.
func compareValues(t *testing.T, dtype tensor.Type, values []byte) {
	t.Helper()
	if want := 8 << min(dtype.Bits(), 16); len(values) != want {
		t.Fatalf("%s: %d bytes of values, want %d", dtype.Name(), len(values), want)
	}
	for i := range len(values) / 8 {
		bits := uint64(i) << max(dtype.Bits()-16, 0)
		want := math.Float64frombits(binary.LittleEndian.Uint64(values[8*i:]))
		got := dtype.Value(bits)
		if got != want && (got == got || want == want) || math.Signbit(got) != math.Signbit(want) && got == got {
			t.Fatalf("%s %#x is %v, numpy has %v", dtype.Name(), bits, got, want)
		}
	}
}

// compareRounded has the bits of every input, one element to a byte where there are two.
func compareRounded(t *testing.T, dtype tensor.Type, inputs, rounded []byte) {
	t.Helper()
	size, compared := max(dtype.Bits()/8, 1), 0
	saturates := strings.HasPrefix(dtype.Name(), "fp8") && dtype.Name() != "fp8e5m2" || dtype.Name() == "e8m0"
	for i := range len(inputs) / 4 {
		x := float64(math.Float32frombits(binary.LittleEndian.Uint32(inputs[4*i:])))
		if x != x || dtype.Name() == "e8m0" && x <= 0 {
			continue // which NaN is a matter of taste; e8m0 has no zero and no sign
		}
		var want uint64
		for j := size - 1; j >= 0; j-- {
			want = want<<8 | uint64(rounded[size*i+j])
		}
		got := dtype.Round(x)
		if saturates && dtype.Class(want) == tensor.NaN {
			// Where there is no infinity ml_dtypes has NaN for what is too large, and Round the largest number.
			if largest := uint64(1)<<dtype.Bits() - 2; got != largest && got != largest&^0x80 {
				t.Fatalf("%s: %v is %#x, want the largest number", dtype.Name(), x, got)
			}
			continue
		}
		compared++
		if got != want {
			t.Fatalf("%s: %v is %#x, numpy has %#x", dtype.Name(), x, got, want)
		}
	}
	if compared < 20_000 {
		t.Errorf("%s: only %d numbers were compared", dtype.Name(), compared)
	}
}
