package core

import (
	"errors"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/trt"
)

func TestWorker(t *testing.T) {
	t.Parallel()
	rtx, trt8 := Installation{Family: trt.RTX, Version: "1.7.1.116"}, Installation{Family: trt.TRT8, Version: "8.6.1"}
	for _, test := range []struct {
		name   string
		in     Installation
		files  []string
		change func(*machine)
		want   string
	}{
		{name: "none", in: rtx, want: "error: TensorRT-RTX 1.7.1.116 is here, but no worker for it: run planlint core install rtx-1.7"},
		{name: "of another minor version", in: rtx, files: []string{"bin/planlint-trt-rtx-1.6", "bin/planlint-trt-8"}, want: "error: TensorRT-RTX 1.7.1.116 is here, but no worker"},
		{name: "beside planlint", in: rtx, files: []string{"bin/planlint-trt-rtx-1.7", "cache/5041ce5/planlint-trt-rtx-1.7"}, want: "bin/planlint-trt-rtx-1.7"},
		{name: "libexec", in: trt8, files: []string{"libexec/planlint/planlint-trt-8", "cache/5041ce5/planlint-trt-8"}, want: "libexec/planlint/planlint-trt-8"},
		{name: "installed", in: trt8, files: []string{"cache/5041ce5/planlint-trt-8", "cache/01d/planlint-trt-8"}, want: "cache/5041ce5/planlint-trt-8"},
		{name: "of another planlint", in: trt8, files: []string{"cache/01d/planlint-trt-8"}, want: "error: the worker for TensorRT 8.6.1 was made from other sources than this planlint: run planlint core install trt8"},
		{name: "PATH", in: trt8, files: []string{"usr/bin/planlint-trt-8"}, change: func(m *machine) { m.env["PATH"] = m.path("nowhere") + ":" + m.path("usr/bin") }, want: "usr/bin/planlint-trt-8"},
		{name: "PLANLINT_WORKER_DIR", in: trt8, files: []string{"bin/planlint-trt-8", "w/planlint-trt-8"}, change: func(m *machine) { m.env["PLANLINT_WORKER_DIR"] = m.path("w") }, want: "w/planlint-trt-8"},
		{name: "--worker", in: trt8, files: []string{"bin/planlint-trt-8", "mine"}, change: func(m *machine) { m.options.Worker = m.path("mine") }, want: "mine"},
		{name: "--worker that is none", in: trt8, change: func(m *machine) { m.options.Worker = "none" }, want: "error: --worker none is no program"},
		{name: "a program of no telling name", in: trt8, files: []string{"bin/planlint-trt"}, want: "error: TensorRT 8.6.1 is here, but no worker"},
		{name: "family without a worker", in: Installation{Family: "trt9"}, files: []string{"bin/planlint-trt-9"}, want: "error: there is no worker for TensorRT 9"},
		{name: "unknown version", in: Installation{Family: trt.RTX, Folder: "/f"}, files: []string{"bin/planlint-trt-rtx-"}, want: "error: the version of the TensorRT-RTX in /f is not known"},
		{name: "go run", in: trt8, change: func(m *machine) { m.options.Executable = m.path("go-build123/b001/exe/planlint") }, want: "error: TensorRT 8.6.1 is here, but no worker for it: run go run ./cmd/planlint core install trt8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			m.add(test.files...)
			if test.change != nil {
				test.change(m)
			}
			path, err := m.finder().Worker(test.in)
			if want, bad := strings.CutPrefix(test.want, "error: "); bad {
				if err == nil || !errors.Is(err, trt.ErrUnavailable) || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("%s, error %v, want %s", path, err, want)
				}
			} else if err != nil || m.relative(path) != test.want {
				t.Errorf("%s, error %v, want %s", path, err, test.want)
			}
		})
	}
}

func TestDefault(t *testing.T) {
	t.Parallel()
	libraries := []string{
		"usr/lib/libnvinfer.so.11", "usr/lib/libnvinfer_builder_resource_ptx.so.11.2.1",
		"usr/lib/libnvinfer.so.8", "usr/lib/libnvinfer_builder_resource.so.8.6.1",
		"opt/tensorrt/lib/libnvinfer.so.10", "opt/tensorrt/lib/libnvinfer_builder_resource_sm90.so.10.15.1",
	}
	const gpu = "dev/nvidia0"
	for _, test := range []struct {
		name    string
		files   []string
		nothing bool
		want    string
	}{
		{name: "nothing", nothing: true, want: "error: no TensorRT is here: planlint core install rtx"},
		{name: "no worker", want: "error: TensorRT 11.2.1 is here, but no worker for it: run planlint core install trt11"},
		{name: "the newest with a worker", files: []string{"bin/planlint-trt-8", "bin/planlint-trt-10", gpu}, want: "trt10"},
		{name: "rather one with kernels", files: []string{"bin/planlint-trt-8", "bin/planlint-trt-10", "bin/planlint-trt-11", gpu}, want: "trt10"},
		{name: "nothing can build", files: []string{"bin/planlint-trt-8", "bin/planlint-trt-11"}, want: "trt11"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			if !test.nothing {
				m.add(libraries...)
			}
			m.add(test.files...)
			in, err := m.finder().Default(t.Context())
			if want, bad := strings.CutPrefix(test.want, "error: "); bad {
				if err == nil || !errors.Is(err, trt.ErrUnavailable) || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("%v, error %v, want %s", in, err, want)
				}
			} else if err != nil || in.Name() != test.want {
				t.Errorf("%v, error %v, want %s", in, err, test.want)
			}
		})
	}
}
