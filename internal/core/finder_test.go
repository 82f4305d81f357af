package core

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/trt"
)

// summary spells what was found: "trt8 8.6.1 usr/lib (system; also opt/tensorrt/lib (system))".
func (m *machine) summary(list []Installation) []string {
	m.t.Helper()
	var lines []string
	for _, in := range list {
		line := fmt.Sprintf("%s %s %s (%s)", in.Family, in.Version, m.relative(in.Folder), in.Source)
		for _, also := range in.Also {
			line += fmt.Sprintf(" also %s (%s)", m.relative(also.Folder), also.Source)
		}
		lines = append(lines, line)
	}
	return lines
}

func (m *machine) relative(path string) string {
	m.t.Helper()
	name, err := filepath.Rel(m.root, path)
	if err != nil {
		m.t.Fatal(err)
	}
	return filepath.ToSlash(name)
}

func TestAll(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		files []string
		links map[string]string
		env   map[string]string // values are below the root, but for those that are relative
		want  []string
	}{
		{name: "nothing"},
		{name: "Debian packages",
			files: []string{"usr/lib/x86_64-linux-gnu/libnvinfer.so.10.15.1", "usr/lib/x86_64-linux-gnu/libnvinfer_builder_resource_sm90.so.10.15.1"},
			links: map[string]string{"usr/lib/x86_64-linux-gnu/libnvinfer.so.10": "libnvinfer.so.10.15.1", "lib": "usr/lib"},
			want:  []string{"trt10 10.15.1 usr/lib/x86_64-linux-gnu (system)"}},
		{name: "Jetson",
			files: []string{"usr/lib/aarch64-linux-gnu/libnvinfer.so.8.6.2"},
			links: map[string]string{"usr/lib/aarch64-linux-gnu/libnvinfer.so.8": "libnvinfer.so.8.6.2"},
			want:  []string{"trt8 8.6.2 usr/lib/aarch64-linux-gnu (system)"}},
		{name: "archives",
			files: []string{"usr/local/tensorrt/targets/x86_64-linux-gnu/lib/libnvinfer.so.8", "usr/local/tensorrt/targets/x86_64-linux-gnu/lib/libnvinfer_builder_resource.so.8.6.1",
				"opt/TensorRT-RTX-1.6/lib/libtensorrt_rtx.so.1", "home/TensorRT-11.2.1.2/lib/libnvinfer.so.11", "home/TensorRT-11.2.1.2/lib/libnvinfer.so.11.2.1"},
			want: []string{"trt11  home/TensorRT-11.2.1.2/lib (system)", "trt8 8.6.1 usr/local/tensorrt/targets/x86_64-linux-gnu/lib (system)", "rtx  opt/TensorRT-RTX-1.6/lib (system)"}},
		{name: "Python environment",
			files: []string{"venv/lib/python3.12/site-packages/tensorrt_libs/libnvinfer.so.10", "venv/lib/python3.12/site-packages/tensorrt_rtx_libs/libtensorrt_rtx.so.1"},
			env:   map[string]string{"VIRTUAL_ENV": "venv"},
			want:  []string{"trt10  venv/lib/python3.12/site-packages/tensorrt_libs (pip)", "rtx  venv/lib/python3.12/site-packages/tensorrt_rtx_libs (pip)"}},
		{name: "user's site-packages",
			files: []string{"home/.local/lib/python3.10/site-packages/tensorrt/libnvinfer.so.8"},
			want:  []string{"trt8  home/.local/lib/python3.10/site-packages/tensorrt (pip)"}},
		{name: "linker's configuration",
			files: []string{"srv/trt/libnvinfer.so.11", "etc/ld.so.conf.d/trt.conf"},
			want:  []string{"trt11  srv/trt (system)"}},
		{name: "newest first, TensorRT before RTX",
			files: []string{"cache/libraries/a/libnvinfer_builder_resource.so.8.6.1", "cache/libraries/a/libnvinfer.so.8", "cache/libraries/b/libnvinfer.so.10",
				"cache/libraries/b/libnvinfer_builder_resource_ptx.so.10.15.1", "cache/libraries/c/libnvinfer.so.10", "cache/libraries/c/libnvinfer_builder_resource_ptx.so.10.9.0"},
			want: []string{"trt10 10.15.1 cache/libraries/b (core install)", "trt10 10.9.0 cache/libraries/c (core install)", "trt8 8.6.1 cache/libraries/a (core install)"}},
		{name: "one version in two places, the one with more kernels counts",
			files: []string{"public/libnvinfer.so.11", "public/libnvinfer_builder_resource_ptx.so.11.2.1",
				"usr/local/tensorrt/lib/libnvinfer.so.11", "usr/local/tensorrt/lib/libnvinfer_builder_resource_ptx.so.11.2.1", "usr/local/tensorrt/lib/libnvinfer_builder_resource_sm90.so.11.2.1"},
			env:  map[string]string{"TENSORRT_ROOT": "public"},
			want: []string{"trt11 11.2.1 usr/local/tensorrt/lib (system) also public (TENSORRT_ROOT)"}},
		{name: "one folder named twice",
			files: []string{"opt/tensorrt/lib/libnvinfer.so.10"},
			links: map[string]string{"usr/local/tensorrt": "../../opt/tensorrt"},
			env:   map[string]string{"LD_LIBRARY_PATH": "opt/tensorrt/lib"},
			want:  []string{"trt10  opt/tensorrt/lib (LD_LIBRARY_PATH)"}},
		{name: "two major versions in a folder",
			files: []string{"usr/lib64/libnvinfer.so.8", "usr/lib64/libnvinfer.so.10", "usr/lib64/libnvinfer_builder_resource.so.8.6.1", "usr/lib64/libnvinfer_builder_resource.so.10.0.1"},
			want:  []string{"trt10 10.0.1 usr/lib64 (system)", "trt8 8.6.1 usr/lib64 (system)"}},
		{name: "a version that there is no worker for",
			files: []string{"usr/lib64/libnvinfer.so.9"},
			want:  []string{"trt9  usr/lib64 (system)"}},
		{name: "names that are no libraries",
			files: []string{"usr/lib64/libnvinfer.so.10.bak", "usr/lib64/libnvinfer_plugin.so.10", "usr/lib64/libnvinfer.so", "usr/lib/libnvinfer.so.10/file"}},
		{name: "never a relative folder", files: []string{"x/libnvinfer.so.10"},
			env: map[string]string{"LD_LIBRARY_PATH": ":.:./x:", "TENSORRT_ROOT": "./x", "VIRTUAL_ENV": "./"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			m.add(test.files...)
			if slices.Contains(test.files, "etc/ld.so.conf.d/trt.conf") {
				m.write("etc/ld.so.conf.d/trt.conf", "# a comment\n/srv/trt # another\nrelative\n\n/nowhere\n")
			}
			for from, to := range test.links {
				m.link(from, to)
			}
			for name, value := range test.env {
				if !strings.Contains(value, "./") {
					value = m.path(value)
				}
				m.env[name] = value
			}
			var want []string
			want = append(want, test.want...)
			if got := m.summary(m.finder().All(t.Context())); !slices.Equal(got, want) {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

func TestAt(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.add("usr/lib64/libnvinfer.so.10", "usr/lib64/libnvinfer_builder_resource_ptx.so.10.15.1",
		"opt/tensorrt-8/lib/libnvinfer.so.8", "opt/tensorrt-8/lib/libnvinfer_builder_resource.so.8.6.1",
		"other/lib/libnvinfer.so.11", "venv/lib/python3.12/site-packages/tensorrt_libs/libnvinfer.so.10",
		"venv/lib/python3.12/site-packages/tensorrt_rtx_libs/libtensorrt_rtx.so.1", "empty/file")
	for where, want := range map[string]string{
		"trt10":                               "trt10 10.15.1 usr/lib64 (system)",
		"10":                                  "trt10 10.15.1 usr/lib64 (system)",
		"10.15":                               "trt10 10.15.1 usr/lib64 (system)",
		"trt10.15":                            "trt10 10.15.1 usr/lib64 (system)",
		"trt-10.15.1":                         "trt10 10.15.1 usr/lib64 (system)",
		"8.6":                                 "trt8 8.6.1 opt/tensorrt-8/lib (system)",
		"/opt/tensorrt-8":                     "trt8 8.6.1 opt/tensorrt-8/lib (--trt)",
		"/opt/tensorrt-8/lib/libnvinfer.so.8": "trt8 8.6.1 opt/tensorrt-8/lib (--trt)",
		"/other":                              "trt11  other/lib (--trt)",
		"/venv/lib/python3.12/site-packages/tensorrt_libs": "trt10  venv/lib/python3.12/site-packages/tensorrt_libs (--trt)",
		"/venv":     "error: several are there, name the folder of one: TensorRT 10 in ",
		"/empty":    "error: no libnvinfer.so.* or libtensorrt_rtx.so.*",
		"/nowhere":  "error: there is no such folder",
		"rtx":       "error: no such TensorRT is here; planlint core install rtx installs one",
		"rtx-1.6.1": "error: no such TensorRT is here; planlint core install rtx-1.6 installs it",
		"trt11":     "error: no such TensorRT is here; --trt DIR names its folder",
		"10.1":      "error: no such TensorRT is here",
		"1":         "error: no such TensorRT is here",
		"rtx-":      "error: there is no such folder",
		"trt":       "error: there is no such folder",
		"10.":       "error: there is no such folder",
	} {
		if strings.HasPrefix(where, "/") {
			where = m.path(where)
		}
		in, err := m.finder().At(t.Context(), where)
		if expected, bad := strings.CutPrefix(want, "error: "); bad {
			if err == nil || !errors.Is(err, trt.ErrUnavailable) || !strings.Contains(err.Error(), expected) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, error %v, want %s", where, in, err, want)
			}
		} else if got := m.summary([]Installation{in}); err != nil || got[0] != want {
			t.Errorf("%s: %v, error %v, want %s", where, got, err, want)
		}
	}
}

// TestWorkingDirectory names a folder like a version: the name is not taken from the working directory.
func TestWorkingDirectory(t *testing.T) {
	m := newMachine(t)
	m.add("work/rtx/libtensorrt_rtx.so.1", "work/planlint-trt-8", "work/planlint-trt", "work/libnvinfer.so.8", "usr/lib/libnvinfer.so.8")
	t.Chdir(m.path("work"))
	if in, err := m.finder().At(t.Context(), "rtx"); err == nil {
		t.Errorf("rtx is %v of the working directory", in)
	}
	if in, err := m.finder().At(t.Context(), "./rtx"); err != nil || m.relative(in.Folder) != "work/rtx" {
		t.Errorf("./rtx is %v, %v", in, err)
	}
	m.env["PATH"], m.env["PLANLINT_WORKER_DIR"] = ":.:", "."
	if got := m.summary(m.finder().All(t.Context())); !slices.Equal(got, []string{"trt8  usr/lib (system)"}) {
		t.Errorf("found %v", got)
	}
	if path, err := m.finder().Worker(Installation{Family: trt.TRT8}); err == nil {
		t.Errorf("worker %s of the working directory", path)
	}
}

// TestRealVersions reads the versions of real libraries without loading them.
func TestRealVersions(t *testing.T) {
	t.Parallel()
	for _, version := range rtx.Versions() {
		_, site := rtx.Python(t, version)
		in, err := New(Options{}).At(t.Context(), site)
		if err != nil || in.Version != version || in.Family != trt.RTX || in.Name() != "rtx-"+minorOf(version) {
			t.Errorf("%s: found %+v, %v", version, in, err)
		}
	}
}
