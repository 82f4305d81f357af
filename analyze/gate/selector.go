package gate

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/planlint/planlint/internal/result"
)

// Selector names plans: by path or pattern, by the Triton model that they are versions of, or as the ranks of a set.
// Exactly one of them is set. Paths are relative to the folder of the settings and have slashes.
type Selector struct {
	Plan, Triton, Ranks string
}

// Subject is a plan as selectors and the baseline see it.
type Subject struct {
	// File is how the user named it.
	File string
	// Path is relative to the folder of the settings, and Key to that of the baseline, both with slashes.
	Path, Key string
	Member    *result.Member
	// SetPath is the folder of its rank set, if it is in one, relative to the folder of the settings; SetKey is its
	// key, which ends with a slash.
	SetPath, SetKey string
}

// matches tells whether a selector means a plan.
func (s Selector) matches(p Subject) bool {
	switch {
	case s.Triton != "":
		return s.Triton == tritonName(p)
	case s.Ranks != "":
		return p.SetPath == s.Ranks || p.SetPath == path.Dir(p.Path) && matchPath(s.Ranks, p.Path)
	}
	return matchPath(s.Plan, p.Path)
}

// matchesSet tells whether a selector means a rank set as a whole.
func (s Selector) matchesSet(p Subject) bool {
	return s.Ranks != "" && s.matches(p)
}

// inSet tells whether a plan belongs to a rank set that the selector names by a pattern or a folder.
func (s Selector) inSet(file string) bool {
	return s.Ranks != "" && (path.Dir(file) == s.Ranks || matchPath(s.Ranks, file))
}

// matchPath matches a path with a pattern. A pattern that is wrong was refused when it was read.
func matchPath(pattern, file string) bool {
	if pattern == file {
		return true
	}
	// A member of an archive is of its file.
	file, _, _ = strings.Cut(file, "!")
	return pattern == file || doublestar.MatchUnvalidated(pattern, file)
}

// tritonName is the name of the model that a plan is a version of: its configuration's, or that of the folder above
// the version's.
func tritonName(p Subject) string {
	if m := p.Member; m != nil {
		if m.Kind == "triton" {
			return m.Name
		}
		return ""
	}
	version := path.Base(path.Dir(p.Path))
	if version == "" || strings.Trim(version, "0123456789") != "" {
		return ""
	}
	return path.Base(path.Dir(path.Dir(p.Path)))
}

// String names the selector as the settings do.
func (s Selector) String() string {
	switch {
	case s.Triton != "":
		return "triton: " + s.Triton
	case s.Ranks != "":
		return "ranks: " + s.Ranks
	}
	return "plan: " + s.Plan
}

// Pattern is the path or pattern of the selector; "" for a Triton model.
func (s Selector) Pattern() string { return s.Plan + s.Ranks }
