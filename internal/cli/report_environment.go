package cli

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/planlint/planlint/internal/bugreport"
	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
)

// fillEnvironment says what the plan was built on, as far as a file or this machine tells.
func (r *reporter) fillEnvironment(ctx context.Context) error {
	e := &r.evidence
	e.Environment = r.ofPlan()
	switch {
	case r.flags.doctor != "":
		return r.readFile(ctx, r.flags.doctor, func(text []byte) error {
			d, err := bugreport.ReadDoctor(text)
			if err == nil {
				r.doctor = &d
				r.fill(d, "what planlint doctor saved where it was built")
			}
			return err
		})
	case r.flags.environment == "none":
		return nil
	case e.Build != nil && r.flags.environment == "auto":
		r.fillBuild(*e.Build)
		return nil
	}
	return r.fillHere(ctx)
}

// ofPlan is what the plan itself tells.
func (r *reporter) ofPlan() result.ReportEnvironment {
	made := result.ReportEnvironment{}
	if c := r.evidence.Scan.Container; c != nil {
		made.TensorRT = c.Version
	}
	return made
}

func (r *reporter) fillBuild(b result.Build) {
	to := &r.evidence.Environment
	to.From = "what planlint build saved beside the plan"
	to.Driver, to.System = b.Machine.Driver, b.Machine.Platform
	to.GPU = strings.Join(slices.Compact(slices.Clone(b.Machine.GPUs)), ", ")
}

// fill takes what doctor tells of a machine.
func (r *reporter) fill(d result.Doctor, from string) {
	to := &r.evidence.Environment
	to.From, to.System = from, d.Platform
	to.Driver, to.CUDA = d.GPU.Driver, d.GPU.CUDA
	var names []string
	for _, gpu := range d.GPU.Devices {
		if !slices.Contains(names, gpu.Name) {
			names = append(names, gpu.Name)
		}
	}
	to.GPU = strings.Join(names, ", ")
}

// fillHere takes what this machine is, if it may be the one: it has the TensorRT of the plan's version, and a GPU of the
// plan's architecture.
func (r *reporter) fillHere(ctx context.Context) error {
	forced := r.flags.environment == "here"
	machine := r.machine()
	machine.Python = !r.saved || forced // that starts a program, for which there is no time where only a file is read
	c := r.evidence.Scan.Container
	var in core.Installation
	if !forced {
		if c == nil || c.Version == "" {
			return nil
		}
		all := core.New(machine).All(ctx)
		i := slices.IndexFunc(all, func(i core.Installation) bool {
			same := i.Version != "" && strings.HasPrefix(c.Version+".", i.Version+".") // files may tell 11.2.1 of 11.2.1.2
			return same && (i.Family == trt.RTX) == (c.Family == "tensorrt-rtx")
		})
		if i < 0 {
			return ctx.Err()
		}
		in = all[i]
	}
	options := core.DoctorOptions{Quick: r.saved}
	if in.Folder != "" {
		options.TRT = []string{in.Folder}
	}
	d, err := core.New(machine).Doctor(ctx, options)
	if err != nil || !forced && !mayBe(d, c) {
		return ctx.Err()
	}
	from := "this machine, which has the TensorRT that built the plan"
	if forced {
		from = "this machine"
	}
	r.doctor = &d
	r.fill(d, from)
	r.fillSystem(ctx, machine.System)
	return nil
}

// mayBe tells whether a machine can be the one that built a plan: none of its GPUs is of another architecture alone.
func mayBe(d result.Doctor, c *result.Container) bool {
	if c.Family == "tensorrt-rtx" {
		return true // its builder needs no GPU
	}
	if !d.GPU.Visible {
		return false
	}
	known := false
	for _, gpu := range d.GPU.Devices {
		known = known || gpu.SM != ""
		if slices.Contains(c.SM, gpu.SM) {
			return true
		}
	}
	return !known || len(c.SM) == 0
}

// fillSystem names the operating system, Python, and whether this is a container.
func (r *reporter) fillSystem(ctx context.Context, root string) {
	to := &r.evidence.Environment
	if root == "" {
		return
	}
	if text, err := os.ReadFile(filepath.Join(root, "etc/os-release")); err == nil {
		for line := range strings.Lines(string(text)) {
			if name, is := strings.CutPrefix(line, "PRETTY_NAME="); is {
				to.System = strings.Trim(strings.TrimSpace(name), `"'`) + ", " + to.System
			}
		}
	}
	contained := false
	for _, mark := range []string{".dockerenv", "run/.containerenv"} {
		if _, err := os.Stat(filepath.Join(root, mark)); err == nil {
			contained = true
		}
	}
	if contained { // that there is no mark says nothing
		to.Container = &contained
	}
	if r.saved {
		return
	}
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	if text, err := exec.CommandContext(ctx, "python3", "-c", "import platform; print(platform.python_version())").Output(); err == nil {
		to.Python = strings.TrimSpace(string(text))
	}
}
