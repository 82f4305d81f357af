package gate

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/planlint/planlint/internal/result"
)

// Selector names plans: by path or pattern, by the Triton model that they are versions of, or as the ranks of a set.
// Exactly one of them is set. Paths are relative to the folder of the settings and have slashes; that of a folder means
// all plans below it.
type Selector struct {
	Plan, Triton, Ranks string
	// folder is that of the settings.
	folder string
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
		set, folder := s.same(p.SetPath)
		return p.SetPath != "" && (set == folder || s.inSet(p.Path) && p.SetPath == path.Dir(p.Path))
	}
	return matchPath(s.same(p.Path))
}

// matchesSet tells whether a selector means a rank set as a whole.
func (s Selector) matchesSet(p Subject) bool {
	return s.Ranks != "" && s.matches(p)
}

// inSet tells whether a plan belongs to a rank set that the selector names by a pattern or a folder.
func (s Selector) inSet(file string) bool {
	if s.Ranks == "" {
		return false
	}
	pattern, file := s.same(file)
	return path.Dir(file) == pattern || matchPattern(pattern, file)
}

// matchPath matches a path with a pattern, or with a folder that it lies in. A pattern that is wrong was refused when it
// was read.
func matchPath(pattern, file string) bool {
	return within(pattern, file) || matchPattern(pattern, file)
}

func matchPattern(pattern, file string) bool {
	if pattern == file || doublestar.MatchUnvalidated(pattern, file) {
		return true
	}
	// A member of an archive is of its file, whose name can have the mark as well.
	for at := strings.LastIndexByte(file, '!'); at >= 0; at = strings.LastIndexByte(file, '!') {
		file = file[:at]
		if pattern == file || doublestar.MatchUnvalidated(pattern, file) {
			return true
		}
	}
	return false
}

// within tells whether a path lies below a folder. Of patterns there is nothing below: "engines/*" means no deeper ones.
func within(folder, file string) bool {
	if folder == "." {
		return file != ".." && !strings.HasPrefix(file, "../")
	}
	return strings.HasPrefix(file, folder+"/")
}

// Within is the selector of settings that lie in folder, an absolute path with slashes. Without it a pattern that leaves
// the folder and comes back ("../engines/*.plan" in engines) would not be known for what it means.
func (s Selector) Within(folder string) Selector {
	s.folder = folder
	return s
}

// same gives the pattern of the selector and a path from the folder that both lie in.
func (s Selector) same(file string) (pattern, same string) {
	pattern = s.Pattern()
	for folder := s.folder; folder != "" && (pattern == ".." || strings.HasPrefix(pattern, "../")); folder = path.Dir(folder) {
		pattern = path.Clean(strings.TrimPrefix(pattern[2:], "/"))
		if from, outside := strings.CutPrefix(file, "../"); outside {
			file = from
		} else {
			file = path.Join(path.Base(folder), file)
		}
	}
	return pattern, file
}

// wildcards are what makes a pattern of a path.
const wildcards = "*?[{"

// Literal tells whether the selector is a path without wildcards.
func (s Selector) Literal() bool {
	return s.Pattern() != "" && !strings.ContainsAny(s.Pattern(), wildcards)
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
