package trt

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxRank is the most dimensions a TensorRT shape has.
const maxRank = 8

// maxProfiles is far more than anybody uses; it keeps a wrong index from making thousands.
const maxProfiles = 64

// flatProfiles spells profiles as the shim takes them. Their indices must have no gap.
func flatProfiles(list []Profile) ([]string, error) {
	used := map[int]bool{}
	type target struct {
		index int
		input string
	}
	seen := map[target]bool{}
	lines := make([]string, 0, len(list))
	for _, p := range list {
		line, err := p.flat()
		if err != nil {
			return nil, err
		}
		if seen[target{p.Index, p.Input}] {
			return nil, fmt.Errorf("profile %d has input %s twice", p.Index, OneLine(p.Input))
		}
		used[p.Index], seen[target{p.Index, p.Input}] = true, true
		lines = append(lines, line)
	}
	for i := range len(used) {
		if !used[i] {
			return nil, fmt.Errorf("profile %d is missing: there are %d, which are counted from 0", i, len(used))
		}
	}
	return lines, nil
}

// flat spells a profile as INDEX;shape;MIN;OPT;MAX;NAME, or with "values" in place of "shape".
func (p Profile) flat() (string, error) {
	if p.Input == "" {
		return "", errors.New("a profile without an input")
	}
	if p.Index < 0 || p.Index >= maxProfiles {
		return "", fmt.Errorf("profile %d of %s: the index is not from 0 to %d", p.Index, OneLine(p.Input), maxProfiles-1)
	}
	kind := "shape"
	if p.Values {
		kind = "values"
	}
	fields := []string{strconv.Itoa(p.Index), kind}
	for _, list := range [][]int64{p.Min, p.Opt, p.Max} {
		if len(list) == 0 || len(list) != len(p.Min) || !p.Values && (len(list) > maxRank || slices.Min(list) < 0) {
			return "", fmt.Errorf("profile of %s: %s %v, %v, %v", OneLine(p.Input), kind, p.Min, p.Opt, p.Max)
		}
		numbers := make([]string, len(list))
		for i, n := range list {
			numbers[i] = strconv.FormatInt(n, 10)
		}
		fields = append(fields, strings.Join(numbers, ","))
	}
	for i := range p.Min {
		if p.Min[i] > p.Opt[i] || p.Opt[i] > p.Max[i] {
			return "", fmt.Errorf("profile of %s: not in order: %v, %v, %v", OneLine(p.Input), p.Min, p.Opt, p.Max)
		}
	}
	return strings.Join(append(fields, p.Input), ";"), nil
}
