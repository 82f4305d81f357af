package core

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/planlint/planlint/internal/trt"
)

// At returns the TensorRT that --trt names: a folder (of libraries, of an install with lib/, of an
// environment of Python's), or one of All by name: rtx, rtx-1.6, trt8, trt10, 10.15. Errors wrap
// trt.ErrUnavailable, but for the *UsageError about an empty name.
func (f *Finder) At(ctx context.Context, where string) (Installation, error) {
	if where == "" { // which would be the working directory
		return Installation{}, &UsageError{"--trt: an empty name is no folder"}
	}
	if !strings.ContainsAny(where, `/\`) {
		if in, isName, err := f.named(ctx, where); isName {
			return in, err
		}
	}
	return f.in(where)
}

// in returns the one TensorRT of a folder.
func (f *Finder) in(folder string) (Installation, error) {
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return Installation{}, err
	}
	info, err := os.Stat(absolute)
	switch {
	case err == nil && !info.IsDir(): // the library itself
		absolute = filepath.Dir(absolute)
	case os.IsNotExist(err):
		return Installation{}, unavailable("--trt %s: there is no such folder, and no TensorRT has this name (planlint doctor lists them)", folder)
	case err != nil:
		return Installation{}, unavailable("--trt %s: %v", folder, err)
	}
	list := search(absolute, SourceNamed)
	switch len(list) {
	case 0:
		return Installation{}, unavailable("--trt %s: no libnvinfer.so.* or libtensorrt_rtx.so.* in this folder, in lib/, or where Python keeps its packages", folder)
	case 1:
		return list[0], nil
	}
	var folders []string
	for _, in := range list {
		folders = append(folders, in.Title()+" in "+in.Folder)
	}
	return Installation{}, unavailable("--trt %s: several are there, name the folder of one: %s", folder, strings.Join(folders, ", "))
}

// named returns the newest TensorRT of a name. isName is false for what cannot be one.
func (f *Finder) named(ctx context.Context, name string) (in Installation, isName bool, err error) {
	family, line, isName := parseName(name)
	if !isName {
		return in, false, nil
	}
	all := f.All(ctx)
	if err := ctx.Err(); err != nil {
		return in, true, err
	}
	for _, in := range all { // the newest first
		if (family == "" || in.Family == family) && (line == "" || startsWith(in.Version, line)) {
			return in, true, nil
		}
	}
	hint := f.Advice(family, line)
	if isFolder(name) {
		hint = "the folder of this name is ./" + name
	}
	return in, true, unavailable("--trt %s: no such TensorRT is here; %s", name, hint)
}

// parseName reads rtx, rtx-1.6, trt8, trt-10.15 or 10.15.
func parseName(name string) (family trt.Family, line string, ok bool) {
	switch rest, isRTX := strings.CutPrefix(name, "rtx"); {
	case isRTX && rest == "":
		return trt.RTX, "", true
	case isRTX:
		line = strings.TrimPrefix(rest, "-")
		return trt.RTX, line, isVersion(line)
	}
	rest, isTRT := strings.CutPrefix(name, "trt")
	line = strings.TrimPrefix(rest, "-")
	if !isVersion(line) {
		return "", "", false
	}
	major, _, dotted := strings.Cut(line, ".")
	if isTRT && !dotted {
		return trt.Family("trt" + major), "", true
	}
	if isTRT {
		return trt.Family("trt" + major), line, true
	}
	return "", line, true
}

func isVersion(text string) bool {
	return text != "" && strings.Trim(text, "0123456789.") == "" && !strings.HasPrefix(text, ".") && !strings.HasSuffix(text, ".")
}

// Default returns the TensorRT that is used where none is named: the newest one with a worker, and rather
// one that can build here as far as that can be told without starting it. Errors wrap trt.ErrUnavailable.
func (f *Finder) Default(ctx context.Context) (Installation, error) {
	all := f.All(ctx)
	if err := ctx.Err(); err != nil {
		return Installation{}, err
	}
	var usable []Installation
	var why error
	for _, in := range all {
		if _, err := f.Worker(in); err == nil {
			usable = append(usable, in)
		} else if why == nil {
			why = err
		}
	}
	for _, in := range usable {
		if f.obstacle(in) == "" {
			return in, nil
		}
	}
	switch {
	case len(usable) > 0:
		return usable[0], nil
	case why != nil:
		return Installation{}, why
	}
	return Installation{}, unavailable("no TensorRT is here: %s", f.Advice("", ""))
}

// Advice says what gets a TensorRT that is not here: of a family and version, which may be empty.
func (f *Finder) Advice(family trt.Family, line string) string {
	command := f.command() + " core install "
	switch {
	case f.options.Cache == "" && (family == trt.RTX || family == "" && line == ""):
		return "--trt DIR names its folder (" + f.noCache().Error() + ")"
	case family == "" && line == "":
		return command + "rtx installs TensorRT-RTX, which builds plans without a GPU; --trt DIR names another one"
	case family == trt.RTX && line == "":
		return command + "rtx installs one"
	case family == trt.RTX:
		if r, err := recipeOf("rtx-" + line); err == nil {
			return command + r.name + " installs it"
		}
	}
	return fmt.Sprintf("--trt DIR names its folder; %s doctor lists what is here", f.command())
}
