package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/planlint/planlint/internal/trt"
)

// maxProfiles bounds the number of a profile; TensorRT itself gets slow long before.
const maxProfiles = 64

// bound is which of three shapes a flag gives.
type bound int

const (
	boundMin bound = iota
	boundOpt
	boundMax
)

func (b bound) String() string { return [...]string{"min", "opt", "max"}[b] }

// shapeKey is an input in an optimization profile.
type shapeKey struct {
	profile int
	input   string
	values  bool
}

// what ends the names of the flags for it.
func (k shapeKey) what() string {
	if k.values {
		return "Values"
	}
	return "Shapes"
}

// profileFlags are --minShapes and so on. A --profile before them says which profile they are for.
type profileFlags struct {
	current int
	given   map[shapeKey]*[3][]int64
	seen    map[string]bool // flags, with their profile
}

func (p *profileFlags) add(set *pflag.FlagSet) {
	p.given, p.seen = map[shapeKey]*[3][]int64{}, map[string]bool{}
	for _, b := range []bound{boundMin, boundOpt, boundMax} {
		set.Var(&shapes{p, b, false}, b.String()+"Shapes", map[bound]string{
			boundMin: "smallest `SHAPES` of inputs, such as x:1x3x8x8,y:1x10",
			boundOpt: "`SHAPES` that the plan is made to be fast for",
			boundMax: "largest `SHAPES`",
		}[b])
	}
	for _, b := range []bound{boundMin, boundOpt, boundMax} {
		set.Var(&shapes{p, b, true}, b.String()+"Values", "the same for `VALUES` of inputs that shapes are computed from, such as n:1x3")
	}
	set.Var(p, "profile", "the optimization profile that the flags behind it are for, `N` from 0")
}

// String is "": there is no default to show.
func (p *profileFlags) String() string { return "" }

// Set chooses the profile that shapes are for.
func (p *profileFlags) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n >= maxProfiles {
		return fmt.Errorf("it is a whole number from 0 to %d", maxProfiles-1)
	}
	p.current = n
	return nil
}

// Type names the value in help text.
func (*profileFlags) Type() string { return "int" }

// shapes is one of the flags.
type shapes struct {
	profiles *profileFlags
	bound    bound
	values   bool
}

// String is "": there is no default to show.
func (s *shapes) String() string { return "" }

// Type names the value in help text.
func (*shapes) Type() string { return "shapes" }

// Set takes shapes in trtexec's spelling. A name may have colons in it, and may stand in single quotes.
func (s *shapes) Set(text string) error {
	p := s.profiles
	flag := fmt.Sprint(s.bound, s.values, p.current)
	if p.seen[flag] {
		return fmt.Errorf("it stands here a second time for profile %d", p.current)
	}
	p.seen[flag] = true
	for _, part := range splitShapes(text) {
		name, shape, err := parseNamedShape(part)
		if err != nil {
			return err
		}
		key := shapeKey{p.current, name, s.values}
		if p.given[key] == nil {
			p.given[key] = &[3][]int64{}
		}
		if p.given[key][s.bound] != nil {
			return fmt.Errorf("input %s has two shapes", name)
		}
		p.given[key][s.bound] = shape
	}
	return nil
}

// splitShapes splits at commas outside of quotes.
func splitShapes(text string) []string {
	var parts []string
	start, quoted := 0, false
	for i, c := range text {
		switch {
		case c == '\'':
			quoted = !quoted
		case c == ',' && !quoted:
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}

// parseNamedShape reads NAME:1x3x8x8.
func parseNamedShape(text string) (name string, shape []int64, err error) {
	colon := strings.LastIndexByte(text, ':')
	if colon >= 0 {
		name = strings.ReplaceAll(text[:colon], "'", "")
		shape, err = parseShape(text[colon+1:])
	}
	if err != nil || name == "" {
		return "", nil, fmt.Errorf("%q is not NAME:1x3x8x8", text)
	}
	return name, shape, nil
}

func parseShape(text string) ([]int64, error) {
	var shape []int64
	for _, part := range strings.Split(text, "x") {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return nil, err
		}
		shape = append(shape, n)
	}
	return shape, nil
}

// resolve adds the profiles of the flags to a list, in order. A bound that is missing everywhere in a profile is
// filled in as trtexec does: the least and the largest shapes from the best ones, these from the largest.
func (p *profileFlags) resolve(list []trt.Profile) ([]trt.Profile, error) {
	keys := slices.SortedFunc(maps.Keys(p.given), func(a, b shapeKey) int {
		return cmp.Or(cmp.Compare(a.profile, b.profile), strings.Compare(a.input, b.input))
	})
	for _, key := range keys {
		given := *p.given[key]
		for i, from := range [][2]bound{{boundOpt, boundMax}, {boundMax, boundMin}, {boundOpt, boundMin}} {
			if b := bound(i); given[b] == nil && !p.has(key, b) {
				given[b] = given[from[0]]
				if given[b] == nil {
					given[b] = given[from[1]]
				}
			}
		}
		if err := checkShapes(key, given); err != nil {
			return nil, err
		}
		list = append(list, trt.Profile{
			Index: key.profile, Input: key.input, Values: key.values, Min: given[boundMin], Opt: given[boundOpt], Max: given[boundMax],
		})
	}
	return list, checkIndices(list)
}

// has tells whether a profile has a bound for any input.
func (p *profileFlags) has(key shapeKey, b bound) bool {
	return p.seen[fmt.Sprint(b, key.values, key.profile)]
}

func checkShapes(key shapeKey, given [3][]int64) error {
	flag := func(b bound) string { return "--" + b.String() + key.what() }
	bounds := []bound{boundMin, boundOpt, boundMax}
	for _, b := range bounds {
		if given[b] == nil {
			return usagef("%s: input %s is missing, and other flags name it", flag(b), key.input)
		}
	}
	for _, b := range bounds {
		switch {
		case len(given[b]) != len(given[boundOpt]):
			return usagef("%s: input %s has %d numbers, and %d in %s", flag(b), key.input, len(given[b]), len(given[boundOpt]), flag(boundOpt))
		case !key.values && slices.Min(given[b]) < 0:
			return usagef("%s: input %s has a negative dimension", flag(b), key.input)
		}
	}
	for i, middle := range given[boundOpt] {
		if given[boundMin][i] > middle || middle > given[boundMax][i] {
			return usagef("%s: number %d of input %s is %d at least, %d at best and %d at most", flag(boundOpt), i+1, key.input,
				given[boundMin][i], middle, given[boundMax][i])
		}
	}
	return nil
}

// checkIndices makes sure that no profile is left out.
func checkIndices(profiles []trt.Profile) error {
	seen := map[int]bool{}
	last := -1
	for _, p := range profiles {
		seen[p.Index] = true
		last = max(last, p.Index)
	}
	for i := range last {
		if !seen[i] {
			return usagef("--profile: profile %d has no shapes, and a later one has", i)
		}
	}
	return nil
}
