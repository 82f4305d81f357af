package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/tensor"
)

// pairs is a flag that takes NAME=VALUE, often.
type pairs struct {
	form  string
	set   func(name, value string) error
	given []string
}

func newPairs(form string, set func(name, value string) error) *pairs {
	return &pairs{form: form, set: set}
}

// String lists what was given.
func (p *pairs) String() string { return strings.Join(p.given, " ") }

// Set takes one more.
func (p *pairs) Set(text string) error {
	at := strings.LastIndexByte(text, '=')
	if at <= 0 || at == len(text)-1 {
		return fmt.Errorf("it is %s", p.form)
	}
	if err := p.set(text[:at], text[at+1:]); err != nil {
		return err
	}
	p.given = append(p.given, text)
	return nil
}

// Type names the value in help text.
func (p *pairs) Type() string { return p.form }

func setShape(to map[string][]int64, name, value string) error {
	shape := []int64{}
	for _, part := range strings.Split(value, "x") {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil || n < 0 {
			return fmt.Errorf("%q is no shape such as 1x3x64x64", value)
		}
		shape = append(shape, n)
	}
	return setOnce(to, name, shape)
}

func setRange(to map[string]tensor.Range, name, value string) error {
	low, high, found := strings.Cut(value, ":")
	least, err := strconv.ParseFloat(low, 64)
	most, errMost := strconv.ParseFloat(high, 64)
	if !found || errors.Join(err, errMost) != nil || !(least <= most) {
		return fmt.Errorf("%q is no range such as 0:255", value)
	}
	return setOnce(to, name, tensor.Range{Low: least, High: most})
}

// wordList is a flag that takes some of a few words.
type wordList struct {
	value *[]string
	words []string
}

func newWordList(value *[]string, words []string) *wordList { return &wordList{value, words} }

// String lists the words.
func (w *wordList) String() string {
	if slices.Equal(*w.value, w.words) {
		return "all"
	}
	return strings.Join(*w.value, ",")
}

// Set takes a list, or all.
func (w *wordList) Set(text string) error {
	if text == "all" {
		*w.value = w.words
		return nil
	}
	var list []string
	for _, word := range strings.Split(text, ",") {
		switch {
		case !slices.Contains(w.words, word):
			return fmt.Errorf("%q is none of %s", word, strings.Join(w.words, ", "))
		case slices.Contains(list, word):
			return fmt.Errorf("%s is named twice", word)
		}
		list = append(list, word)
	}
	*w.value = list
	return nil
}

// Type names the value in help text.
func (*wordList) Type() string { return "LIST" }

// maxSeeds is how many seeds there can be.
const maxSeeds = 1000

// seedList is a flag that takes seeds, and ranges of them.
type seedList struct{ value *[]uint64 }

// String lists the seeds.
func (s *seedList) String() string {
	var words []string
	for _, seed := range *s.value {
		words = append(words, strconv.FormatUint(seed, 10))
	}
	return strings.Join(words, ",")
}

// Set takes a list.
func (s *seedList) Set(text string) error {
	var list []uint64
	for _, part := range strings.Split(text, ",") {
		first, last, ranged := strings.Cut(part, "-")
		from, err := strconv.ParseUint(first, 10, 64)
		to := from
		if ranged && err == nil {
			to, err = strconv.ParseUint(last, 10, 64)
		}
		if err != nil || to < from {
			return fmt.Errorf("%q is no seed and no range of seeds such as 1-10", part)
		}
		if to-from >= maxSeeds-uint64(len(list)) {
			return fmt.Errorf("more than %d seeds", maxSeeds)
		}
		for seed := from; ; seed++ {
			if slices.Contains(list, seed) {
				return fmt.Errorf("seed %d is named twice", seed)
			}
			list = append(list, seed)
			if seed == to || seed == math.MaxUint64 {
				break
			}
		}
	}
	*s.value = list
	return nil
}

// Type names the value in help text.
func (*seedList) Type() string { return "LIST" }

// optionalULP is a flag that takes a distance, and knows whether it was given.
type optionalULP struct{ value **uint64 }

// String is the distance, "" if none was given.
func (o *optionalULP) String() string {
	if o.value == nil || *o.value == nil {
		return ""
	}
	return strconv.FormatUint(**o.value, 10)
}

// Set takes a distance.
func (o *optionalULP) Set(text string) error {
	distance, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return errors.New("it is a whole number from 0 on")
	}
	*o.value = &distance
	return nil
}

// Type names the value in help text.
func (*optionalULP) Type() string { return "N" }
