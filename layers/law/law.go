package law

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Law says how padding follows from a group.
type Law struct {
	Name string `json:"name"`
	// Source says where the numbers come from, Measured whether a builder showed them.
	Source   string `json:"source"`
	Measured bool   `json:"measured"`
	// Target is the version of TensorRT that the law was measured with; empty if it is not said.
	Target string `json:"target,omitempty"`
	// Rules are tried in order; the first that fits a group decides.
	Rules []Rule `json:"bytes_per_element"`
}

// Rule is one line of a law. It has exactly one of Bytes, Times and Intermediates.
type Rule struct {
	// DTypes are the types of a group's output that the rule is for, such as "float16"; empty: any.
	DTypes []string `json:"dtypes,omitempty"`
	// Ops are the operators that the rule is for, in the order of the model; empty: any.
	Ops []string `json:"ops,omitempty"`
	// Bytes of padding for each element of the output.
	Bytes *float64 `json:"bytes,omitempty"`
	// Times is how often the padding holds the output.
	Times *float64 `json:"times_output,omitempty"`
	// Intermediates: the padding holds what the group computes on its way, one step after the other.
	Intermediates bool `json:"intermediates,omitempty"`
	// Measured: a builder showed this very line.
	Measured bool `json:"measured,omitempty"`
}

// Group is what a law needs to know of one.
type Group struct {
	Ops []string
	// Steps are the words that the name of its kernel is made of.
	Steps []string
	// Inputs is the number of values that it reads and that are no constants.
	Inputs int
	// DType and Bits are the type of its output's elements, and their width.
	DType string
	Bits  int
	// Elements is the number of the output's elements.
	Elements int64
}

// The names of the laws that fit issue 4841.
const (
	Output7x      = "output7x"
	Intermediates = "intermediates"
)

//go:embed laws.json
var lawText []byte

// Known returns the laws that fit what is known, the default first.
func Known() ([]Law, error) {
	var laws []Law
	if err := json.Unmarshal(lawText, &laws); err != nil {
		return nil, fmt.Errorf("laws: %w", err)
	}
	return laws, nil
}

// maxFile is far more than a law takes, in bytes.
const maxFile = 1 << 20

// Read reads a law of the user's own. Unknown keys are refused: a rule that is not understood would say something else.
func Read(r io.Reader) (Law, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return Law{}, err
	}
	if len(text) > maxFile {
		return Law{}, fmt.Errorf("it has more than %d bytes", maxFile)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var law Law
	if err := decoder.Decode(&law); err != nil {
		return Law{}, fmt.Errorf("it is no law: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return Law{}, errors.New("something follows the law")
	}
	if err := law.check(); err != nil {
		return Law{}, err
	}
	return law, nil
}

func (l Law) check() error {
	switch {
	case l.Name == "":
		return errors.New("the law has no name")
	case len(l.Rules) == 0:
		return errors.New("the law has no bytes_per_element")
	}
	if l.Target != "" && !isVersion(l.Target) {
		return fmt.Errorf("the law's target %q is no version", l.Target)
	}
	for i, rule := range l.Rules {
		forms := 0
		for _, number := range []*float64{rule.Bytes, rule.Times} {
			if number == nil {
				continue
			}
			if forms++; !(*number >= 0 && *number <= 1<<20) {
				return fmt.Errorf("bytes_per_element %d: %g is not from 0 to %d", i+1, *number, 1<<20)
			}
		}
		if rule.Intermediates {
			forms++
		}
		if forms != 1 {
			return fmt.Errorf("bytes_per_element %d has %d of bytes, times_output and intermediates, and needs one", i+1, forms)
		}
	}
	return nil
}

// Shown tells whether a builder showed what the law says of such a group, rather than of others alone.
func (l Law) Shown(g Group) bool {
	i := slices.IndexFunc(l.Rules, func(r Rule) bool { return r.fits(g) })
	return i >= 0 && l.Rules[i].Measured
}

// PerElement returns the bytes of padding for each element of a group's output; false if the law does not say it.
func (l Law) PerElement(g Group) (float64, bool) {
	for _, rule := range l.Rules {
		if !rule.fits(g) {
			continue
		}
		switch {
		case rule.Bytes != nil:
			return *rule.Bytes, true
		case rule.Times != nil:
			return *rule.Times * float64(g.Bits) / 8, g.Bits > 0
		default:
			return intermediates(g)
		}
	}
	return 0, false
}

// Padding returns the bytes of padding for a group that stays alone; false if the law does not say it, or if they
// are more than 2^63.
func (l Law) Padding(g Group) (int64, bool) {
	each, ok := l.PerElement(g)
	if !ok || g.Elements < 0 {
		return 0, false
	}
	if whole := int64(each); float64(whole) == each { // to the byte, where a float64 would round
		if g.Elements > 0 && whole > math.MaxInt64/g.Elements {
			return 0, false
		}
		return whole * g.Elements, true
	}
	bytes := math.Ceil(each * float64(g.Elements))
	if bytes >= math.MaxInt64 { // a conversion would give what the processor likes
		return 0, false
	}
	return int64(bytes), true
}

func (r Rule) fits(g Group) bool {
	return (len(r.DTypes) == 0 || slices.Contains(r.DTypes, g.DType)) && (len(r.Ops) == 0 || slices.Equal(r.Ops, g.Ops))
}

// Comparisons make bools that the choice behind them reads; casts are counted by what they are cast to.
var uncounted = []string{"Cast", "Lt", "Gtr", "Isin"}

// intermediates is what one element takes on its way: half precision is cast to fp32, computed there and cast back.
func intermediates(g Group) (float64, bool) {
	if g.Bits == 0 || len(g.Steps) == 0 {
		return 0, false
	}
	steps := 0
	for _, step := range g.Steps {
		if !slices.Contains(uncounted, step) {
			steps++
		}
	}
	const wide = 4 // bytes of an fp32
	output := float64(g.Bits) / 8
	switch {
	case g.DType == "float16" || g.DType == "bfloat16":
		return float64(wide*g.Inputs+wide*steps) + output, true
	case steps == 0:
		return output, true
	}
	return float64(steps) * output, true
}

// Half returns the bytes for each element of an fp16 output, where they are the same for nearly every group.
func (l Law) Half() (float64, bool) {
	for _, rule := range l.Rules {
		if len(rule.Ops) > 0 || len(rule.DTypes) > 0 && !slices.Contains(rule.DTypes, "float16") {
			continue
		}
		switch {
		case rule.Bytes != nil:
			return *rule.Bytes, true
		case rule.Times != nil:
			return *rule.Times * 2, true
		}
		return 0, false
	}
	return 0, false
}
