package cli

import (
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/trt"
)

func contains(list []string, name string) bool { return slices.Contains(list, name) }

// check refuses settings that contradict each other, whatever the TensorRT.
func (b *builderFlags) check(s trt.Settings) error {
	for _, flag := range s.Flags {
		if contains(s.NoFlags, flag) {
			return usagef("the builder's flag %s is set and cleared", flag)
		}
	}
	set := func(flag string) bool { return contains(s.Flags, flag) }
	weak := set("FP16") || set("BF16") || set("INT8") || set("FP8") || set("INT4")
	switch {
	case b.stronglyTyped && (b.best || weak):
		return usagef("--stronglyTyped keeps to the model's types, so no other precision can be allowed beside it")
	case set("FP8") && set("INT8"):
		return usagef("--fp8 and --int8 exclude each other")
	case set("EXCLUDE_LEAN_RUNTIME") && !set("VERSION_COMPATIBLE"):
		return usagef("--excludeLeanRuntime is of a --versionCompatible plan alone")
	case s.Int8Range != 0 && !set("INT8"):
		return usagef("--setting int8_range is for --int8 alone")
	case s.EngineCapability == "DLA_STANDALONE" && set("GPU_FALLBACK"):
		return usagef("--buildDLAStandalone and --allowGPUFallback exclude each other")
	case set("GPU_FALLBACK") && s.DLACore == nil:
		return usagef("--allowGPUFallback needs --useDLACore")
	case s.TimingCache != "" && set("DISABLE_TIMING_CACHE"):
		return usagef("--timingCacheFile and --noBuilderCache exclude each other")
	}
	for _, file := range s.Plugins {
		if info, err := os.Stat(file); err != nil {
			return usagef("--setPluginsToSerialize %s: %v", file, plainError(err))
		} else if !info.Mode().IsRegular() {
			return usagef("--setPluginsToSerialize %s: it is no file", file)
		}
	}
	if err := s.Validate(); err != nil { // as --setting can make them
		return usagef("the settings of the build: %v", err)
	}
	return nil
}

// settingKeys are the names that --setting knows.
func settingKeys() []string {
	var keys []string
	for field := range reflect.TypeFor[trt.Settings]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		keys = append(keys, name)
	}
	return keys
}
