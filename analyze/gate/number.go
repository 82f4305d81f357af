package gate

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strings"
)

// Percent is a share that was written with its sign, such as 5% or 2.5%. It is kept exactly.
type Percent struct {
	value *big.Rat // of one hundred
}

// Ratio is a factor that was written without a sign, such as 1.5. It is kept exactly.
type Ratio struct {
	value *big.Rat
}

// number bounds what is read: more digits mean nothing, and must not cost memory.
var number = regexp.MustCompile(`^\d{1,12}(\.\d{1,12})?$`)

// ParsePercent reads a percentage. A number without the sign is refused: 5 and 0.05 can both be meant by it.
func ParsePercent(text string) (Percent, error) {
	digits, signed := strings.CutSuffix(strings.TrimSpace(text), "%")
	digits = strings.TrimSpace(digits)
	switch {
	case !signed && number.MatchString(digits):
		return Percent{}, fmt.Errorf("%s has no %% sign: a percentage is written as 5%%", digits)
	case !number.MatchString(digits):
		return Percent{}, errors.New("it is a percentage, such as 5%")
	}
	value, _ := new(big.Rat).SetString(digits)
	return Percent{value}, nil
}

// mustPercent is for the defaults.
func mustPercent(text string) Percent {
	p, err := ParsePercent(text)
	if err != nil {
		panic(err) // a test reads them all
	}
	return p
}

// ParseRatio reads a factor. One with a percent sign is refused: 5% is hardly meant to be 0.05 times.
func ParseRatio(text string) (Ratio, error) {
	text = strings.TrimSpace(text)
	if strings.HasSuffix(text, "%") {
		return Ratio{}, fmt.Errorf("%s is a percentage: a ratio is a factor without a sign, such as 1.5", text)
	}
	if !number.MatchString(text) {
		return Ratio{}, errors.New("it is a factor, such as 1.5")
	}
	value, _ := new(big.Rat).SetString(text)
	if value.Sign() == 0 {
		return Ratio{}, errors.New("a ratio of 0 allows nothing")
	}
	return Ratio{value}, nil
}

// String writes the percentage as it was given, with a space before the sign.
func (p Percent) String() string { return decimal(p.value) + " %" }

// String writes the factor as it was given.
func (r Ratio) String() string { return decimal(r.value) }

// decimal writes a number that has been written with decimals, without zeros at its end.
func decimal(value *big.Rat) string {
	if value == nil {
		return "0"
	}
	digits, _ := value.FloatPrec()
	return value.FloatString(digits)
}

// of is the largest whole number of bytes that is not more than the percentage of size.
func (p Percent) of(size int64) int64 {
	return floor(new(big.Rat).Mul(p.value, big.NewRat(size, 100)))
}

// of is the largest whole number of bytes that is not more than the factor times size.
func (r Ratio) of(size int64) int64 {
	return floor(new(big.Rat).Mul(r.value, new(big.Rat).SetInt64(size)))
}

// floor rounds a number that is not negative down, to what an int64 holds at most.
func floor(value *big.Rat) int64 {
	whole := new(big.Int).Quo(value.Num(), value.Denom())
	if !whole.IsInt64() {
		return math.MaxInt64
	}
	return whole.Int64()
}

// sum adds numbers of bytes that are not negative, to what an int64 holds at most.
func sum(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
