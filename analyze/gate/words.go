package gate

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"time"

	"github.com/planlint/planlint/internal/units"
)

var (
	version      = regexp.MustCompile(`^\d+(\.\d+){0,3}$`)
	architecture = regexp.MustCompile(`(?i)^(sm[_ ]?)?(\d{1,2}\.\d|\d{2,3})[af]?$`)
)

// ParseVersion reads a version of TensorRT, or the start of one.
func ParseVersion(text string) (string, error) {
	if !version.MatchString(text) {
		return "", errors.New("a version is one to four numbers, such as 10.16")
	}
	return text, nil
}

// ParseSM reads a GPU architecture.
func ParseSM(text string) (string, error) {
	if !architecture.MatchString(text) {
		return "", errors.New("an SM is a number such as 90, 9.0 or sm_90")
	}
	return text, nil
}

// parseDay reads a day.
func parseDay(text string) (time.Time, error) {
	t, err := time.Parse(day, text)
	if err != nil {
		return t, errors.New("a day is written as 2027-01-31")
	}
	return t, nil
}

// inBytes writes a size exactly, and rounded beside it where that is shorter to read.
func inBytes(size int64) string {
	switch {
	case size == 1:
		return "1 byte"
	case size < 1024:
		return fmt.Sprintf("%d bytes", size)
	}
	return units.FormatBytes(size) + " bytes (" + units.FormatSize(size) + ")"
}

// change writes by how much a size is above a base or below it, in percent. It has as many decimals as it takes not
// to look like the limit, which is another size.
func change(actual, base, limit int64) string {
	if base <= 0 {
		return units.FormatBytes(actual-base) + " bytes"
	}
	percent := func(size, decimals int64) string {
		value := new(big.Rat).SetFrac64(size-base, base)
		value.Mul(value, big.NewRat(100, 1))
		return value.FloatString(int(decimals))
	}
	text := percent(actual, 2)
	for decimals := int64(2); decimals <= 18 && actual != limit && percent(actual, decimals) == percent(limit, decimals); decimals++ {
		text = percent(actual, decimals+1)
	}
	if actual >= base {
		text = "+" + text
	}
	return text + " %"
}

// times writes a size as a multiple of a base, with as many decimals as it takes not to look like the limit.
func times(actual, base, limit int64) string {
	if base <= 0 {
		return units.FormatBytes(actual) + " bytes beside"
	}
	factor := func(size int64, decimals int) string { return new(big.Rat).SetFrac64(size, base).FloatString(decimals) }
	decimals := 2
	for decimals < 18 && actual != limit && factor(actual, decimals) == factor(limit, decimals) {
		decimals++
	}
	return factor(actual, decimals) + " times"
}
