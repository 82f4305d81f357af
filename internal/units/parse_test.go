package units_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/dustin/go-humanize"

	"github.com/planlint/planlint/internal/units"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "4096": 4096, "4KiB": 4096, "4 kib": 4096, "4k": 4096, "4K": 4096, "1MB": 1_000_000, "1MiB": 1 << 20,
		"1.5MB": 1_500_000, "1.5KiB": 1536, ".5KiB": 512, "1.GiB": 1 << 30, "512b": 512, "5.1GB": 5_100_000_000,
		" 64 KiB ": 65536, "1TiB": 1 << 40, "8191PiB": 8191 << 50, "9223372036854775807": math.MaxInt64, "007": 7,
	} {
		got, err := units.ParseSize(text)
		if err != nil || got != want {
			t.Errorf("ParseSize(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
}

func TestParseSizeRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"": "empty", "  ": "empty", "-1": "negative", "-4KiB": "negative", "KiB": "no number", ".": "no number", "..MB": "no number",
		"4QiB": `unknown unit "QiB"`, "4kibs": "unknown unit", "1e3": `unknown unit "e3"`, "0x10": "unknown unit",
		"1.2.3": "is no number", "0.5": "no whole number", "1.0001KB": "no whole number", "4 K i B": "unknown unit",
		"9223372036854775808": "more than", "8192PiB": "more than", "99999999999P": "more than", "+5": "no number",
		"4\x1b[31mKiB": "unknown unit", strings.Repeat("1", 41): "too long",
	} {
		got, err := units.ParseSize(text)
		if !errors.Is(err, units.ErrSize) || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseSize(%q) = %d, %v; want an error with %q", text, got, err, want)
		} else if strings.ContainsAny(err.Error(), "\x1b\n") {
			t.Errorf("ParseSize(%q): the error repeats a control character: %q", text, err)
		}
	}
}

// FuzzParseSize checks that an error and a size exclude each other, and what is accepted against the
// parser of go-humanize, which counts in floating point.
func FuzzParseSize(f *testing.F) {
	for _, seed := range []string{"4096", "4KiB", "1.5MB", "-1", "9223372036854775807", "1e9", "3 tib", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := units.ParseSize(text)
		if err != nil {
			if got != 0 || !errors.Is(err, units.ErrSize) {
				t.Fatalf("ParseSize(%q) = %d and %v", text, got, err)
			}
			return
		}
		if got < 0 {
			t.Fatalf("ParseSize(%q) = %d", text, got)
		}
		reference := strings.ToLower(strings.TrimSpace(text))
		if strings.TrimRight(reference, "kmgtp") != reference {
			reference += "ib" // go-humanize takes a bare letter for a power of 1000
		}
		want, err := humanize.ParseBytes(reference)
		if err != nil {
			return // it knows fewer spellings
		}
		if difference := math.Abs(float64(want) - float64(got)); difference > 1+float64(got)/1e12 {
			t.Fatalf("ParseSize(%q) = %d, go-humanize says %d", text, got, want)
		}
	})
}
