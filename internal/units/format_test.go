package units_test

import (
	"math"
	"testing"

	"github.com/planlint/planlint/internal/units"
)

func TestFormatSize(t *testing.T) {
	for size, want := range map[int64]string{
		0: "0 B", 1: "1 B", 1023: "1023 B", 1024: "1 KiB", 1025: "1.00 KiB", 1536: "1.50 KiB", 4096: "4 KiB", 10_235: "10.0 KiB",
		10_508: "10.3 KiB", 102_400: "100 KiB", 104_857: "102 KiB", 1_047_552: "1023 KiB", 1_048_575: "1.00 MiB", 1_100_136: "1.05 MiB",
		5_487_774_180: "5.11 GiB", 4_389_349_804: "4.09 GiB", 10_733_223_231: "10.0 GiB", 107_300_000_000: "99.9 GiB", 107_370_000_000: "100 GiB",
		1 << 32: "4 GiB", 1 << 60: "1 EiB", math.MaxInt64: "8.00 EiB", -4096: "-4 KiB", math.MinInt64: "-8 EiB",
	} {
		if got := units.FormatSize(size); got != want {
			t.Errorf("FormatSize(%d) = %q, want %q", size, got, want)
		}
	}
}

func TestFormatBytes(t *testing.T) {
	for count, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 5_487_774_180: "5,487,774,180", -1234: "-1,234"} {
		if got := units.FormatBytes(count); got != want {
			t.Errorf("FormatBytes(%d) = %q, want %q", count, got, want)
		}
	}
}

func TestFormatShare(t *testing.T) {
	for _, test := range []struct {
		part, whole int64
		want        string
	}{
		{0, 10, "0 %"}, {10, 10, "100 %"}, {0, 0, "-"}, {1, 3, "33.33 %"}, {1, 1 << 40, "<0.01 %"}, {1<<40 - 1, 1 << 40, ">99.99 %"},
		{5_486_674_044, 5_487_774_180, "99.98 %"}, {5, 100_000, "0.01 %"}, {49, 1_000_000, "<0.01 %"}, {99_994, 100_000, "99.99 %"},
	} {
		if got := units.FormatShare(test.part, test.whole); got != test.want {
			t.Errorf("FormatShare(%d, %d) = %q, want %q", test.part, test.whole, got, test.want)
		}
	}
}

func FuzzFormatSize(f *testing.F) {
	for _, seed := range []int64{0, 1023, 1024, 1_048_575, 10_235, math.MaxInt64, math.MinInt64} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, size int64) {
		text := units.FormatSize(size)
		if len(text) > 10 {
			t.Fatalf("FormatSize(%d) = %q is too wide", size, text)
		}
		if size >= 0 && size < 1<<20 && size%1024 == 0 {
			if back, err := units.ParseSize(text); err != nil || back != size {
				t.Fatalf("FormatSize(%d) = %q reads back as %d, %v", size, text, back, err)
			}
		}
	})
}
