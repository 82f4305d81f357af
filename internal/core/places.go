package core

import (
	"context"
	"path/filepath"
	"strings"
)

// place is a folder to look in.
type place struct {
	folder, source string
	// below is true for a folder that has its libraries somewhere below it.
	below bool
}

// systemFolders are where packages and archives of TensorRT are put, as patterns below the root.
var systemFolders = []place{
	{folder: "usr/lib/*-linux-gnu"}, {folder: "usr/lib64"}, {folder: "usr/lib"}, {folder: "usr/local/lib"},
	{folder: "usr/local/tensorrt*", below: true}, {folder: "usr/local/TensorRT*", below: true},
	{folder: "usr/local/cuda*/lib64"},
	{folder: "opt/tensorrt*", below: true}, {folder: "opt/TensorRT*", below: true},
	{folder: "opt/nvidia/tensorrt*", below: true},
	{folder: "usr/lib/python3*/dist-packages/tensorrt*"}, {folder: "usr/local/lib/python3*/*-packages/tensorrt*"},
}

// places lists where to look, in the order of who is believed first. Relative folders are left out: what
// happens to lie in the working directory is never loaded.
func (f *Finder) places(ctx context.Context) []place {
	var list []place
	add := func(below bool, source string, folders ...string) {
		for _, folder := range folders {
			if filepath.IsAbs(folder) {
				list = append(list, place{filepath.Clean(folder), source, below})
			}
		}
	}
	add(true, SourceRoot, f.options.Env("TENSORRT_ROOT"), f.options.Env("TRT_ROOT"))
	add(false, "TRT_LIB_DIR", f.options.Env("TRT_LIB_DIR"))
	add(false, "TRT_LIBPATH", f.options.Env("TRT_LIBPATH"))
	add(false, SourceLinker, filepath.SplitList(f.options.Env("LD_LIBRARY_PATH"))...)
	add(true, SourcePip, f.options.Env("VIRTUAL_ENV"), f.options.Env("CONDA_PREFIX"))
	if f.options.Home != "" {
		add(true, SourcePip, filepath.Join(f.options.Home, ".local"))
	}
	if f.options.Python {
		add(true, SourcePip, f.sitePackages(ctx)...)
	}
	if f.options.System != "" {
		for _, s := range systemFolders {
			add(s.below, SourceSystem, glob(f.options.System, s.folder)...)
		}
		add(false, SourceSystem, linkerFolders(f.options.System)...)
	}
	if f.options.Home != "" {
		add(true, SourceSystem, glob(f.options.Home, "TensorRT*")...)
	}
	if f.options.Cache != "" {
		add(false, SourceCore, glob(f.options.Cache, "libraries/*")...)
	}
	return list
}

// glob returns what a pattern of this package matches below a folder.
func glob(folder, pattern string) []string {
	matches, _ := filepath.Glob(filepath.Join(quoted(folder), pattern))
	return matches
}

// linkerFolders are the folders of the dynamic linker's configuration, which is what ldconfig reads.
func linkerFolders(root string) []string {
	var folders []string
	files := append([]string{filepath.Join(root, "etc", "ld.so.conf")}, glob(root, "etc/ld.so.conf.d/*.conf")...)
	for _, name := range files {
		text, err := readShort(name)
		if err != nil {
			continue
		}
		for line := range strings.Lines(text) {
			line, _, _ = strings.Cut(line, "#")
			if line = strings.TrimSpace(line); filepath.IsAbs(line) {
				folders = append(folders, filepath.Join(root, line))
			}
		}
	}
	return folders
}
