// Package units reads and writes byte sizes as people do: 4KiB, 5.11 GiB, 5,487,774,180.
package units

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
)

// Parse reads a size in bytes: a plain number or one with a unit, binary (4KiB, 1.5 GiB) or decimal
// (10kB, 2 GB). A size is never negative.
func Parse(text string) (int64, error) {
	trimmed := strings.TrimSpace(text)
	if n, err := strconv.ParseInt(trimmed, 10, 64); err == nil {
		if n < 0 {
			return 0, fmt.Errorf("size %q is negative", text)
		}
		return n, nil
	}
	n, err := humanize.ParseBytes(trimmed)
	if err != nil {
		return 0, fmt.Errorf("%q is not a size such as 4096, 4KiB or 1.5MiB", text)
	}
	if n > math.MaxInt64 {
		return 0, fmt.Errorf("size %q is too large", text)
	}
	return int64(n), nil
}

// Format rounds a size in bytes to three digits and a binary unit, such as "5.11 GiB".
func Format(bytes int64) string {
	if bytes < 0 {
		return "-" + humanize.IBytesN(magnitude(bytes), 3)
	}
	return humanize.IBytesN(uint64(bytes), 3)
}

// Exact writes a size in bytes with every digit, grouped by thousands, such as "5,487,774,180".
func Exact(bytes int64) string {
	return humanize.Comma(bytes)
}

// magnitude is the absolute value of a negative number, also of the smallest one.
func magnitude(n int64) uint64 {
	return uint64(-(n + 1)) + 1
}
