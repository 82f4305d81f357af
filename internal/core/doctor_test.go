package core

import (
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
)

// commands are the commands of steps, with what is not one in brackets.
func commands(steps []result.DoctorStep) string {
	var all []string
	for _, s := range steps {
		if s.Command == "" {
			s.Command = "(" + s.Why + ")"
		}
		all = append(all, s.Command)
	}
	return strings.Join(all, "; ")
}

func TestDoctor(t *testing.T) {
	t.Parallel()
	rtx := []string{"opt/tensorrt-rtx/lib/libtensorrt_rtx.so.1", "opt/tensorrt-rtx/lib/libtensorrt_rtx.so.1.7.1"}
	trt10 := []string{"usr/lib64/libnvinfer.so.10", "usr/lib64/libnvinfer_builder_resource_sm90.so.10.15.1"}
	older10 := []string{"opt/tensorrt-10.9/lib/libnvinfer.so.10", "opt/tensorrt-10.9/lib/libnvinfer_builder_resource_sm90.so.10.9.0"}
	for _, test := range []struct {
		name     string
		files    []string
		trt      []string
		canBuild bool
		// rows are "name worker build run", default marked by a star.
		rows, next string
	}{
		{name: "nothing", next: "planlint core install"},
		{name: "a GPU and nothing", files: []string{"dev/nvidia0"}, next: "planlint core install"},
		{name: "libraries without a worker", files: trt10, rows: "trt10 missing no no", next: "planlint core install; planlint core install trt10"},
		{name: "of another planlint", files: append([]string{"cache/01d/planlint-trt-10"}, trt10...), rows: "trt10 missing no no", next: "planlint core install; planlint core install trt10"},
		{name: "no GPU", files: append([]string{"bin/planlint-trt-10"}, trt10...), rows: "trt10* untried no no", next: "planlint core install"},
		{name: "a GPU", files: append([]string{"bin/planlint-trt-10", "dev/nvidia0"}, trt10...), rows: "trt10* untried unknown unknown", canBuild: true},
		{name: "a GPU and kernels for PTX alone", files: []string{"bin/planlint-trt-11", "dev/nvidia0", "usr/lib/libnvinfer.so.11", "usr/lib/libnvinfer_builder_resource_ptx.so.11.2.1"},
			rows: "trt11* untried unknown! unknown", next: "planlint core install"},
		{name: "two of a family", files: append(append([]string{"bin/planlint-trt-10", "dev/nvidia0"}, trt10...), older10...), rows: "trt10* untried unknown unknown, trt10.9.0 untried unknown unknown", canBuild: true},
		{name: "two families without a worker", files: append([]string{"usr/lib64/libnvinfer.so.8"}, trt10...), rows: "trt10 missing no no, trt8 missing no no",
			next: "planlint core install; planlint core install trt10 trt8"},
		{name: "two of a family without a worker", files: append(trt10[:2:2], older10...), rows: "trt10 missing no no, trt10.9.0 missing no no",
			next: "planlint core install; planlint core install trt10"},
		{name: "a folder alone", files: older10, trt: []string{"/opt/tensorrt-10.9"}, rows: "trt10 missing no no", next: "planlint core install trt10; planlint core install"},
		{name: "a folder that is found only by its name", files: []string{"srv/libnvinfer.so.8"}, trt: []string{"/srv"}, rows: "trt8 missing no no", next: "planlint core install --trt SRV; planlint core install"},
		{name: "a family without a worker", files: []string{"usr/lib/libnvinfer.so.9", "bin/planlint-trt-9"}, rows: "trt9 missing no no", next: "planlint core install"},
		{name: "RTX of a version that no file tells", files: rtx[:1], rows: "rtx missing unknown no"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			m.add(test.files...)
			o := DoctorOptions{Quick: true}
			for _, where := range test.trt {
				o.TRT = append(o.TRT, m.path(where))
			}
			d, err := m.finder().Doctor(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			var rows []string
			for _, r := range d.TensorRT {
				if r.Default {
					r.Name += "*"
				}
				if r.Build.State == result.AbilityUnknown && r.Build.Why != "" {
					r.Build.State += "!"
				}
				rows = append(rows, strings.Join([]string{r.Name, string(r.Worker.State), string(r.Build.State), string(r.Run.State)}, " "))
			}
			next := strings.ReplaceAll(commands(d.Next), m.path("srv"), "SRV")
			if got := strings.Join(rows, ", "); got != test.rows || d.CanBuild != test.canBuild || next != test.next {
				t.Errorf("%s; can build %v; next %s\nwant %s; can build %v; next %s", got, d.CanBuild, next, test.rows, test.canBuild, test.next)
			}
		})
	}
}

// TestCure says what to do about each thing that can be wrong.
func TestCure(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	f := m.finder()
	examined := func(in Installation, worker result.DoctorWorker, missing ...string) examination {
		return examination{in: in, DoctorTensorRT: result.DoctorTensorRT{Name: in.Name(), TRT: in.Name(), Version: in.Version, Folder: in.Folder, Worker: worker, Missing: missing}}
	}
	trt11 := Installation{Family: trt.TRT11, Version: "11.2.1.2", Folder: "/opt/trt", Resources: []string{"libnvinfer_builder_resource_ptx.so.11.2.1"}}
	full := trt11
	full.Resources = append([]string{"libnvinfer_builder_resource_sm80.so.11.2.1"}, full.Resources...)
	const sm90 = "libnvinfer_builder_resource_sm90.so.11.2.1"
	ready := result.DoctorWorker{State: result.WorkerReady}
	broken := func(path, why string) result.DoctorWorker {
		return result.DoctorWorker{State: result.WorkerBroken, Path: path, Why: why}
	}
	for _, test := range []struct {
		name string
		e    examination
		want string // the command, and words of the reason
	}{
		{"nothing", examined(trt11, ready), ""},
		{"public packages", examined(trt11, ready, sm90), "|the builder's kernels for this GPU are in " + sm90 + ", which NVIDIA's own TensorRT 11.2.1.2 has and no public package"},
		{"a GPU that it is not for", examined(full, ready, sm90), "|it has no kernels for this GPU (" + sm90 + "): use a version that has"},
		{"a library of another package", examined(trt11, broken("/w", "exit status 1: libcublas.so.12: cannot open shared object file: No such file or directory")),
			"|libcublas.so.12 is needed: install the package that has it, or name its folder in LD_LIBRARY_PATH"},
		{"a worker beside planlint", examined(trt11, broken(m.path("bin/planlint-trt-11"), "made from other sources")), "planlint core install trt11|bin/planlint-trt-11 is found first and has to go"},
		{"a worker of core install", examined(trt11, broken(m.path("cache/5041ce5/planlint-trt-11"), "the worker hangs")), ""},
	} {
		step := f.cure(test.e)
		if test.want == "" {
			if step != nil {
				t.Errorf("%s: %+v", test.name, step)
			}
			continue
		}
		command, why, _ := strings.Cut(test.want, "|")
		if step == nil || step.Command != command || !strings.Contains(step.Why, why) {
			t.Errorf("%s: %+v, want %s", test.name, step, test.want)
		}
	}
}

func TestSteps(t *testing.T) {
	t.Parallel()
	yes, no := result.Ability{State: result.AbilityYes}, result.Ability{State: result.AbilityNo}
	h200 := result.GPUs{Visible: true, Devices: []result.GPU{{Name: "NVIDIA H200", SM: "90"}}}
	blackwell := result.GPUs{Visible: true, Devices: []result.GPU{{SM: "100"}}}
	rtx := result.DoctorTensorRT{Name: "rtx-1.7", TRT: "rtx-1.7", Family: "rtx", Build: yes, Run: no, Default: true}
	trt8 := result.DoctorTensorRT{Name: "trt8", TRT: "trt8", Family: "trt8", Build: yes, Run: yes, Default: true}
	trt11 := result.DoctorTensorRT{Name: "trt11", TRT: "trt11", Family: "trt11", Build: no, Run: yes, Default: true, Next: &result.DoctorStep{Why: "no kernels"}}
	elsewhere := trt8
	elsewhere.TRT, elsewhere.Default = "/my venv/tensorrt_libs", false
	for _, test := range []struct {
		name string
		d    result.Doctor
		want string
	}{
		{"a laptop", result.Doctor{TensorRT: []result.DoctorTensorRT{rtx}}, "planlint build MODEL.onnx"},
		{"an H200 with what cannot run there", result.Doctor{GPU: h200, TensorRT: []result.DoctorTensorRT{rtx}}, "planlint core install trt8 --libraries yes; planlint build MODEL.onnx"},
		{"a GPU that 8.6 is too old for", result.Doctor{GPU: blackwell, TensorRT: []result.DoctorTensorRT{rtx}}, "planlint build MODEL.onnx"},
		{"all is well", result.Doctor{GPU: h200, TensorRT: []result.DoctorTensorRT{trt8}}, "planlint build MODEL.onnx"},
		{"another one than the default can build", result.Doctor{GPU: h200, TensorRT: []result.DoctorTensorRT{trt11, elsewhere}},
			"(TensorRT of unknown version: no kernels); planlint build MODEL.onnx --trt '/my venv/tensorrt_libs'"},
	} {
		for _, one := range test.d.TensorRT {
			test.d.CanBuild = test.d.CanBuild || one.Build == yes
			test.d.CanRun = test.d.CanRun || one.Run == yes
		}
		got := strings.Replace(commands(newMachine(t).finder().steps(test.d, false)), "TensorRT 11:", "TensorRT of unknown version:", 1)
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
