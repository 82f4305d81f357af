package core

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
)

// requirement is a program that install uses; any one of programs will do.
type requirement struct {
	name, use string
	programs  []string
}

var requirements = []requirement{
	{"go", "compiles workers", []string{"go", "/usr/local/go/bin/go"}},
	{"g++", "compiles workers", []string{"g++", "clang++"}},
	{"pip", "fetches TensorRT-RTX", []string{"python3", "pip3", "pip", "uv"}},
	{"cargo", "fetches headers of TensorRT-RTX and TensorRT 11", []string{"cargo"}},
	{"git", "fetches headers of TensorRT 8 and 10", []string{"git"}},
	{"mvn", "fetches libraries of TensorRT 8, 10 and 11, if asked to", []string{"mvn"}},
}

// tools looks for the programs that install uses.
func tools() []result.DoctorTool {
	var list []result.DoctorTool
	for _, r := range requirements {
		path, _ := find(r.programs...)
		list = append(list, result.DoctorTool{Name: r.name, Path: path, For: r.use})
	}
	return list
}

// lacking names the tools that are not here and that installing needs, as a part of a sentence; "" if all are
// here. own is the folder of libraries that may have headers beside them; empty: nothing is here yet.
func (f *Finder) lacking(r recipe, own string) string {
	needed := []string{"go", "g++"}
	switch {
	case own != "" && r.headersBeside(own):
	case r.headers[0].crate != "" && f.crateHeaders(r.headers[0]) == "":
		needed = append(needed, "cargo")
	case r.headers[0].crate == "":
		needed = append(needed, "git")
	}
	if own == "" {
		needed = append(needed, "pip")
	}
	var missing []string
	for _, tool := range tools() {
		if tool.Path == "" && slices.Contains(needed, tool.Name) {
			missing = append(missing, tool.Name)
		}
	}
	if len(missing) == 0 {
		return ""
	}
	return "; it needs " + strings.Join(missing, ", ") + ", not here yet"
}

// headersBeside tells whether headers that fit lie beside libraries.
func (r recipe) headersBeside(libraries string) bool {
	return slices.ContainsFunc(includeFolders(libraries), func(folder string) bool {
		h, err := readHeaders(folder, folder)
		return err == nil && r.fit(h)
	})
}

// steps are what to do on this machine, the most useful first.
func (f *Finder) steps(d result.Doctor, named bool) []result.DoctorStep {
	steps := []result.DoctorStep{}
	if runtime.GOOS != "linux" {
		return append(steps, result.DoctorStep{Why: "building and running plans needs Linux; planlint's other commands work here"})
	}
	if f.options.Cache == "" {
		steps = append(steps, result.DoctorStep{Why: f.noCache().Error() + "; so core install cannot make anything, and what it made before is not found"})
	}
	steps = append(steps, f.cures(d)...)
	if first := f.toStart(d); named {
		steps = append(steps, first...)
	} else {
		steps = append(append(first, steps...), f.toRun(d)...)
	}
	return append(steps, f.toBuild(d)...)
}

// toStart gets a TensorRT that builds anywhere, if there is none and no other one builds.
func (f *Finder) toStart(d result.Doctor) []result.DoctorStep {
	hasRTX := slices.ContainsFunc(d.TensorRT, func(t result.DoctorTensorRT) bool { return t.Family == string(trt.RTX) })
	if d.CanBuild || hasRTX || f.options.Cache == "" {
		return nil
	}
	return []result.DoctorStep{{Command: f.command() + " core install",
		Why: fmt.Sprintf("fetches TensorRT-RTX %s (95 MB) and compiles its worker; it builds plans without a GPU%s", rtxVersions[0], f.lacking(recipes()[0], ""))}}
}

// cures are what to do about each TensorRT. What one command does for several is said once.
func (f *Finder) cures(d result.Doctor) []result.DoctorStep {
	var steps []result.DoctorStep
	install := f.command() + " core install "
	together := map[string]int{} // where in steps several are installed for one reason
	for _, t := range d.TensorRT {
		if t.Next == nil {
			continue
		}
		name, installs := strings.CutPrefix(t.Next.Command, install)
		at, known := together[t.Next.Why]
		switch {
		case !installs || strings.HasPrefix(name, "-"): // some other command
		case !known:
			together[t.Next.Why] = len(steps)
		default:
			if !slices.Contains(strings.Fields(steps[at].Command), name) {
				steps[at].Command += " " + name
			}
			steps[at].Why = title(t) + ", " + steps[at].Why
			continue
		}
		steps = append(steps, result.DoctorStep{Command: t.Next.Command, Why: title(t) + ": " + t.Next.Why})
	}
	return steps
}

// toBuild says how to build: with what Default chooses if that one can, else with another one.
func (f *Finder) toBuild(d result.Doctor) []result.DoctorStep {
	can := func(t result.DoctorTensorRT) bool { return t.Build.State == result.AbilityYes }
	i := slices.IndexFunc(d.TensorRT, func(t result.DoctorTensorRT) bool { return t.Default && can(t) })
	command := f.command() + " build MODEL.onnx"
	if i < 0 {
		if i = slices.IndexFunc(d.TensorRT, can); i < 0 {
			return nil
		}
		command += " --trt " + shellWord(d.TensorRT[i].TRT)
	}
	return []result.DoctorStep{{Command: command, Why: "builds a plan with " + title(d.TensorRT[i])}}
}

// toRun says how to run plans on a GPU where nothing found can.
func (f *Finder) toRun(d result.Doctor) []result.DoctorStep {
	has8 := slices.ContainsFunc(d.TensorRT, func(t result.DoctorTensorRT) bool { return t.Family == string(trt.TRT8) })
	if !d.GPU.Visible || d.CanRun || len(d.GPU.Devices) == 0 || has8 || runtime.GOARCH != "amd64" {
		return nil
	}
	sm := numbers(d.GPU.Devices[0].SM)[0]
	if sm == 0 || sm > newestOf8 {
		return nil
	}
	return []result.DoctorStep{{Command: f.command() + " core install trt8 --libraries yes",
		Why: fmt.Sprintf("fetches TensorRT 8.6.1 (1.9 GB), which builds and runs plans on this GPU of SM %d", sm)}}
}

// newestOf8 is the newest architecture that TensorRT 8.6 has kernels for.
const newestOf8 = 90

func title(t result.DoctorTensorRT) string {
	return Installation{Family: trt.Family(t.Family), Version: t.Version}.Title()
}
