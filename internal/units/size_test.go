package units

import (
	"math"
	"testing"
)

func TestSizeReadsWhatItWrites(t *testing.T) {
	for _, bytes := range []int64{0, 1, 1023, 4095, 4096, 3 << 19, 1 << 40, 1 << 62, 5_486_674_044, math.MaxInt64} {
		written := Size(bytes)
		var read Size
		if err := read.Set(written.String()); err != nil || read != written {
			t.Errorf("Set(%q) = %d, %v; want %d", written.String(), read, err, bytes)
		}
	}
}

func TestSizeText(t *testing.T) {
	for bytes, want := range map[Size]string{0: "0", 4096: "4KiB", 4097: "4097", 1 << 20: "1MiB", 1 << 60: "1024PiB"} {
		if got := bytes.String(); got != want {
			t.Errorf("Size(%d) = %q, want %q", int64(bytes), got, want)
		}
	}
}
