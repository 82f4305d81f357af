package trt

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Settings of a build. The zero value is what the family does by default.
type Settings struct {
	// OptimizationLevel is the builder's, 0 to 5.
	OptimizationLevel *int `json:"optimization_level,omitempty"`
	// Flags to set, named as in BuilderFlag: "WEIGHT_STREAMING".
	Flags []string `json:"flags,omitempty"`
	// NoFlags are cleared: "TF32" is on by default.
	NoFlags []string `json:"no_flags,omitempty"`
	// Verbosity of profiling: "LAYER_NAMES_ONLY", "NONE" or "DETAILED".
	Verbosity string `json:"verbosity,omitempty"`
	// Capabilities to build for, "SM75"; TensorRT-RTX only.
	Capabilities []string `json:"capabilities,omitempty"`
	// Platform the plan will run on, "WINDOWS_AMD64".
	Platform string `json:"platform,omitempty"`
	// Workspace is the limit of the workspace's memory in bytes; 0: the family's own.
	Workspace int64 `json:"workspace,omitempty"`
	// Profiles give the shapes of inputs with free dimensions.
	Profiles []Profile `json:"profiles,omitempty"`
}

// Profile is the least, best and largest shape of one input.
type Profile struct {
	Input string  `json:"input"`
	Min   []int64 `json:"min"`
	Opt   []int64 `json:"opt"`
	Max   []int64 `json:"max"`
}

// setting is one line of the flat interface to the shim.
type setting struct{ key, value string }

// maxRank is the most dimensions a TensorRT shape has.
const maxRank = 8

// flat returns the settings as the shim takes them.
func (s Settings) flat() ([]setting, error) {
	var list []setting
	add := func(key, value string) { list = append(list, setting{key, value}) }
	if s.OptimizationLevel != nil {
		add("optimization_level", strconv.Itoa(*s.OptimizationLevel))
	}
	for _, name := range s.Flags {
		add("flag", name)
	}
	for _, name := range s.NoFlags {
		add("no_flag", name)
	}
	if s.Verbosity != "" {
		add("verbosity", s.Verbosity)
	}
	if len(s.Capabilities) > 0 {
		add("capabilities", strings.Join(s.Capabilities, ","))
	}
	if s.Platform != "" {
		add("platform", s.Platform)
	}
	if s.Workspace < 0 {
		return nil, fmt.Errorf("workspace of %d bytes", s.Workspace)
	}
	if s.Workspace > 0 {
		add("workspace", strconv.FormatInt(s.Workspace, 10))
	}
	for _, p := range s.Profiles {
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

// minVersions are the first versions with a feature, where it is known: from the release notes and headers.
var minVersions = map[string]map[Family]string{
	"flag WEIGHT_STREAMING": {TRT8: "TensorRT 10.0"},
	"flag STRIP_PLAN":       {TRT8: "TensorRT 10.0"},
	"platform":              {TRT8: "TensorRT 10.2", TRT10: "TensorRT 10.2"},
	"capabilities":          {TRT8: "TensorRT-RTX 1.0", TRT10: "TensorRT-RTX 1.0", TRT11: "TensorRT-RTX 1.0"},
}

// unsupported is the error for a feature that the shim refused.
func unsupported(family Family, feature string) error {
	return &UnsupportedError{Feature: feature, MinVersion: minVersions[feature][family]}
}
