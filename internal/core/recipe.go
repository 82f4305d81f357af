package core

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/trt"
)

// recipe says where the parts of one worker come from.
type recipe struct {
	name   string // what core install takes
	family trt.Family
	// line is that of the library versions which the worker drives: "1.7", "8".
	line string
	// version is the one that libraries fetches, in this order; empty: none is known.
	version   string
	libraries []libraryPackage
	// headers are tried in this order.
	headers []headerPackage
}

// libraryPackage is a package with libraries, of pip or of mvn.
type libraryPackage struct {
	tool, name, version string
	megabytes           int // of the download, roughly
}

// headerPackage is a folder with headers: of a crate, or of a branch of a repository.
type headerPackage struct {
	crate, crateVersion string
	repository, branch  string
	// folder below the crate's or repository's root.
	folder string
	// parser is where NvOnnxParser.h is if the folder has none.
	parser *headerPackage
}

const (
	crateName    = "trtx-sys"
	crateVersion = "0.9.1"
	// crateFolder is where cargo unpacks the crate, below registry/src/*.
	crateFolder = "trtx-sys-0.9.1+rtx1.7"
)

func crate(folder string) headerPackage {
	return headerPackage{crate: crateName, crateVersion: crateVersion, folder: "TensorRT-Headers/" + folder}
}

func branch(name string) headerPackage {
	return headerPackage{repository: "https://github.com/NVIDIA/TensorRT.git", branch: name, folder: "include"}
}

// rtxVersions are the versions of TensorRT-RTX with public packages, the newest first.
var rtxVersions = []string{"1.7.1.116", "1.6.1.120", "1.5.0.114", "1.4.0.76"}

// recipes returns all that can be installed by a name alone, the newest TensorRT-RTX first.
func recipes() []recipe {
	var list []recipe
	for _, version := range rtxVersions {
		list = append(list, rtxRecipe(minorOf(version), version))
	}
	parser8 := headerPackage{repository: "https://github.com/onnx/onnx-tensorrt.git", branch: "8.6-GA", folder: "."}
	headers8 := branch("release/8.6")
	headers8.parser = &parser8
	return append(list,
		recipe{name: "trt11", family: trt.TRT11, line: "11", version: "11.2.1.2",
			libraries: []libraryPackage{{"mvn", "org.bytedeco:tensorrt", "11.2-1.5.14", 556}},
			headers:   []headerPackage{crate("TRT-Enterprise-11.4"), branch("release/11.1")}},
		recipe{name: "trt10", family: trt.TRT10, line: "10", version: "10.15.1.29",
			libraries: []libraryPackage{{"mvn", "org.bytedeco:tensorrt", "10.15-1.5.13", 534}},
			headers:   []headerPackage{branch("release/10.15")}},
		// The ONNX parser of 8.6 loads the plugins, which are linked to cuBLAS 12 and cuDNN 8.
		recipe{name: "trt8", family: trt.TRT8, line: "8", version: "8.6.1.6",
			libraries: []libraryPackage{{"mvn", "org.bytedeco:tensorrt", "8.6-1.5.10", 825},
				{"pip", "nvidia-cublas-cu12", "12.1.3.1", 411}, {"pip", "nvidia-cudnn-cu12", "8.9.7.29", 705}},
			headers: []headerPackage{headers8}},
	)
}

// rtxRecipe is that of a minor version of TensorRT-RTX. One that is not known has to be the user's own.
func rtxRecipe(minor, version string) recipe {
	r := recipe{name: "rtx-" + minor, family: trt.RTX, line: minor, version: version, headers: []headerPackage{crate("TRT-RTX-" + minor)}}
	if version != "" {
		r.libraries = []libraryPackage{{"pip", "tensorrt-rtx-cu13-libs", version, 95}}
	}
	return r
}

// Names are what core install takes.
func Names() []string {
	list := []string{"rtx"}
	for _, r := range recipes() {
		list = append(list, r.name)
	}
	return append(list, "all")
}

// chosen returns the recipes of names; none: the newest TensorRT-RTX.
func chosen(wanted []string) ([]recipe, error) {
	all := recipes()
	if len(wanted) == 0 {
		return all[:1], nil
	}
	var list []recipe
	add := func(r recipe) {
		for _, known := range list {
			if known.name == r.name {
				return
			}
		}
		list = append(list, r)
	}
	for _, name := range wanted {
		if name == "all" {
			for _, r := range all {
				add(r)
			}
			continue
		}
		r, err := recipeOf(name)
		if err != nil {
			return nil, err
		}
		add(r)
	}
	return list, nil
}

// recipeOf returns the recipe of a name as --trt takes it, too: a version that it names is the one that is fetched.
func recipeOf(name string) (recipe, error) {
	family, line, ok := parseName(name)
	if ok && family == "" {
		family = familyOf(line)
	}
	for _, r := range recipes() {
		if ok && r.family == family && (line == "" || startsWith(r.version, line)) {
			return r, nil
		}
	}
	hint := ""
	if ok && slices.Contains(families, family) {
		hint = "; --trt DIR compiles the worker of yours"
	}
	return recipe{}, &UsageError{fmt.Sprintf("%q cannot be installed; there are %s%s", name, strings.Join(Names(), ", "), hint)}
}

// familyOf is the family of a version that is written without it; TensorRT-RTX has its own numbers.
func familyOf(version string) trt.Family {
	return trt.Family(fmt.Sprintf("trt%d", numbers(version)[0]))
}

// recipeFor returns the recipe for the worker of an installation; false: there is no worker for it.
func recipeFor(in Installation) (recipe, bool) {
	minor := minorOf(in.Version)
	for _, r := range recipes() {
		if r.family == in.Family && (r.family != trt.RTX || minor == "" || minor == r.line) {
			return r, true
		}
	}
	if in.Family == trt.RTX { // of a version that no package is known of
		return rtxRecipe(minor, ""), true
	}
	return recipe{}, false
}
