package trt

import "slices"

// weak are the flags that only weakly typed networks can have: they allow the builder a precision.
var weak = []string{"FP16", "BF16", "INT8", "FP8", "INT4", "FP4", "STRICT_TYPES", "OBEY_PRECISION_CONSTRAINTS", "PREFER_PRECISION_CONSTRAINTS"}

// stronglyTyped decides what is not said.
func (s Settings) stronglyTyped() bool {
	if s.StronglyTyped != nil {
		return *s.StronglyTyped
	}
	return s.Int8Range == 0 && !slices.ContainsFunc(s.Flags, func(f string) bool { return slices.Contains(weak, f) })
}
