package units

import (
	"strconv"
	"strings"
)

// Size is a number of bytes given on the command line. It is a pflag.Value.
type Size int64

// String writes the size the way Set reads it.
func (s *Size) String() string {
	size := int64(*s)
	unit := 0
	for size >= 1024 && size%1024 == 0 && unit < len(binaryUnits)-2 { // ParseSize knows no EiB
		size /= 1024
		unit++
	}
	if unit == 0 {
		return strconv.FormatInt(size, 10)
	}
	return strconv.FormatInt(size, 10) + binaryUnits[unit]
}

// Set reads a size.
func (s *Size) Set(text string) error {
	size, err := ParseSize(strings.TrimSpace(text))
	if err != nil {
		return err
	}
	*s = Size(size)
	return nil
}

// Type names the value in help text.
func (*Size) Type() string { return "size" }
