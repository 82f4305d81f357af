package stream

import "testing"

// TestModels checks that no two entries claim the same GPU, and that what drivers were seen to report of
// one finds it.
func TestModels(t *testing.T) {
	for i, a := range models {
		if a.leastMiB >= a.mostMiB || a.name == "" || a.multiprocessors <= 0 {
			t.Errorf("%+v", a)
		}
		for _, b := range models[:i] {
			if a.major == b.major && a.minor == b.minor && a.multiprocessors == b.multiprocessors &&
				a.leastMiB <= b.mostMiB && b.leastMiB <= a.mostMiB {
				t.Errorf("%s and %s overlap", a.name, b.name)
			}
		}
	}
	for _, tt := range []struct {
		major, minor, multiprocessors int32
		memory                        int64
		want                          string
	}{
		{9, 0, 132, 150_109_880_320, "H200"}, // measured here; the others as people published them
		{9, 0, 132, 85_017_755_648, "H100 or H800 SXM 80 GB"},
		{9, 0, 114, 81_008 << 20, "H100 or H800 PCIe 80 GB"},
		{9, 0, 132, 102_005_473_280, "GH200 96 GB or H100 NVL"},
		{8, 0, 108, 40_326 << 20, "A100 or A800 40 GB"},
		{8, 6, 84, 45_416 << 20, "A40 or RTX A6000"},
		{8, 6, 84, 24_114 << 20, "GeForce RTX 3090 Ti"},
		{8, 6, 80, 22_587 << 20, "A10G"},
		{8, 7, 16, 32_110_190_592, "Jetson AGX Orin"},
		{8, 9, 142, 45_589 << 20, "L40, L40S or RTX 6000 Ada"},
		{7, 5, 40, 15_079 << 20, "T4"},
		{10, 0, 148, 182_631 << 20, "B200"},
		{12, 0, 188, 97_250 << 20, "RTX PRO 6000 Blackwell"},
		{8, 0, 14, 9_728 << 20, ""}, // a slice of an A100
		{9, 0, 131, 150_109_880_320, ""},
		{9, 1, 132, 150_109_880_320, ""},
	} {
		d := Device{Major: tt.major, Minor: tt.minor, Multiprocessors: tt.multiprocessors, MemoryBytes: tt.memory}
		if got := d.Model(); got != tt.want {
			t.Errorf("%+v is %q, want %q", tt, got, tt.want)
		}
	}
}
