package report

import (
	"errors"
	"io"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

const noGPU = "no NVIDIA driver is loaded here"

func sampleTools() []result.DoctorTool {
	return []result.DoctorTool{{Name: "go", Path: "/usr/local/go/bin/go", For: "compiles workers"}, {Name: "g++", For: "compiles workers"}}
}

// bareDoctor is a machine with nothing.
func bareDoctor() result.Doctor {
	return result.Doctor{
		Platform: "linux/amd64", GPU: result.GPUs{Why: noGPU, Devices: []result.GPU{}}, TensorRT: []result.DoctorTensorRT{}, Tools: sampleTools(),
		Next: []result.DoctorStep{{Command: "planlint core install",
			Why: "fetches TensorRT-RTX 1.7.1.116 (95 MB) and compiles its worker; it builds plans without a GPU; it needs g++, not here yet"}},
	}
}

// laptopDoctor has TensorRT-RTX and no GPU.
func laptopDoctor() result.Doctor {
	no := result.Ability{State: result.AbilityNo, Why: "running a plan needs an NVIDIA GPU"}
	yes := result.Ability{State: result.AbilityYes}
	return result.Doctor{
		Platform: "linux/amd64", GPU: result.GPUs{Why: noGPU, Devices: []result.GPU{}}, Tools: sampleTools(), CanBuild: true,
		TensorRT: []result.DoctorTensorRT{
			{Name: "rtx-1.7", TRT: "rtx-1.7", Family: "rtx", Version: "1.7.1.116", Folder: "/home/u/.cache/planlint/core/libraries/tensorrt-rtx-1.7.1.116", Source: "core install", Default: true,
				Worker: result.DoctorWorker{State: result.WorkerReady, Path: "/home/u/.cache/planlint/core/0123456789abcdef/planlint-trt-rtx-1.7", Headers: "1.7.1"}, Build: yes, Run: no},
			{Name: "rtx-1.6", TRT: "/home/u/venv/lib/python3.12/site-packages/tensorrt_rtx_libs", Family: "rtx", Version: "1.6.1.120", Folder: "/home/u/venv/lib/python3.12/site-packages/tensorrt_rtx_libs", Source: "pip",
				Worker: result.DoctorWorker{State: result.WorkerMissing, Why: "TensorRT-RTX 1.6.1.120 is here, but no worker for it: run planlint core install rtx-1.6"},
				Build:  result.Ability{State: result.AbilityUnknown}, Run: no,
				Next: &result.DoctorStep{Command: "planlint core install rtx-1.6", Why: "compiles the worker that drives it"}},
		},
		Next: []result.DoctorStep{
			{Command: "planlint core install rtx-1.6", Why: "TensorRT-RTX 1.6.1.120: compiles the worker that drives it"},
			{Command: "planlint build MODEL.onnx", Why: "builds a plan with TensorRT-RTX 1.7.1.116"},
		},
	}
}

// serverDoctor has an H200 and public packages of three versions.
func serverDoctor() result.Doctor {
	yes := result.Ability{State: result.AbilityYes}
	ready := func(headers string) result.DoctorWorker {
		return result.DoctorWorker{State: result.WorkerReady, Path: "/w/planlint-trt", Headers: headers}
	}
	missing := []string{"libnvinfer_builder_resource_sm90.so.11.2.1"}
	advice := "the builder's kernels for this GPU are in libnvinfer_builder_resource_sm90.so.11.2.1, which NVIDIA's own TensorRT 11.2.1.2 has and no public package: " +
		"unpack that one and name its folder with --trt"
	return result.Doctor{
		Platform: "linux/amd64", Tools: sampleTools(), CanBuild: true, CanRun: true,
		GPU: result.GPUs{Visible: true, Driver: "570.86.15", CUDA: "12.8", Devices: []result.GPU{{Name: "NVIDIA H200", SM: "90", MemoryBytes: 150_754_820_096}}},
		TensorRT: []result.DoctorTensorRT{
			{Name: "trt11", TRT: "trt11", Family: "trt11", Version: "11.2.1.2", Folder: "/opt/trt11", Source: "TENSORRT_ROOT", Worker: ready("11.4.0"),
				Also:  []result.DoctorPlace{{Folder: "/usr/lib/x86_64-linux-gnu", Source: "system"}},
				Build: result.Ability{State: result.AbilityNo, Why: "createInferBuilder: Unable to load library: libnvinfer_builder_resource_sm90.so.11.2.1"}, Run: yes,
				Resources: []string{"libnvinfer_builder_resource_ptx.so.11.2.1"}, Missing: missing, Next: &result.DoctorStep{Why: advice}},
			{Name: "trt8", TRT: "trt8", Family: "trt8", Version: "8.6.1.6", Folder: "/opt/trt8", Source: "system", Worker: ready("8.6.1"), Build: yes, Run: yes, Default: true,
				Resources: []string{"libnvinfer_builder_resource.so.8.6.1"}},
			{Name: "rtx-1.7", TRT: "rtx-1.7", Family: "rtx", Folder: "/opt/rtx", Source: "system", Worker: result.DoctorWorker{State: result.WorkerBroken, Path: "/w/other", Why: "the worker hangs"},
				Build: result.Ability{State: result.AbilityUnknown}, Run: result.Ability{State: result.AbilityUnknown}},
		},
		Next: []result.DoctorStep{{Why: "TensorRT 11.2.1.2: " + advice}, {Command: "planlint build MODEL.onnx", Why: "builds a plan with TensorRT 8.6.1.6"}},
	}
}

// hostileDoctor has names that want to be markup.
func hostileDoctor() result.Doctor {
	d := serverDoctor()
	d.GPU.Devices[0].Name, d.GPU.Why = hostileName, hostileName
	t := &d.TensorRT[0]
	t.Folder, t.TRT, t.Build.Why, t.Worker.Path, t.Resources[0] = "/"+hostileName, "/"+hostileName, hostileName, hostileName, hostileName
	d.Next = []result.DoctorStep{{Command: hostileName, Why: hostileName}}
	return d
}

func TestDoctorGoldens(t *testing.T) {
	document := result.NewDocument[result.Doctor](result.SchemaDoctor, "0.1.0")
	document.Results = []result.Doctor{bareDoctor(), laptopDoctor(), serverDoctor(), hostileDoctor()}
	for name, options := range map[string]Options{"doctor.txt": {}, "doctor_verbose.txt": {Verbose: true}, "doctor_narrow.txt": {Width: 60},
		"doctor_color.txt": {Color: true}, "doctor_quiet.txt": {Quiet: true}} {
		golden(t, name, render(t, func(w io.Writer) error {
			var failures []error
			for _, d := range document.Results {
				failures = append(failures, DoctorText(w, d, options), write(w, "\n"))
			}
			return errors.Join(failures...)
		}))
	}
	text := render(t, func(w io.Writer) error { return JSON(w, document) })
	testutil.ValidateJSON(t, result.SchemaDoctor, text)
	golden(t, "doctor.md", render(t, func(w io.Writer) error { return DoctorMarkdown(w, document, Options{Verbose: true}) }))
}

func TestCoreGoldens(t *testing.T) {
	document := result.NewDocument[result.CoreInstall](result.SchemaCoreInstall, "0.1.0")
	document.Results = []result.CoreInstall{
		{Name: "rtx-1.7", Libraries: &result.CoreLibraries{Version: "1.7.1.116", Folder: "/c/libraries/tensorrt-rtx-1.7.1.116", Source: "core install", State: result.CoreFetched},
			Headers: result.CoreHeaders{Version: "1.7.1.116", Source: "crate trtx-sys 0.9.1"}, Worker: result.CoreWorker{Path: "/c/0123/planlint-trt-rtx-1.7", State: result.CoreCompiled}},
		{Name: "trt10", Libraries: &result.CoreLibraries{Version: "10.15.1.29", Folder: "/" + hostileName, Source: "system", State: result.CorePresent},
			Headers: result.CoreHeaders{Version: "10.15.1.29", Source: hostileName}, Worker: result.CoreWorker{Path: "/c/0123/planlint-trt-10", State: result.CorePresent}},
		{Name: "trt11", Headers: result.CoreHeaders{Version: "11.4.0.106", Source: "crate trtx-sys 0.9.1"}, Worker: result.CoreWorker{Path: "/c/0123/planlint-trt-11", State: result.CorePresent},
			Next: "no TensorRT 11 is here yet: planlint core install trt11 --libraries yes fetches TensorRT 11.2.1.2 (556 MB), or --trt DIR names yours"},
	}
	for name, options := range map[string]Options{"core_install.txt": {}, "core_install_quiet.txt": {Quiet: true}} {
		golden(t, name, render(t, func(w io.Writer) error {
			var failures []error
			for _, one := range document.Results {
				failures = append(failures, CoreInstallText(w, one, options))
			}
			return errors.Join(failures...)
		}))
	}
	testutil.ValidateJSON(t, result.SchemaCoreInstall, render(t, func(w io.Writer) error { return JSON(w, document) }))

	clean := result.NewDocument[result.CoreClean](result.SchemaCoreClean, "0.1.0")
	items := []result.CoreItem{
		{Kind: "libraries", Name: "rtx-1.7", Path: "/c/libraries/tensorrt-rtx-1.7.1.116", Size: 238_158_934},
		{Kind: "worker", Name: "trt8", Path: "/c/0123/planlint-trt-8", Size: 4_318_273, Outdated: true}, {Kind: "leftover", Path: "/c/" + hostileName, Size: 12},
	}
	clean.Results = []result.CoreClean{{Folder: "/c", Items: []result.CoreItem{}}, {Folder: "/c", Items: items}, {Folder: "/c", Items: items[:1], Removed: true}}
	golden(t, "core_clean.txt", render(t, func(w io.Writer) error {
		var failures []error
		for _, one := range clean.Results {
			failures = append(failures, CoreCleanText(w, one, Options{}), CoreCleanText(w, one, Options{Quiet: true}))
		}
		return errors.Join(failures...)
	}))
	testutil.ValidateJSON(t, result.SchemaCoreClean, render(t, func(w io.Writer) error { return JSON(w, clean) }))
}
