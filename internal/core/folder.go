package core

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/trt"
)

// coreLibrary is the name that TensorRT's core library is opened by.
var coreLibrary = regexp.MustCompile(`^lib(nvinfer|tensorrt_rtx)\.so\.(\d+)$`)

// resource is the name of a library with the builder's kernels.
var resource = regexp.MustCompile(`^lib(nvinfer|tensorrt_rtx)_builder_resource.*\.so`)

// within are the folders, relative to what a user may name, that libraries can be in: an archive of
// NVIDIA's, a Debian root, an environment of Python's, its site-packages.
var within = []string{
	".", "lib", "lib64", "targets/*/lib", "lib/*-linux-gnu", "usr/lib/*-linux-gnu",
	"tensorrt_libs", "tensorrt_rtx_libs", "tensorrt",
	"lib*/python3*/site-packages/tensorrt*", "lib/python3*/dist-packages/tensorrt*",
}

// search looks for TensorRTs in a folder and where they can be below it.
func search(folder, source string) []Installation {
	var list []Installation
	for _, below := range within {
		matches, _ := filepath.Glob(filepath.Join(quoted(folder), below)) // the pattern is good
		for _, match := range matches {
			list = merge(list, look(match, source))
		}
	}
	return list
}

// quoted makes a name stand for itself in a pattern.
func quoted(name string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(name)
}

// look returns the TensorRTs whose core library is in a folder itself.
func look(folder, source string) []Installation {
	var list []Installation
	names := namesIn(folder)
	for _, name := range names {
		found := coreLibrary.FindStringSubmatch(name)
		if found == nil || !isFile(filepath.Join(folder, name)) {
			continue
		}
		in := Installation{Family: trt.RTX, Folder: folder, Source: source}
		if found[1] == "nvinfer" {
			in.Family = trt.Family("trt" + found[2])
		}
		for _, other := range names {
			if match := resource.FindStringSubmatch(other); match != nil && match[1] == found[1] && belongs(other, in.Family) {
				in.Resources = append(in.Resources, other)
			}
		}
		in.Version = versionOf(filepath.Join(folder, name), in.Resources)
		list = append(list, in)
	}
	return list
}

// belongs tells by its name whether a resource can be of a family: two major versions may share a folder.
func belongs(name string, family trt.Family) bool {
	found := versionInName.FindStringSubmatch(name)
	return found == nil || family == trt.RTX || numbers(found[1])[0] == lineOf(family)
}

// merge adds installations to a list that has each version once. Of two places of a version the one with
// more of the builder's resources counts, else the first.
func merge(list, more []Installation) []Installation {
	for _, in := range more {
		i := slices.IndexFunc(list, in.sameAs)
		if i < 0 {
			list = append(list, in)
			continue
		}
		known := &list[i]
		places := append([]Place{{known.Folder, known.Source}}, known.Also...)
		if slices.ContainsFunc(places, func(p Place) bool { return resolved(p.Folder) == resolved(in.Folder) }) {
			continue
		}
		if len(in.Resources) > len(known.Resources) {
			in.Also = places
			*known = in
		} else {
			known.Also = append(known.Also, Place{in.Folder, in.Source})
		}
	}
	return list
}
