package trt

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// The largest values of settings. A DLA core, a stream or a profile beyond them is on no machine.
const (
	MaxOptimizationLevel = 5
	MaxMaxTactics        = 1 << 20
	MaxDLACore           = 15
	MaxAuxStreams        = 64
)

// named are the kinds of settings that are one of a few names, as the support table calls them, and their keys.
var named = [][2]string{
	{"tiling", "tiling"}, {"tactic source", "tactic_sources"}, {"flag", "flags or no_flags"}, {"preview feature", "preview_features"},
	{"verbosity", "verbosity"}, {"capability", "capabilities"}, {"hardware compatibility", "hardware_compatibility"},
	{"engine capability", "engine_capability"}, {"platform", "platform"},
}

// Validate returns an error, of one line that names a setting by its key in JSON, for what no TensorRT can follow: a
// value out of its range, a name that none has, settings that exclude each other.
func (s Settings) Validate() error {
	for _, feature := range s.features() {
		if _, known := support()[feature]; known {
			continue
		}
		for _, kind := range named {
			if name, is := strings.CutPrefix(feature, kind[0]+" "); is {
				return fmt.Errorf("%s: no TensorRT knows %q; there are %s", kind[1], name, strings.Join(Names(kind[0]), ", "))
			}
		}
	}
	_, err := s.flat()
	return err
}

// inRange is an error about a number that is out of its range.
func (s Settings) inRange() error {
	for _, number := range []struct {
		key   string
		value *int
		most  int
	}{
		{"optimization_level", s.OptimizationLevel, MaxOptimizationLevel}, {"max_tactics", s.MaxTactics, MaxMaxTactics},
		{"dla_core", s.DLACore, MaxDLACore}, {"aux_streams", s.AuxStreams, MaxAuxStreams},
	} {
		if number.value != nil && (*number.value < 0 || *number.value > number.most) {
			return fmt.Errorf("%s is %d; it is from 0 to %d", number.key, *number.value, number.most)
		}
	}
	switch {
	case s.Workspace < 0:
		return fmt.Errorf("workspace is %d bytes, which are less than none", s.Workspace)
	case s.L2Limit < 0:
		return fmt.Errorf("l2_limit is %d bytes, which are less than none", s.L2Limit)
	case math.IsNaN(s.Int8Range) || s.Int8Range < 0 || s.Int8Range > math.MaxFloat32:
		return fmt.Errorf("int8_range is %g; it is from 0 to %g", s.Int8Range, float64(math.MaxFloat32))
	}
	return nil
}

// contradictions is an error about settings that no TensorRT can follow together.
func (s Settings) contradictions() error {
	switch {
	case s.Int8Range != 0 && !slices.Contains(s.Flags, "INT8"):
		return errors.New("int8_range without flag INT8")
	case s.TimingCache != "" && slices.Contains(s.Flags, "DISABLE_TIMING_CACHE"):
		return errors.New("timing_cache with flag DISABLE_TIMING_CACHE")
	}
	for _, flag := range s.Flags {
		if slices.Contains(s.NoFlags, flag) {
			return fmt.Errorf("flag %s is set and cleared", OneLine(flag))
		}
	}
	for _, route := range s.Routes {
		if route.Name == "" || strings.ContainsAny(route.Name+route.Value, " \t\r\n") || strings.Contains(route.Name, "=") {
			return fmt.Errorf("build route %q=%q", route.Name, route.Value)
		}
	}
	return nil
}
