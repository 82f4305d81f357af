package cli

import (
	"bytes"
	"encoding/binary"
	"testing"
	"time"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/stream"
	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/internal/result"
)

// TestGateFindsWhatUpdateWrote: gate looks for the key that baseline update wrote, although the one reads machine code and
// the other does not unless it must, and also where that code has another name for the same GPU.
func TestGateFindsWhatUpdateWrote(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		capability [2]uint64
		code       uint32
		want       string
	}{
		"special code of the GPU":   {[2]uint64{9, 0}, 0x85a, "90"},
		"code of an older one":      {[2]uint64{8, 9}, 0x50, "89"},
		"special, no GPU in header": {[2]uint64{0, 0}, 0x85a, "90"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := planOfGPU(t, test.capability, test.code)
			in := func() analyze.Input {
				return analyze.Input{Name: "a.plan", Reader: bytes.NewReader(data), Size: int64(len(data))}
			}
			for _, deep := range []bool{false, true} {
				g, err := (&app{now: time.Now}).newGater(&settings{failOn: string(result.LevelError)}, &gateFlags{noBaseline: true, deep: deep})
				if err != nil {
					t.Fatal(err)
				}
				e := entry{name: "a.plan", shown: "a.plan"}
				measured, err := g.measure(e)(t.Context(), in(), analyze.Options{})
				if err != nil || len(measured) != 1 || measured[0].err != nil {
					t.Fatalf("%+v, %v", measured, err)
				}
				judged, err := g.look(e)(t.Context(), in(), analyze.Options{})
				if err != nil || len(judged) != 1 || judged[0].err != nil {
					t.Fatalf("%+v, %v", judged, err)
				}
				wrote, looked := measured[0].results[0].entry.SM, judged[0].results[0].result.SM
				if wrote != test.want || looked != test.want {
					t.Errorf("deep %t: update writes %q, gate looks for %q, and it is %q", deep, wrote, looked, test.want)
				}
			}
		})
	}
}

// planOfGPU is a plan of TensorRT 8.6.1 as far as the numbers of its GPU, with one image of machine code.
func planOfGPU(t *testing.T, capability [2]uint64, flags uint32) []byte {
	t.Helper()
	data, err := fixtures.Padded{Content: 100_000, Version: [4]byte{8, 6, 1, 6}}.Recipe(fixtures.InsideBehindEndTag).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	var s []byte
	scalar := func(typ stream.Type, value uint64) {
		s = binary.LittleEndian.AppendUint16(s, uint16(typ)|0x8000)
		s = binary.LittleEndian.AppendUint16(s, 1)
		s = append(s, binary.LittleEndian.AppendUint64(nil, value)[:typ.Size()]...)
	}
	open := func(typ uint16) { s = append(s, byte(typ), byte(typ>>8)|0x80, 1, 0) }
	for _, part := range []uint64{8, 6, 1, 6} {
		scalar(stream.TypeByte, part)
	}
	open(0xe5) // for this GPU alone
	scalar(stream.TypeInt32, 0)
	open(0x12)
	open(0x10)
	h200 := []uint64{capability[0], capability[1], 1_980_000, 3_201_000, 6016, 62_914_560, 39_321_600, 49_152, 233_472, 512, 132, 0, 1024,
		2_147_483_647, 65_535, 65_535, 150_109_880_320, 268_435_456}
	for i, value := range h200 {
		typ := stream.TypeInt32
		switch i {
		case 5, 6:
			typ = stream.TypeUint64
		case 11:
			typ = stream.TypeBool
		case 16:
			typ = stream.TypeInt64
		}
		scalar(typ, value)
	}
	for _, typ := range []uint16{0x10, 0x12} {
		s = binary.LittleEndian.AppendUint16(s, ^(typ | 0x8000))
	}
	copy(data[32+24+24:], s)
	copy(data[50_000:], imageOf(flags))
	return data
}

// imageOf is an image for a GPU without any kernel.
func imageOf(flags uint32) []byte {
	const header, section = 64, 64
	names := "\x00.shstrtab\x00"
	image := make([]byte, header+len(names)+2*section)
	copy(image, "\x7fELF\x02\x01\x01\x33\x07")
	copy(image[header:], names)
	little, sections := binary.LittleEndian, header+len(names)
	little.PutUint16(image[16:], 2)
	little.PutUint16(image[18:], 190)
	little.PutUint32(image[20:], 1)
	little.PutUint64(image[40:], uint64(sections))
	little.PutUint32(image[48:], flags)
	little.PutUint16(image[52:], header)
	little.PutUint16(image[54:], 56)
	little.PutUint16(image[58:], section)
	little.PutUint16(image[60:], 2)
	little.PutUint16(image[62:], 1)
	table := image[sections+section:]
	little.PutUint32(table, 1)
	little.PutUint32(table[4:], 3)
	little.PutUint64(table[24:], header)
	little.PutUint64(table[32:], uint64(len(names)))
	return image
}
