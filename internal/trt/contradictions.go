package trt

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// weak are the flags that only weakly typed networks can have: they allow the builder a precision.
var weak = []string{"FP16", "BF16", "INT8", "FP8", "INT4", "FP4", "STRICT_TYPES", "OBEY_PRECISION_CONSTRAINTS", "PREFER_PRECISION_CONSTRAINTS"}

// stronglyTyped decides what is not said.
func (s Settings) stronglyTyped() bool {
	if s.StronglyTyped != nil {
		return *s.StronglyTyped
	}
	return s.Int8Range == 0 && !slices.ContainsFunc(s.Flags, func(f string) bool { return slices.Contains(weak, f) })
}

// contradictions is an error about settings that no TensorRT can follow.
func (s Settings) contradictions() error {
	switch {
	case s.Workspace < 0:
		return fmt.Errorf("workspace of %d bytes", s.Workspace)
	case s.L2Limit < 0:
		return fmt.Errorf("L2 limit of %d bytes", s.L2Limit)
	case math.IsNaN(s.Int8Range) || s.Int8Range < 0 || s.Int8Range > math.MaxFloat32:
		return fmt.Errorf("dynamic range of -%g to %g", s.Int8Range, s.Int8Range)
	case s.Int8Range != 0 && !slices.Contains(s.Flags, "INT8"):
		return errors.New("a dynamic range without flag INT8")
	case s.TimingCache != "" && slices.Contains(s.Flags, "DISABLE_TIMING_CACHE"):
		return errors.New("a timing cache with flag DISABLE_TIMING_CACHE")
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
