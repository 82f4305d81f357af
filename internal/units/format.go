package units

import (
	"strconv"

	"github.com/dustin/go-humanize"
)

// FormatBytes writes a count exactly, with separators between thousands: 5,487,774,180.
func FormatBytes(count int64) string { return humanize.Comma(count) }

// FormatSize writes a size in bytes with a binary unit. A whole number of units has no decimals, and
// anything else three significant digits: 4 KiB, 5.11 GiB, 102 MiB. It is for reading only: where a
// size decides something, FormatBytes stands beside it.
func FormatSize(size int64) string {
	if size < 0 {
		if size == -size { // the one value without a positive twin
			return "-8 EiB"
		}
		return "-" + FormatSize(-size)
	}
	if size < 1024 {
		return strconv.FormatInt(size, 10) + " B"
	}
	exponent := 0
	unit := int64(1)
	for exponent < len(binaryUnits)-1 && size/unit >= 1024 {
		unit *= 1024
		exponent++
	}
	if size%unit == 0 {
		return strconv.FormatInt(size/unit, 10) + " " + binaryUnits[exponent]
	}
	value := float64(size) / float64(unit)
	if value >= 1023.5 && exponent < len(binaryUnits)-1 { // rounding would print 1024 of the smaller unit
		return "1.00 " + binaryUnits[exponent+1]
	}
	decimals := 0
	switch { // the limits are those of rounding: 9.995 prints as 10.0
	case value < 9.995:
		decimals = 2
	case value < 99.95:
		decimals = 1
	}
	return strconv.FormatFloat(value, 'f', decimals, 64) + " " + binaryUnits[exponent]
}

var binaryUnits = [...]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}

// FormatShare writes part of whole as a percentage with two decimals. It never rounds to nothing or to
// everything: what is not zero prints at least "<0.01 %", what is not all at most ">99.99 %". A whole
// of 0 has no shares.
func FormatShare(part, whole int64) string {
	if whole <= 0 {
		return "-"
	}
	share := 100 * float64(part) / float64(whole)
	switch {
	case part == 0:
		return "0 %"
	case part == whole:
		return "100 %"
	case part > 0 && share < 0.005:
		return "<0.01 %"
	case part < whole && share >= 99.995:
		return ">99.99 %"
	}
	return strconv.FormatFloat(share, 'f', 2, 64) + " %"
}
