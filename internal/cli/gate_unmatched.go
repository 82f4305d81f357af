package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/planlint/planlint/analyze/gate"
	"github.com/planlint/planlint/internal/result"
)

// unmatched are the budgets that were for no plan although they should have been: no judgement is possible of one whose
// file or folder is not there, and the others are findings.
func (g *gater) unmatched(args []string) (failures []failure) {
	for _, b := range g.judge.Unmatched() {
		reach := g.reach(b.Selector, args)
		f := failure{result.Error{File: g.judge.Settings.File, Kind: result.KindNoPlans, Message: gate.UnmatchedMessage(b, reach)}, exitFindings}
		switch {
		case reach == gate.ReachElsewhere:
			continue
		case reach == gate.ReachNothing && b.Literal():
			f.Kind, f.code = result.KindUnreadable, exitNoJudgement
		}
		failures = append(failures, f)
	}
	return failures
}

// mark notes which budgets are for an input, also if no plan comes of it: then that is what is said.
func (g *gater) mark(inputs []entry) {
	for _, e := range inputs {
		g.judge.Limits(g.subject(e, e.shown, ""))
	}
}

// reach tells what there is of the files that a selector means, and whether that was asked for by args. Without
// arguments all was asked for.
func (g *gater) reach(s gate.Selector, args []string) gate.Reach {
	found := gate.ReachNothing
	see := func(path string) bool {
		if found = gate.ReachElsewhere; len(args) == 0 || asked(path, args) {
			found = gate.ReachAsked
		}
		return found == gate.ReachAsked
	}
	switch pattern := s.Pattern(); {
	case s.Literal():
		if path := g.settings.beside(pattern); exists(path) {
			see(path)
		}
	case pattern != "":
		g.walk(pattern, func(path string, _ fs.DirEntry) bool { return see(path) })
	default:
		g.walk("**", func(path string, d fs.DirEntry) bool {
			return d.IsDir() && filepath.Base(path) == s.Triton && see(path)
		})
	}
	return found
}

// walk visits what a pattern matches that is relative to planlint.yaml, until see is content. What cannot be searched is
// left out.
func (g *gater) walk(pattern string, see func(path string, d fs.DirEntry) bool) {
	base, rest := doublestar.SplitPattern(pattern)
	root := g.settings.beside(base)
	_ = doublestar.GlobWalk(os.DirFS(root), rest, func(path string, d fs.DirEntry) error {
		if see(filepath.Join(root, filepath.FromSlash(path)), d) {
			return fs.SkipAll
		}
		return nil
	})
}

// asked tells whether a path is one of the arguments or below one of them.
func asked(path string, args []string) bool {
	whole, err := filepath.Abs(path)
	if err != nil {
		return true
	}
	for _, arg := range args {
		named, err := filepath.Abs(arg)
		if err != nil {
			return true
		}
		if inFolder(named, whole) {
			return true
		}
	}
	return false
}

func inFolder(folder, path string) bool {
	from, err := filepath.Rel(folder, path)
	return err == nil && from != ".." && !strings.HasPrefix(from, ".."+string(filepath.Separator))
}
