package core

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
)

// The kinds of what install made.
const (
	kindLibraries = "libraries"
	kindHeaders   = "headers"
	kindWorker    = "worker"
	kindLeftover  = "leftover"
)

// CleanOptions say what to remove; nothing: list all there is.
type CleanOptions struct {
	Names         []string
	All, Outdated bool
	DryRun        bool
}

// Clean removes what install made and returns what it was. Without names, All or Outdated it removes nothing
// and returns everything; so does DryRun with what would be removed. What lies elsewhere is never touched.
func (f *Finder) Clean(ctx context.Context, o CleanOptions, waiting func()) (result.CoreClean, error) {
	clean := result.CoreClean{Folder: f.options.Cache, Items: []result.CoreItem{}}
	if !isFolder(f.options.Cache) {
		_, err := chosenNames(o.Names, nil)
		if err == nil && f.options.Cache == "" {
			err = f.noCache()
		}
		return clean, err
	}
	some := o.Outdated || len(o.Names) > 0
	err := locked(ctx, f.options.Cache, waiting, func() error {
		all, err := f.items()
		if err != nil {
			return err
		}
		wanted, err := chosenNames(o.Names, all)
		if err != nil {
			return err
		}
		for _, item := range all {
			if !some || o.All || wanted[item.Name] || o.Outdated && (item.Outdated || item.Kind == kindLeftover) {
				clean.Items = append(clean.Items, item)
			}
		}
		if o.DryRun || !some && !o.All {
			return nil
		}
		clean.Removed = true
		return f.remove(clean.Items)
	})
	return clean, err
}

// chosenNames are the names of items that names stand for: those of recipes, and of what is there without one.
func chosenNames(names []string, items []result.CoreItem) (map[string]bool, error) {
	wanted := map[string]bool{}
	for _, name := range names {
		if name != "" && slices.ContainsFunc(items, func(item result.CoreItem) bool { return item.Name == name }) {
			wanted[name] = true
			continue
		}
		list, err := chosen([]string{name})
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			wanted[r.name] = true
		}
	}
	return wanted, nil
}

// items lists all that install made.
func (f *Finder) items() ([]result.CoreItem, error) {
	var list []result.CoreItem
	var errs []error
	add := func(item result.CoreItem) {
		for _, path := range pathsOf(item) {
			size, err := sizeOf(path)
			item.Size += size
			errs = append(errs, err)
		}
		list = append(list, item)
	}
	for _, path := range glob(f.options.Cache, librariesFolder+"/*") {
		add(result.CoreItem{Kind: kindLibraries, Name: nameOfLibraries(filepath.Base(path)), Path: path})
	}
	for _, path := range glob(f.options.Cache, headersFolder+"/*") {
		name := filepath.Base(path)
		add(result.CoreItem{Kind: kindHeaders, Name: name[:max(strings.LastIndex(name, "-"), 0)], Path: path})
	}
	for _, path := range glob(f.options.Cache, "*/"+workerName+"-*") {
		if filepath.Ext(path) != ".json" {
			outdated := filepath.Base(filepath.Dir(path)) != f.options.Sources
			add(result.CoreItem{Kind: kindWorker, Name: nameOfProgram(filepath.Base(path)), Path: path, Outdated: outdated})
		}
	}
	for _, path := range glob(f.options.Cache, temporaryPrefix+"*") {
		add(result.CoreItem{Kind: kindLeftover, Path: path})
	}
	return list, errors.Join(errs...)
}

// pathsOf are the files and folders of an item.
func pathsOf(item result.CoreItem) []string {
	if manifest := manifestOf(item.Path); item.Kind == kindWorker && isFile(manifest) {
		return []string{item.Path, manifest}
	}
	return []string{item.Path}
}

// nameOfLibraries is the name of the worker that drives the libraries of a folder.
func nameOfLibraries(folder string) string {
	version := strings.TrimPrefix(folder, "tensorrt-")
	if rtx, is := strings.CutPrefix(version, "rtx-"); is {
		return Installation{Family: trt.RTX, Version: rtx}.Name()
	}
	return string(familyOf(version))
}

// nameOfProgram is the name that core install takes for a worker's program.
func nameOfProgram(program string) string {
	name := strings.TrimPrefix(program, workerName+"-")
	if strings.HasPrefix(name, "rtx-") {
		return name
	}
	return "trt" + name
}

// remove removes items. Links that lead out of the cache are not followed.
func (f *Finder) remove(items []result.CoreItem) (err error) {
	root, err := os.OpenRoot(f.options.Cache)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for _, item := range items {
		for _, path := range pathsOf(item) {
			relative, err := filepath.Rel(f.options.Cache, path)
			if err == nil {
				err = root.RemoveAll(relative)
			}
			if err != nil {
				return fmt.Errorf("%s could not be removed: %w", path, err)
			}
		}
	}
	for _, folder := range namesIn(f.options.Cache) {
		if info, err := root.Lstat(folder); err == nil && info.IsDir() {
			_ = root.Remove(folder) // succeeds for an empty folder alone
		}
	}
	return nil
}

// sizeOf is the size of a file, or of the files in a folder and below, in bytes.
func sizeOf(path string) (size int64, err error) {
	err = filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}
