package trt

import (
	"fmt"
	"strconv"
	"strings"
)

// setting is one line of the flat interface to the shim.
type setting struct{ key, value string }

// flat returns the settings as the shim takes them.
func (s Settings) flat() ([]setting, error) {
	if err := s.inRange(); err != nil {
		return nil, err
	}
	if err := s.contradictions(); err != nil {
		return nil, err
	}
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
	limit := func(key string, bytes int64) {
		if bytes != 0 {
			add(key, strconv.FormatInt(bytes, 10))
		}
	}
	number("optimization_level", s.OptimizationLevel)
	number("max_tactics", s.MaxTactics)
	name("tiling", s.Tiling)
	limit("l2_limit", s.L2Limit)
	limit("workspace", s.Workspace)
	if s.TacticSources != nil {
		add("tactic_sources", strings.Join(*s.TacticSources, ","))
	}
	for _, name := range s.Flags {
		add("flag", name)
	}
	for _, name := range s.NoFlags {
		add("no_flag", name)
	}
	for _, feature := range s.PreviewFeatures {
		add("preview_feature", feature)
	}
	if !s.stronglyTyped() {
		add("strongly_typed", "false")
	}
	if s.Int8Range != 0 {
		add("int8_range", strconv.FormatFloat(s.Int8Range, 'g', -1, 32))
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
	if s.IgnoreTimingCacheMismatch && s.TimingCache != "" {
		add("ignore_timing_cache_mismatch", "true")
	}
	for _, route := range s.Routes {
		add("route", route.Name+"="+route.Value)
	}
	profiles, err := flatProfiles(s.Profiles)
	if err != nil {
		return nil, err
	}
	for _, line := range profiles {
		add("profile", line)
	}
	for _, line := range list {
		if strings.ContainsRune(line.value, 0) {
			return nil, fmt.Errorf("setting %s has a zero byte", line.key)
		}
	}
	return list, nil
}
