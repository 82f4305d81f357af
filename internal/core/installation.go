package core

import (
	"cmp"
	"path/filepath"
	"strings"

	"github.com/planlint/planlint/internal/trt"
)

// Where an installation was found.
const (
	SourceNamed  = "--trt"
	SourceRoot   = "TENSORRT_ROOT"
	SourceLinker = "LD_LIBRARY_PATH"
	SourceSystem = "system"
	SourcePip    = "pip"
	SourceCore   = "core install"
)

// Installation is a TensorRT on this machine.
type Installation struct {
	// Family, trt.RTX or one such as "trt9" that there need not be a worker for.
	Family trt.Family
	// Version such as "1.7.1.116" or "8.6.1", as far as it is known without loading a library; empty: unknown.
	Version string
	// Folder of the core library, absolute.
	Folder string
	// Source is one of the constants.
	Source string
	// Resources are the names of the builder's resource libraries in the folder.
	Resources []string
	// Also are the other places that have the same version.
	Also []Place
}

// Place is a folder and how it was found.
type Place struct{ Folder, Source string }

// Name is what --trt takes: "rtx-1.7", "trt8", "trt10", "trt11".
func (in Installation) Name() string {
	if in.Family != trt.RTX {
		return string(in.Family)
	}
	if minor := minorOf(in.Version); minor != "" {
		return "rtx-" + minor
	}
	return "rtx"
}

// exactName is what --trt takes for this version alone: "rtx-1.7.1.116", "trt10.15.1".
func (in Installation) exactName() string {
	switch {
	case in.Version == "":
		return in.Name()
	case in.Family == trt.RTX:
		return "rtx-" + in.Version
	}
	return "trt" + in.Version
}

// Title is the name and version for people, "TensorRT-RTX 1.7.1.116".
func (in Installation) Title() string {
	title := "TensorRT"
	if in.Family == trt.RTX {
		title = "TensorRT-RTX"
	}
	switch {
	case in.Version != "":
		return title + " " + in.Version
	case in.Family != trt.RTX:
		return title + " " + strings.TrimPrefix(string(in.Family), "trt")
	}
	return title + " of unknown version"
}

// program is the name of the worker that fits.
func (in Installation) program() string { return programOf(in.Family, minorOf(in.Version)) }

// programOf is the name of the worker for a family, for TensorRT-RTX also of a minor version.
func programOf(family trt.Family, minor string) string {
	if family == trt.RTX {
		return workerName + "-rtx-" + minor
	}
	return workerName + "-" + strings.TrimPrefix(string(family), "trt")
}

// newerFirst orders installations: the newest version first, TensorRT before TensorRT-RTX.
func newerFirst(a, b Installation) int {
	return cmp.Or(
		cmp.Compare(lineOf(b.Family), lineOf(a.Family)),
		compareVersions(b.Version, a.Version),
		cmp.Compare(a.Folder, b.Folder))
}

// lineOf is the number that orders families.
func lineOf(family trt.Family) int {
	if family == trt.RTX {
		return 0
	}
	return numbers(strings.TrimPrefix(string(family), "trt"))[0]
}

// sameAs tells whether two are the same version, or the same folder under two names.
func (in Installation) sameAs(other Installation) bool {
	if in.Family != other.Family {
		return false
	}
	if in.Version != "" && in.Version == other.Version {
		return true
	}
	return resolved(in.Folder) == resolved(other.Folder)
}

// resolved follows links as far as that works.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
