package folder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// walker is one search through a folder.
type walker struct {
	ctx   context.Context
	files int
	// plans are the names of the files with plans, by the folder that they are in.
	plans map[string][]string
	// pointers are the ONNX models whose plans are in files beside them, and those files.
	pointers []pointer
	// triton are the models that were read, by their folders; nil for one without a configuration.
	triton   map[string]*tritonModel
	problems []Problem
}

func (w *walker) problem(path string, err error) {
	w.problems = append(w.problems, Problem{path, err})
}

// folder looks at all files of a folder and of the folders in it. Its error ends the search.
func (w *walker) folder(path string) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		w.problem(path, plain(err))
	}
	for _, entry := range entries {
		here := filepath.Join(path, entry.Name())
		switch {
		case entry.IsDir():
			if entry.Name() == ".git" {
				continue
			}
			if err := w.folder(here); err != nil {
				return err
			}
		case entry.Type().IsRegular():
			if err := w.file(path, entry.Name()); err != nil {
				return err
			}
		case entry.Type()&fs.ModeSymlink != 0:
			// A link to a folder or to a pipe is not looked at.
			info, err := os.Stat(here)
			switch {
			case err != nil && isNamedAsPlan(unpackedName(entry.Name())):
				w.problem(here, fmt.Errorf("cannot be read: a link to nothing, such as a file that was not fetched: %w", plain(err)))
			case err == nil && info.Mode().IsRegular():
				if err := w.file(path, entry.Name()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// file looks into one file.
func (w *walker) file(folder, name string) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	w.files++
	path := filepath.Join(folder, name)
	holds, beside, err := look(w.ctx, path)
	switch {
	case w.ctx.Err() != nil:
		return w.ctx.Err()
	case err != nil:
		w.problem(path, plain(err))
	case holds && len(beside) > 0:
		w.pointers = append(w.pointers, pointer{folder, name, beside})
	case holds:
		w.plans[folder] = append(w.plans[folder], name)
	case isNamedAsPlan(name):
		w.problem(path, plain(notAPlan(w, path)))
	}
	return nil
}

// isNamedAsPlan tells names that promise a plan: a file with one that holds none is not left out in silence.
func isNamedAsPlan(name string) bool {
	return slices.Contains([]string{".plan", ".engine", ".trt"}, strings.ToLower(filepath.Ext(name)))
}

// unpackedName is a name without the ending of a compressed file.
func unpackedName(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz", ".zst":
		return strings.TrimSuffix(name, filepath.Ext(name))
	}
	return name
}

// plain leaves out the path, which a Problem has already.
func plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// sorted says what each file is a part of, and puts all in order.
func (w *walker) sorted() ([]Found, []Problem) {
	w.keepPointers()
	var found []Found
	for folder, names := range w.plans {
		members := w.members(folder, names)
		for _, name := range names {
			found = append(found, Found{filepath.Join(folder, name), members[name]})
		}
	}
	slices.SortFunc(found, func(a, b Found) int { return natural(a.Path, b.Path) })
	slices.SortFunc(w.problems, func(a, b Problem) int {
		return cmp.Or(natural(a.Path, b.Path), cmp.Compare(a.Err.Error(), b.Err.Error()))
	})
	// A file may be wrong by its name and by the configuration that asks for it.
	w.problems = slices.CompactFunc(w.problems, func(a, b Problem) bool {
		return a.Path == b.Path && a.Err.Error() == b.Err.Error()
	})
	return found, w.problems
}

// members says what the plans in a folder are parts of, by their names.
func (w *walker) members(folder string, names []string) map[string]*result.Member {
	if set := w.rankSet(folder, names); set != nil {
		return set
	}
	if version := w.tritonVersion(folder, names); version != nil {
		return version
	}
	return cacheEntries(folder, names)
}
