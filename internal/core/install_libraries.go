package core

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
)

// librariesManifest is kept beside fetched libraries.
type librariesManifest struct {
	Packages []string    `json:"packages"` // "tensorrt-rtx-cu13-libs 1.7.1.116"
	Files    []installed `json:"files"`
}

// libraries finds libraries that the worker can drive, or fetches them.
func (s *step) libraries(ctx context.Context, done *Installed) error {
	use := func(in Installation, state result.CoreState) {
		done.libraries, done.Libraries = in, &result.CoreLibraries{State: state}
	}
	folder := filepath.Join(s.options.Cache, librariesFolder, folderName(Installation{Family: s.family, Version: s.version}))
	switch {
	case s.Libraries == LibrariesYes && len(s.recipe.libraries) > 0:
		if in, ok := intactLibraries(folder); ok {
			use(in, result.CorePresent)
			return nil
		}
	case s.Libraries != LibrariesYes && s.own.Folder != "":
		use(s.own, result.CorePresent)
		return nil
	case s.Libraries != LibrariesYes:
		if in, ok := s.present(ctx); ok {
			use(in, result.CorePresent)
			return nil
		}
	}
	if s.Libraries == LibrariesNo || s.Libraries != LibrariesYes && s.family != trt.RTX {
		done.Next = s.missing()
		return nil
	}
	if len(s.recipe.libraries) == 0 {
		return unavailable("no package with %s is known: --trt DIR names yours", s.title())
	}
	if err := s.fetchLibraries(ctx, folder); err != nil {
		return err
	}
	in, ok := intactLibraries(folder)
	if !ok {
		return fmt.Errorf("%s was changed while it was installed", folder)
	}
	use(in, result.CoreFetched)
	return nil
}

// missing says how to get libraries that are not here.
func (s *step) missing() string {
	how := "--trt DIR names yours"
	if len(s.recipe.libraries) > 0 {
		total := 0
		for _, p := range s.recipe.libraries {
			total += p.megabytes
		}
		how = fmt.Sprintf("%s core install %s --libraries yes fetches %s (%d MB), or --trt DIR names yours",
			s.command(), s.name, Installation{Family: s.family, Version: s.version}.Title(), total)
	}
	return fmt.Sprintf("no %s is here yet: %s", s.title(), how)
}

// present returns the newest TensorRT on this machine that the worker can drive. Python is asked only if
// there is none elsewhere.
func (s *step) present(ctx context.Context) (Installation, bool) {
	for _, python := range []bool{false, true} {
		o := s.options
		o.Python = python
		for _, in := range New(o).All(ctx) {
			if in.Family != s.family || in.Version != "" && !startsWith(in.Version, s.line) || s.family == trt.RTX && in.Version == "" {
				continue
			}
			if in.Source == SourceCore {
				if _, ok := intactLibraries(in.Folder); !ok {
					continue
				}
			}
			return in, true
		}
	}
	return Installation{}, false
}

// intactLibraries returns what install fetched into a folder, if it is still as it was.
func intactLibraries(folder string) (Installation, bool) {
	var kept librariesManifest
	if !readJSON(filepath.Join(folder, manifestName), &kept) || !intactAll(folder, kept.Files) {
		return Installation{}, false
	}
	found := look(folder, SourceCore)
	if len(found) != 1 {
		return Installation{}, false
	}
	return found[0], true
}

// fetchLibraries fetches the packages of a recipe and puts their libraries into one folder.
func (s *step) fetchLibraries(ctx context.Context, folder string) error {
	flat := filepath.Join(s.temporary, librariesFolder)
	if err := os.Mkdir(flat, 0o777); err != nil {
		return err
	}
	var kept librariesManifest
	for i, p := range s.recipe.libraries {
		s.say("fetching %s %s with %s, %d MB", p.name, p.version, p.tool, p.megabytes)
		into := filepath.Join(s.temporary, fmt.Sprintf("package%d", i))
		if err := os.Mkdir(into, 0o777); err != nil {
			return err
		}
		fetch := s.pip
		if p.tool == "mvn" {
			fetch = s.maven
		}
		if err := fetch(ctx, p, into); err != nil {
			return err
		}
		if err := flatten(into, flat, filepath.Join(flat, "licenses", p.name)); err != nil {
			return fmt.Errorf("%s %s: %w", p.name, p.version, err)
		}
		kept.Packages = append(kept.Packages, p.name+" "+p.version)
	}
	if len(look(flat, SourceCore)) != 1 {
		return fmt.Errorf("the packages of %s have no core library", s.name)
	}
	var err error
	if kept.Files, err = describeAll(flat); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if err := writeJSON(filepath.Join(flat, manifestName), kept); err != nil {
		return err
	}
	return moveInto(flat, folder, s.temporary)
}

// folderName is that of fetched libraries, "tensorrt-rtx-1.7.1.116".
func folderName(in Installation) string {
	return strings.ReplaceAll(strings.ToLower(in.Title()), " ", "-")
}
