package units

import (
	"math"
	"testing"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		text string
		want int64
	}{
		{"0", 0},
		{"4096", 4096},
		{" 4096 ", 4096},
		{"4KiB", 4 << 10},
		{"4 kib", 4 << 10},
		{"1.5MiB", 3 << 19},
		{"10kB", 10_000},
		{"2GB", 2_000_000_000},
		{"5,487,774,180", 5_487_774_180},
		{"9007199254740993", 1<<53 + 1}, // a float64 would lose the last bit
		{"9223372036854775807", math.MaxInt64},
	} {
		got, err := Parse(test.text)
		if err != nil || got != test.want {
			t.Errorf("Parse(%q) = %d, %v; want %d", test.text, got, err, test.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{"", "-1", "-4KiB", "4KiX", "KiB", "four", "1e3", "9223372036854775808", "9EiB", "99999999999EB", "NaN", "0x10", "٤KiB"} {
		if n, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) = %d; want an error", text, n)
		}
	}
}

func TestFormat(t *testing.T) {
	for _, test := range []struct {
		bytes int64
		want  string
	}{
		{0, "0 B"},
		{1023, "1023 B"},
		{1024, "1.00 KiB"},
		{1 << 20, "1.00 MiB"},
		{1 << 30, "1.00 GiB"},
		{1 << 40, "1.00 TiB"},
		{5_487_774_180, "5.11 GiB"},
		{1_100_136, "1.05 MiB"},
		{-1536, "-1.50 KiB"},
		{math.MinInt64, "-8.00 EiB"},
		{math.MaxInt64, "8.00 EiB"},
	} {
		if got := Format(test.bytes); got != test.want {
			t.Errorf("Format(%d) = %q, want %q", test.bytes, got, test.want)
		}
	}
}

func TestSizeReadsWhatItWrites(t *testing.T) {
	for _, n := range []int64{0, 1, 4095, 4096, 3 << 19, 1 << 40, 5_486_674_044, math.MaxInt64} {
		written := Size(n)
		var read Size
		if err := read.Set(written.String()); err != nil || read != written {
			t.Errorf("Set(%q) = %d, %v; want %d", written.String(), read, err, n)
		}
	}
	size := Size(4096)
	if got := size.String(); got != "4KiB" {
		t.Errorf("Size(4096) = %q, want 4KiB", got)
	}
}
