package trt

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// setting is one line of the flat interface to the shim.
type setting struct{ key, value string }

// maxRank is the most dimensions a TensorRT shape has.
const maxRank = 8

// flat returns the settings as the shim takes them.
func (s Settings) flat() ([]setting, error) {
	var list []setting
	add := func(key, value string) { list = append(list, setting{key, value}) }
	number := func(key string, value *int) {
		if value != nil {
			add(key, strconv.Itoa(*value))
		}
	}
	name := func(key, value string) {
		if value != "" {
			add(key, value)
		}
	}
	number("optimization_level", s.OptimizationLevel)
	name("tiling", s.Tiling)
	if s.TacticSources != nil {
		add("tactic_sources", strings.Join(*s.TacticSources, ","))
	}
	for _, name := range s.Flags {
		add("flag", name)
	}
	for _, name := range s.NoFlags {
		add("no_flag", name)
	}
	if s.StronglyTyped != nil {
		add("strongly_typed", strconv.FormatBool(*s.StronglyTyped))
	}
	if s.Int8Range != 0 {
		add("int8_range", strconv.FormatFloat(s.Int8Range, 'g', -1, 64))
	}
	name("verbosity", s.Verbosity)
	name("capabilities", strings.Join(s.Capabilities, ","))
	name("hardware_compatibility", s.HardwareCompatibility)
	name("engine_capability", s.EngineCapability)
	name("platform", s.Platform)
	number("dla_core", s.DLACore)
	number("aux_streams", s.AuxStreams)
	for _, path := range s.Plugins {
		add("plugin", path)
	}
	if s.TimingCache != "" {
		add("timing_cache", s.TimingCache)
	}
	if s.IgnoreTimingCacheMismatch {
		add("ignore_timing_cache_mismatch", "true")
	}
	for _, route := range s.Routes {
		add("route", route.Name+"="+route.Value)
	}
	for _, limit := range []struct {
		key   string
		bytes int64
	}{{"workspace", s.Workspace}, {"l2_limit", s.L2Limit}} {
		if limit.bytes < 0 {
			return nil, fmt.Errorf("%s of %d bytes", limit.key, limit.bytes)
		}
		if limit.bytes > 0 {
			add(limit.key, strconv.FormatInt(limit.bytes, 10))
		}
	}
	for _, p := range s.Profiles {
		if p.Index != 0 || p.Values {
			return nil, &UnsupportedError{Feature: "a second profile, or one of values"}
		}
		text, err := p.flat()
		if err != nil {
			return nil, err
		}
		add("profile", text)
	}
	for _, line := range list {
		if strings.ContainsRune(line.value, 0) {
			return nil, fmt.Errorf("setting %s has a zero byte", line.key)
		}
	}
	return list, nil
}

// flat spells a profile as MIN;OPT;MAX;NAME with shapes such as 1x64x8x8.
func (p Profile) flat() (string, error) {
	if p.Input == "" {
		return "", errors.New("a profile without an input")
	}
	var text strings.Builder
	for _, shape := range [][]int64{p.Min, p.Opt, p.Max} {
		if len(shape) == 0 || len(shape) != len(p.Min) || len(shape) > maxRank || slices.Min(shape) < 0 {
			return "", fmt.Errorf("profile of %s: shapes %v, %v, %v", OneLine(p.Input), p.Min, p.Opt, p.Max)
		}
		for i, dimension := range shape {
			if i > 0 {
				text.WriteByte('x')
			}
			text.WriteString(strconv.FormatInt(dimension, 10))
		}
		text.WriteByte(';')
	}
	return text.String() + p.Input, nil
}
