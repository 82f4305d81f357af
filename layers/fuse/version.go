package fuse

import (
	"cmp"
	"strconv"
	"strings"
)

// isFor tells whether a rule is for a version, such as "1.7.1.116". Without a version the newest is meant.
func (r *Rule) isFor(version string) bool {
	if r.Versions == "" {
		return true
	}
	bound, older := strings.CutPrefix(r.Versions, "<")
	bound = strings.TrimPrefix(bound, ">=")
	return older == (version != "" && compareVersions(version, bound) < 0)
}

// compareVersions compares versions number by number; what is missing or no number counts as 0.
func compareVersions(a, b string) int {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(x), len(y)) {
		if c := cmp.Compare(number(x, i), number(y, i)); c != 0 {
			return c
		}
	}
	return 0
}

func number(parts []string, i int) int {
	if i >= len(parts) {
		return 0
	}
	n, err := strconv.Atoi(parts[i])
	if err != nil {
		return 0
	}
	return n
}
