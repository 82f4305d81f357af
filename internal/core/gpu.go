package core

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// deviceMarks are files that a program reaches a GPU of NVIDIA's through: on a PC, on a Jetson, and on Linux
// below Windows.
var deviceMarks = []string{"dev/nvidia[0-9]*", "dev/nvhost-gpu", "dev/nvgpu/igpu0/ctrl", "dev/dxg"}

// driverFolders are where libcuda.so.1 is, beside those of the linker.
var driverFolders = []string{
	"usr/lib/*-linux-gnu", "usr/lib64", "usr/lib", "usr/lib/wsl/lib", "usr/lib/*-linux-gnu/nvidia", "usr/lib/*-linux-gnu/nvidia/current",
	"usr/lib/*-linux-gnu/tegra", "usr/local/cuda*/compat", "usr/local/nvidia/lib64", "run/opengl-driver/lib",
}

var driverVersion = regexp.MustCompile(`\b(\d{3,4}\.\d+(?:\.\d+)*)\b`)

// HasGPU tells whether a program here can reach a GPU of NVIDIA's.
func (f *Finder) HasGPU() bool {
	for _, mark := range deviceMarks {
		if f.options.System != "" && len(glob(f.options.System, mark)) > 0 {
			return true
		}
	}
	return false
}

// GPUs says what files tell of the GPUs; no program is started.
func (f *Finder) GPUs() result.GPUs {
	gpus := result.GPUs{Visible: f.HasGPU(), Devices: []result.GPU{}}
	if f.options.System == "" {
		gpus.Why = "TensorRT is looked for on Linux alone"
		return gpus
	}
	text, err := readShort(filepath.Join(f.options.System, "proc/driver/nvidia/version"))
	loaded := err == nil
	if found := driverVersion.FindString(text); loaded && found != "" {
		gpus.Driver = found
	}
	switch {
	case !gpus.Visible && loaded:
		gpus.Why = "NVIDIA's driver is loaded, but no GPU is visible here: a container needs to be started with one (docker run --gpus all)"
		return gpus
	case !gpus.Visible:
		gpus.Why = "no NVIDIA driver is loaded here"
		return gpus
	case !f.hasDriverLibrary():
		gpus.Why = "libcuda.so.1, the driver's own library, is not where the linker looks"
	}
	for _, path := range glob(f.options.System, "proc/driver/nvidia/gpus/*/information") {
		text, err := readShort(path)
		for line := range strings.Lines(text) {
			if model, is := strings.CutPrefix(line, "Model:"); err == nil && is {
				gpus.Devices = append(gpus.Devices, result.GPU{Name: strings.TrimSpace(model)})
			}
		}
	}
	return gpus
}

func (f *Finder) hasDriverLibrary() bool {
	folders := append(filepath.SplitList(f.options.Env("LD_LIBRARY_PATH")), linkerFolders(f.options.System)...)
	for _, pattern := range driverFolders {
		folders = append(folders, glob(f.options.System, pattern)...)
	}
	for _, folder := range folders {
		if filepath.IsAbs(folder) && isFile(filepath.Join(folder, "libcuda.so.1")) {
			return true
		}
	}
	return false
}
