package trt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// release is a version up to its minor number: 1015 is 10.15.
type release int

// releaseOf reads the start of a version: 10.15.1 is release 10.15. What is no version is 0.
func releaseOf(version string) release {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	a, err := strconv.Atoi(major)
	b, err2 := strconv.Atoi(minor)
	if err != nil || err2 != nil {
		return 0
	}
	return release(a*100 + b)
}

func (r release) String() string { return fmt.Sprintf("%d.%d", r/100, r%100) }

// newest is beyond every release.
const newest release = 1 << 30

// span is a range of releases, both ends of it included. The zero value has none.
type span struct{ first, last release }

func (s span) has(r release) bool { return s.first != 0 && s.first <= r && r <= s.last }

// families in the order of the table's columns.
var families = []Family{TRT8, TRT10, TRT11, RTX}

// support is the table as a map from feature and family.
var support = sync.OnceValue(func() map[string]map[Family]span {
	table := map[string]map[Family]span{}
	for _, line := range strings.Split(strings.TrimSpace(supportTable), "\n")[1:] {
		fields := strings.Fields(line)
		cells := fields[len(fields)-len(families):]
		row := map[Family]span{}
		for i, cell := range cells {
			first, last, ends := strings.Cut(cell, "-")
			s := span{releaseOf(first), newest}
			if ends {
				s.last = releaseOf(last)
			}
			row[families[i]] = s
		}
		table[strings.Join(fields[:len(fields)-len(families)], " ")] = row
	}
	return table
})

// Names lists, in order, what some TensorRT has of a kind of the settings: "flag", "preview feature" or
// "tactic source".
func Names(kind string) []string {
	var names []string
	for feature := range support() {
		if name, ok := strings.CutPrefix(feature, kind+" "); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Check returns an UnsupportedError for the first setting that a TensorRT lacks, or that the worker's headers
// lack.
func (s Settings) Check(a About) error {
	library, headers := releaseOf(a.Library), releaseOf(a.Headers)
	for _, feature := range s.features() {
		has := support()[feature][a.Family]
		if has.has(library) && has.has(headers) {
			continue
		}
		if has.has(library) {
			return &UnsupportedError{Feature: feature, MinVersion: "a worker with headers of " + has.of(a.Family)}
		}
		return unsupported(a.Family, feature)
	}
	return nil
}

// unsupported is the error for a feature that this family, or its version here, lacks.
func unsupported(family Family, feature string) error {
	return &UnsupportedError{Feature: feature, MinVersion: having(family, support()[feature])}
}

// having names the versions with a feature: the family's own, else the next later one, else what there is.
func having(family Family, row map[Family]span) string {
	for _, f := range families[max(0, slices.Index(families, family)):] {
		if row[f].first != 0 && (f != RTX || family == RTX) {
			return row[f].of(f)
		}
	}
	var others []string
	for _, f := range families {
		if row[f].first == 0 {
			continue
		}
		switch {
		case f == RTX:
			others = append(others, "TensorRT-RTX")
		case row[TRT11].first != 0: // and so every later one
			return row[f].of(f)
		default:
			others = append(others, "TensorRT "+strings.TrimPrefix(string(f), "trt"))
		}
	}
	return strings.Join(others, " or ")
}

// of names the releases with their family: "TensorRT 10.8", "TensorRT-RTX 1.3 to 1.4".
func (s span) of(family Family) string {
	text := "TensorRT "
	if family == RTX {
		text = "TensorRT-RTX "
	}
	text += s.first.String()
	if s.last != newest {
		text += " to " + s.last.String()
	}
	return text
}
