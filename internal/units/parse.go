// Package units reads and writes sizes in bytes the way people do.
package units

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
)

// ErrSize is wrapped by every error of ParseSize.
var ErrSize = errors.New("not a size")

// maxSizeText bounds what is taken for a size; the longest that makes sense is far shorter.
const maxSizeText = 40

// ParseSize reads a size in bytes: a plain count such as 4096, or a number with a unit such as 4KiB,
// 1.5 MB or 2g. KiB, MiB, GiB, TiB, PiB and the bare letters K, M, G, T, P are powers of 1024; KB, MB,
// GB, TB and PB are powers of 1000. Case does not matter. A size that is no whole number of bytes,
// is negative or does not fit into an int64 is an error that wraps ErrSize.
func ParseSize(text string) (int64, error) {
	trimmed := strings.TrimSpace(text)
	if len(trimmed) > maxSizeText {
		return 0, fmt.Errorf("%w: %.20q... is too long", ErrSize, trimmed)
	}
	digits := len(trimmed) - len(strings.TrimLeft(trimmed, "0123456789."))
	number, unit := trimmed[:digits], strings.TrimSpace(trimmed[digits:])
	switch {
	case trimmed == "":
		return 0, fmt.Errorf("%w: it is empty (4096, 4KiB and 1.5MB are sizes)", ErrSize)
	case strings.HasPrefix(trimmed, "-"):
		return 0, fmt.Errorf("%w: %q is negative", ErrSize, text)
	case strings.Trim(number, ".") == "":
		return 0, fmt.Errorf("%w: %q has no number (4096, 4KiB and 1.5MB are sizes)", ErrSize, text)
	}
	factor, known := unitFactor(unit)
	if !known {
		return 0, fmt.Errorf("%w: %q has the unknown unit %q (B, KiB, MiB, GiB, TiB, PiB, KB, MB, GB, TB, PB)",
			ErrSize, text, unit)
	}
	value, ok := new(big.Rat).SetString(number)
	if !ok {
		return 0, fmt.Errorf("%w: %q is no number", ErrSize, number)
	}
	value.Mul(value, new(big.Rat).SetInt64(factor))
	if !value.IsInt() {
		return 0, fmt.Errorf("%w: %q is no whole number of bytes", ErrSize, text)
	}
	if !value.Num().IsInt64() {
		return 0, fmt.Errorf("%w: %q is more than %d bytes", ErrSize, text, int64(math.MaxInt64))
	}
	return value.Num().Int64(), nil
}

// unitFactor returns the bytes in one unit.
func unitFactor(unit string) (int64, bool) {
	lower := strings.ToLower(unit)
	if lower == "" || lower == "b" {
		return 1, true
	}
	exponent := strings.IndexByte("kmgtp", lower[0]) + 1
	if exponent == 0 {
		return 0, false
	}
	base := int64(1024)
	switch lower[1:] {
	case "", "ib":
	case "b":
		base = 1000
	default:
		return 0, false
	}
	factor := int64(1)
	for range exponent {
		factor *= base
	}
	return factor, true
}
