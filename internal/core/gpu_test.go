package core

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/internal/result"
)

func TestGPUs(t *testing.T) {
	t.Parallel()
	const version = "NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.86.15  Sun Jan 12 01:16:25 UTC 2025\nGCC version:  gcc version 12.3.0\n"
	const information = "Model: \t\t NVIDIA H200\nIRQ:   \t\t 195\nGPU UUID: \t GPU-1\n"
	none := []result.GPU{}
	for _, test := range []struct {
		name  string
		files map[string]string
		env   string
		want  result.GPUs
	}{
		{"a laptop without a GPU", nil, "", result.GPUs{Why: "no NVIDIA driver is loaded here", Devices: none}},
		{"a server", map[string]string{"proc/driver/nvidia/version": version, "proc/driver/nvidia/gpus/0000:1a:00.0/information": information,
			"proc/driver/nvidia/gpus/0000:1b:00.0/information": information, "dev/nvidia0": "", "dev/nvidiactl": "", "usr/lib/x86_64-linux-gnu/libcuda.so.1": ""}, "",
			result.GPUs{Visible: true, Driver: "570.86.15", Devices: []result.GPU{{Name: "NVIDIA H200"}, {Name: "NVIDIA H200"}}}},
		{"a container that was given none", map[string]string{"proc/driver/nvidia/version": version, "dev/nvidiactl": ""}, "",
			result.GPUs{Driver: "570.86.15", Devices: none, Why: "NVIDIA's driver is loaded, but no GPU is visible here: a container needs to be started with one (docker run --gpus all)"}},
		{"a container without the driver's library", map[string]string{"proc/driver/nvidia/version": version, "dev/nvidia0": ""}, "",
			result.GPUs{Visible: true, Driver: "570.86.15", Devices: none, Why: "libcuda.so.1, the driver's own library, is not where the linker looks"}},
		{"the driver's library elsewhere", map[string]string{"dev/nvidia3": "", "srv/libcuda.so.1": ""}, "srv", result.GPUs{Visible: true, Devices: none}},
		{"Linux below Windows", map[string]string{"dev/dxg": "", "usr/lib/wsl/lib/libcuda.so.1": ""}, "", result.GPUs{Visible: true, Devices: none}},
		{"a Jetson", map[string]string{"dev/nvhost-gpu": "", "usr/lib/aarch64-linux-gnu/tegra/libcuda.so.1": ""}, "", result.GPUs{Visible: true, Devices: none}},
		{"a driver that says nothing", map[string]string{"proc/driver/nvidia/version": "", "dev/nvidia0": "", "usr/lib64/libcuda.so.1": ""}, "", result.GPUs{Visible: true, Devices: none}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			for name, text := range test.files {
				m.write(name, text)
			}
			if test.env != "" {
				m.env["LD_LIBRARY_PATH"] = m.path(test.env)
			}
			if difference := cmp.Diff(test.want, m.finder().GPUs()); difference != "" {
				t.Error(difference)
			}
		})
	}
	if gpus := New(Options{}).GPUs(); gpus.Visible || gpus.Why != "TensorRT is looked for on Linux alone" {
		t.Errorf("without a system: %+v", gpus)
	}
}
