package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/gate"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
)

// gater judges plans with budgets and a baseline.
type gater struct {
	app      *app
	settings *settings
	judge    *gate.Judge
	deep     bool
	// file is the baseline; failures are what keeps it from being read.
	file     string
	failures []failure
	// folder is that of the settings, and base that of the baseline, as absolute paths.
	folder, base string
	references   *comparands
}

// newGater reads what plans are judged by.
func (a *app) newGater(s *settings, flags *gateFlags) (*gater, error) {
	g := &gater{app: a, settings: s, deep: flags.deep, file: flags.path(s), references: newComparands(s)}
	if err := g.places(); err != nil {
		return nil, err
	}
	g.judge = &gate.Judge{Flags: flags.limits(s), Label: flags.labelled(s), AllowNew: flags.allowNew, Today: a.now().UTC(), Fails: s.atLeast}
	g.judge.Base.Version, g.judge.Base.SM = flags.expected(s, false)
	if s.gate != nil {
		g.judge.Settings = *s.gate
		g.judge.Settings.Budgets = slices.Clone(s.gate.Budgets)
		g.judge.Settings.Allow = slices.Clone(s.gate.Allow)
		for i := range g.judge.Settings.Allow {
			g.judge.Settings.Allow[i].Selector = g.judge.Settings.Allow[i].Within(filepath.ToSlash(g.folder))
		}
		for i := range g.judge.Settings.Budgets { // a file is named relative to the settings
			g.judge.Settings.Budgets[i].Selector = g.judge.Settings.Budgets[i].Within(filepath.ToSlash(g.folder))
			if spread := g.judge.Settings.Budgets[i].Spread; spread != nil && spread.File != "" {
				moved := *spread
				moved.File = s.beside(spread.File)
				g.judge.Settings.Budgets[i].Spread = &moved
			}
		}
	}
	for _, allow := range g.judge.Settings.Allow {
		for _, id := range allow.Rules {
			if !slices.ContainsFunc(analyze.Rules(), func(r result.Rule) bool { return r.ID == id }) {
				return nil, usagef("%s: there is no rule %s, which an entry of allow lets pass (planlint rules lists them)", allow.Source, id)
			}
		}
	}
	g.judge.Ready()
	switch {
	case flags.noBaseline && flags.baseline != "":
		return nil, usagef("--baseline and --no-baseline exclude each other")
	case flags.noBaseline:
		g.judge.NoBaseline = "--no-baseline was given"
	default:
		baseline, _, err := readBaseline(g.file)
		if errors.Is(err, fs.ErrNotExist) {
			err = errors.New("there is no baseline: planlint baseline update PLAN... writes one, --no-baseline judges without")
		}
		if err != nil {
			g.judge.NoBaseline = "the baseline could not be read"
			g.failures = append(g.failures, failed(g.file, err))
		}
		g.judge.Baseline = baseline
	}
	return g, nil
}

// places finds the folders that paths are relative to.
func (g *gater) places() (err error) {
	if g.folder, err = filepath.Abs(g.settings.folder()); err == nil {
		g.base, err = filepath.Abs(filepath.Dir(g.file))
	}
	if err != nil {
		return fmt.Errorf("the working directory is unknown: %w", err)
	}
	return nil
}

// maxBaseline is far more than the entries of a baseline can need, in bytes.
const maxBaseline = 256 << 20

// readBaseline reads a baseline, which is nil if it cannot be read, and gives the text that it was read from.
func readBaseline(path string) (*gate.Baseline, []byte, error) {
	switch info, err := os.Stat(path); {
	case err != nil:
		return nil, nil, plainError(err)
	case !info.Mode().IsRegular():
		return nil, nil, errors.New("is no regular file")
	case info.Size() > maxBaseline:
		return nil, nil, fmt.Errorf("%w: it has more than %d bytes", gate.ErrBaseline, maxBaseline)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, plainError(err)
	}
	b, err := gate.ReadBaseline(bytes.NewReader(text))
	return b, text, err
}

// subject is a plan of an input as budgets and the baseline name it. member is its name in an archive.
func (g *gater) subject(e entry, file, member string) gate.Subject {
	s := gate.Subject{File: file, Path: relative(g.folder, e) + member, Key: relative(g.base, e) + member, Member: e.member}
	if e.member != nil && e.member.Kind == "tensorrt-llm" {
		s.SetPath = relative(g.folder, entry{name: e.member.Folder})
		s.SetKey = relative(g.base, entry{name: e.member.Folder}) + "/"
	} else if g.judge.Settings.InSet(s.Path) {
		folder := entry{name: filepath.Dir(e.name)}
		s.SetPath, s.SetKey = relative(g.folder, folder), relative(g.base, folder)+"/"
	}
	return s
}

// relative is the path of an input from a folder, with slashes. What is no file keeps its name.
func relative(folder string, e entry) string {
	if e.name == input.Stdin || input.IsAddress(e.name) {
		return e.shown
	}
	path, err := filepath.Abs(e.name)
	if err != nil {
		return filepath.ToSlash(e.name)
	}
	if from, err := filepath.Rel(folder, path); err == nil { // on Windows there may be no way
		path = from
	}
	return filepath.ToSlash(path)
}

// existsIn tells whether there is a file of a path that is relative to a folder; of a member of an archive, the archive.
// What came from standard input or an address is not looked for.
func existsIn(folder string) func(string) bool {
	return func(path string) bool {
		if path == input.Stdin || input.IsAddress(path) {
			return true
		}
		file := filepath.FromSlash(path)
		if !filepath.IsAbs(file) {
			file = filepath.Join(folder, file)
		}
		if exists(file) {
			return true
		}
		archive, _, is := strings.Cut(file, "!")
		return is && exists(archive)
	}
}

// files says what is wrong with the baseline and the settings themselves, after plans of args were judged.
func (g *gater) files(args []string) (results []result.Gate) {
	if g.judge.Baseline != nil {
		if r, any := g.judge.BaselineResult(g.file, existsIn(g.base)); any {
			results = append(results, r)
		}
	}
	if g.settings.gate != nil {
		if r, any := g.judge.SettingsResult(func(s gate.Selector) gate.Reach { return g.reach(s, args) }); any {
			results = append(results, r)
		}
	}
	return results
}
