package stream

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

// measured is what fixtures/measured says of the plans of one TensorRT.
type measured struct {
	Device map[string]uint64
	Plans  []struct {
		Name, SHA256, Network string
		Profiles              int
		Engines               int
		WeightsBytes          int64 `json:"weights_bytes"`
		Sections              []result.Section
	}
}

func readMeasured(t *testing.T) (m measured) {
	t.Helper()
	text, err := os.ReadFile("../../fixtures/measured/tensorrt-8.6.1-h200.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// measuredDevice returns the values of the device in the order of the stream.
func measuredDevice(t *testing.T) []uint64 {
	t.Helper()
	v := readMeasured(t).Device
	var device []uint64
	for _, field := range []string{
		"major", "minor", "clock_khz", "memory_clock_khz", "memory_bus_bits", "l2_bytes", "persisting_l2_bytes",
		"shared_bytes_per_block", "shared_bytes_per_multiprocessor", "texture_alignment", "multiprocessors", "integrated",
		"max_threads_per_block", "max_grid_x", "max_grid_y", "max_grid_z", "memory_bytes", "max_linear_texture",
	} {
		device = append(device, v[field])
	}
	return device
}

// TestMeasuredDevice decodes what stands in real plans and compares it with what CUDA's driver says.
func TestMeasuredDevice(t *testing.T) {
	e := sample()
	e.device = measuredDevice(t)
	s, _ := read(t, e.section())
	want := &Device{
		Major: 9, ClockKHz: 1_980_000, MemoryClockKHz: 3_201_000, MemoryBusBits: 6016, L2Bytes: 62_914_560,
		PersistingL2Bytes: 39_321_600, SharedBytesPerBlock: 49_152, SharedBytesPerMultiprocessor: 233_472,
		TextureAlignment: 512, Multiprocessors: 132, MaxThreadsPerBlock: 1024,
		MaxGrid: [3]int32{2_147_483_647, 65_535, 65_535}, MemoryBytes: 150_109_880_320, MaxLinearTexture: 268_435_456,
	}
	if diff := cmp.Diff(want, s.Device); diff != "" {
		t.Fatal(diff)
	}
	printed := &result.Device{
		ComputeCapability: "9.0", Multiprocessors: 132, MemoryBytes: 150_109_880_320, ClockKHz: 1_980_000,
		MemoryClockKHz: 3_201_000, MemoryBusBits: 6016, L2Bytes: 62_914_560, Model: "H200",
	}
	if diff := cmp.Diff(printed, s.Device.Result()); diff != "" {
		t.Error(diff)
	}
}

// TestMeasuredPlans reads the measured plans themselves where they are: they cannot be published.
func TestMeasuredPlans(t *testing.T) {
	dir := os.Getenv("PLANLINT_TRT8_PLANS")
	if dir == "" {
		testutil.Require(t, "trt8", "PLANLINT_TRT8_PLANS names no folder with the plans of fixtures/measured")
	}
	m := readMeasured(t)
	for _, p := range m.Plans {
		content, err := os.ReadFile(filepath.Join(dir, p.Name+".plan"))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != p.SHA256 {
			t.Errorf("%s is another plan", p.Name)
			continue
		}
		engine := p.Sections[len(p.Sections)-1]
		g, start, end := within(t, content[engine.Offset:engine.Offset+engine.Size])
		s, err := Read(context.Background(), g, start, end)
		if err != nil || !s.Complete() || s.End != end {
			t.Errorf("%s: %v, %v", p.Name, err, s.Stopped)
			continue
		}
		if s.WeightsBytes != p.WeightsBytes || s.Engines != p.Engines || s.Weights != nil {
			t.Errorf("%s: %d bytes of weights, %d engines, want %d, %d", p.Name, s.WeightsBytes, s.Engines, p.WeightsBytes, p.Engines)
		}
		if p.Network != "" && (s.Network != p.Network || s.Profiles != p.Profiles) {
			t.Errorf("%s: network %q, %d profiles, TensorRT says %q, %d", p.Name, s.Network, s.Profiles, p.Network, p.Profiles)
		}
		if s.Device == nil || s.Device.Model() != "H200" || uint64(s.Device.MemoryBytes) != m.Device["memory_bytes"] {
			t.Errorf("%s: %+v", p.Name, s.Device)
		}
		want := CompatibilityNone
		if strings.Contains(p.Name, "ampere") {
			want = CompatibilityAmpereUp
		}
		origin, err := ReadOrigin(context.Background(), g, start, end)
		if err != nil || s.Compatibility != want || origin.Compatibility != want || cmp.Diff(origin.Device, s.Device) != "" {
			t.Errorf("%s: compatibility %v, alone %+v, %v", p.Name, s.Compatibility, origin, err)
		}
		writesBack(t, p.Name, content[engine.Offset+streamHeaderSize:engine.Offset+engine.Size])
	}
}

// writesBack writes a stream again from its records.
func writesBack(t *testing.T, name string, body []byte) {
	t.Helper()
	g, start, end := within(t, body)
	records, err := collect(Walk(context.Background(), g, start, end))
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	checkRecords(t, records, start, end)
	var w writer
	for _, r := range records {
		w.record(r, body[r.Payload-start:r.End()-start])
	}
	if w.String() != string(body) {
		t.Errorf("%s: %d records do not give the stream again", name, len(records))
	}
}
