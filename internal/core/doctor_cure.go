package core

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
)

// missingLibrary is what the dynamic linker says of a library that is not there.
var missingLibrary = regexp.MustCompile(`(lib[\w.+-]+\.so[\w.]*): cannot open shared object file`)

// cure is what to do about one TensorRT; nil: nothing.
func (f *Finder) cure(e examination) *result.DoctorStep {
	install := f.installs(e.in)
	if e.TRT == e.Folder {
		install = f.installsFolder(e.Folder)
	}
	switch {
	case !slices.Contains(families, e.in.Family), e.in.Family == trt.RTX && e.in.Version == "" && e.Worker.State == result.WorkerMissing:
		return nil // no worker of ours is for it
	case e.Worker.State == result.WorkerMissing:
		why := "compiles the worker that drives it"
		if len(f.outdated(e.in)) > 0 {
			why = "compiles its worker anew: the one that is here was made from other sources"
		}
		if r, known := recipeFor(e.in); known {
			why += f.lacking(r, e.Folder)
		}
		return &result.DoctorStep{Command: install, Why: why}
	case e.Worker.State == result.WorkerBroken:
		if found := missingLibrary.FindStringSubmatch(e.Worker.Why); found != nil {
			return &result.DoctorStep{Why: found[1] + " is needed: install the package that has it, or name its folder in LD_LIBRARY_PATH"}
		}
		if f.options.Worker != "" {
			return &result.DoctorStep{Command: install, Why: "compiles a worker that fits this planlint; leave --worker out then"}
		}
		if f.options.Cache == "" || !strings.HasPrefix(e.Worker.Path, f.options.Cache+string(filepath.Separator)) {
			return &result.DoctorStep{Command: install, Why: "compiles a worker that fits this planlint; " + e.Worker.Path + " is found first and has to go"}
		}
		return nil
	case len(e.Missing) > 0 && !lacksKernels(e.in):
		return &result.DoctorStep{Why: fmt.Sprintf("it has no kernels for this GPU (%s): use a version that has", strings.Join(e.Missing, ", "))}
	case len(e.Missing) > 0:
		return &result.DoctorStep{Why: fmt.Sprintf("the builder's kernels for this GPU are in %s, which NVIDIA's own TensorRT %s has and no public package: unpack that one and name its folder with --trt",
			strings.Join(e.Missing, ", "), e.Version)}
	}
	return nil
}

// installs is the command that compiles the worker of a TensorRT which is here.
func (f *Finder) installs(in Installation) string {
	if _, err := recipeOf(in.Name()); err != nil {
		return f.installsFolder(in.Folder)
	}
	return f.command() + " core install " + in.Name()
}

func (f *Finder) installsFolder(folder string) string {
	return f.command() + " core install --trt " + shellWord(folder)
}

// shellWord quotes a word for a command line where it needs that.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._+-=:,@%", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
