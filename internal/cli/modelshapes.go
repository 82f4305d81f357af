package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// modelShapes are --shape, and --minShapes and so on as trtexec spells them.
type modelShapes struct {
	given    map[string][]int64
	profiles profileFlags
}

func (m *modelShapes) add(set *pflag.FlagSet) {
	m.given = map[string][]int64{}
	set.Var((*shapeFlag)(m), "shape", "shape of an input, `NAME=1x64x720x1280` (repeatable)")
	m.profiles.given, m.profiles.seen = map[shapeKey]*[3][]int64{}, map[string]bool{}
	for i, usage := range []string{"smallest `SHAPES` of inputs, such as x:1x3x8x8,y:1x10", "`SHAPES` that the plan is made to be fast for", "largest `SHAPES`"} {
		set.Var(&shapes{&m.profiles, bound(i), false}, bound(i).String()+"Shapes", usage)
	}
}

// sets are what the flags say: nothing, one set of shapes, or the least, best and largest ones of a profile.
func (m *modelShapes) sets() ([]map[string][]int64, error) {
	if len(m.profiles.given) == 0 {
		if len(m.given) == 0 {
			return nil, nil
		}
		return []map[string][]int64{m.given}, nil
	}
	profile, err := m.profiles.resolve(nil)
	if err != nil {
		return nil, err
	}
	sets := []map[string][]int64{{}, {}, {}}
	for name, dims := range m.given {
		for _, set := range sets {
			set[name] = dims
		}
	}
	for _, in := range profile {
		if m.given[in.Input] != nil {
			return nil, usagef("input %s has a shape by --shape, and others by a profile", in.Input)
		}
		sets[boundMin][in.Input], sets[boundOpt][in.Input], sets[boundMax][in.Input] = in.Min, in.Opt, in.Max
	}
	return sets, nil
}

// shapeFlag is --shape.
type shapeFlag modelShapes

// String is "": there is no default to show.
func (*shapeFlag) String() string { return "" }

// Type names the value in help text.
func (*shapeFlag) Type() string { return "shape" }

// Set takes the shape of one input, whose name may have equals signs in it.
func (s *shapeFlag) Set(text string) error {
	at := strings.LastIndexByte(text, '=')
	if at < 1 {
		return errors.New("it is NAME=1x64x720x1280")
	}
	name := text[:at]
	dims := []int64{} // of a scalar
	if text[at+1:] != "" {
		var err error
		if dims, err = parseShape(text[at+1:]); err != nil {
			return errors.New("it is NAME=1x64x720x1280")
		}
	}
	for _, d := range dims {
		if d < 0 {
			return fmt.Errorf("input %s has a negative dimension", name)
		}
	}
	if s.given[name] != nil {
		return fmt.Errorf("input %s has two shapes", name)
	}
	s.given[name] = dims
	return nil
}
