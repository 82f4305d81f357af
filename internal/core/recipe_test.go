package core

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/testutil"
	"github.com/planlint/planlint/internal/trt"
)

func TestChosen(t *testing.T) {
	t.Parallel()
	for names, want := range map[string]string{
		"":                     "rtx-1.7",
		"rtx":                  "rtx-1.7",
		"rtx-1.6":              "rtx-1.6",
		"rtx-1.6.1.120":        "rtx-1.6",
		"rtx rtx-1.7 trt8":     "rtx-1.7 trt8",
		"10.15":                "trt10",
		"trt10.15.1 trt-11":    "trt10 trt11",
		"trt10.9.0":            "error",
		"rtx-1.9":              "error",
		"rtx-1.3":              "error",
		"rtx-1.7.2":            "error",
		"rtx-2":                "error",
		"all":                  "rtx-1.7 rtx-1.6 rtx-1.5 rtx-1.4 trt11 trt10 trt8",
		"trt8 all":             "trt8 rtx-1.7 rtx-1.6 rtx-1.5 rtx-1.4 trt11 trt10",
		"trt9":                 "error",
		"9":                    "error",
		"rtx-":                 "error",
		"rtx-1":                "rtx-1.7",
		"trt8 /opt/tensorrt":   "error",
		"nothing of this kind": "error",
	} {
		list, err := chosen(strings.Fields(names))
		var got []string
		for _, r := range list {
			got = append(got, r.name)
		}
		var usage *UsageError
		if want == "error" {
			if !errors.As(err, &usage) || usage.ExitCode() != 2 {
				t.Errorf("%q: %v, error %v", names, got, err)
			}
		} else if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: %v, error %v, want %s", names, got, err, want)
		}
	}
}

// TestRecipeFor takes the versions of TensorRTs that are here as they come.
func TestRecipeFor(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		in   Installation
		want string
	}{
		{Installation{Family: trt.RTX, Version: "1.6.0.1"}, "rtx-1.6"}, {Installation{Family: trt.RTX, Version: "1.9.1.2"}, "rtx-1.9"},
		{Installation{Family: trt.RTX}, "rtx-1.7"}, {Installation{Family: trt.TRT10, Version: "10.9.0.34"}, "trt10"},
		{Installation{Family: trt.TRT8}, "trt8"}, {Installation{Family: "trt9", Version: "9.3.0"}, ""},
	} {
		if r, known := recipeFor(test.in); r.name != test.want || known != (test.want != "") {
			t.Errorf("%s: %q, %v, want %q", test.in.Title(), r.name, known, test.want)
		}
	}
	m := newMachine(t)
	for name, want := range map[string]string{"rtx-1.6": "planlint core install rtx-1.6 installs it", "rtx-1.9": "--trt DIR names its folder"} {
		if _, err := m.finder().At(t.Context(), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
	}
	m.add("opt/trt/libtensorrt_rtx.so.1", "opt/trt/libtensorrt_rtx_builder_resource.so.1.9.1.2")
	in, err := m.finder().At(t.Context(), m.path("opt/trt"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.finder().Worker(in); err == nil || !strings.HasSuffix(err.Error(), "run planlint core install --trt "+m.path("opt/trt")) {
		t.Errorf("a version that no package is known of: error %v", err)
	}
}

// TestRecipes checks what recipes say against the versions that tests build with, and against the crate.
func TestRecipes(t *testing.T) {
	t.Parallel()
	tested := rtx.Versions()
	slices.SortFunc(tested, func(a, b string) int { return compareVersions(b, a) })
	if !slices.Equal(rtxVersions, tested) {
		t.Errorf("recipes are for %v, tests build with %v", rtxVersions, tested)
	}
	for _, r := range recipes() {
		in := Installation{Family: r.family, Version: r.version}
		if in.Name() != r.name || !startsWith(r.version, r.line) || r.version == "" {
			t.Errorf("%s: version %s of line %s is called %s", r.name, r.version, r.line, in.Name())
		}
		if nameOfLibraries(folderName(in)) != r.name || nameOfProgram(programOf(r.family, r.line)) != r.name {
			t.Errorf("%s: not the name of %s and %s", r.name, folderName(in), programOf(r.family, r.line))
		}
	}
	crate := testutil.CrateHeaders(t)
	for _, r := range append(recipes(), rtxRecipe("1.3", "")) {
		for _, p := range r.headers {
			if p.crate == "" {
				continue
			}
			folder := filepath.Join(crate, filepath.Base(p.folder))
			h, err := readHeaders(folder, folder)
			if err != nil || !r.fit(h) || h.Family != r.family {
				t.Errorf("%s: headers %+v, %v", r.name, h, err)
			}
		}
	}
}

// TestHeadersOfUser reads the ways in which headers spell their version.
func TestHeadersOfUser(t *testing.T) {
	t.Parallel()
	text := func(names ...string) string {
		var lines strings.Builder
		for i, part := range []string{"MAJOR", "MINOR", "PATCH", "BUILD"} {
			lines.WriteString("#define " + strings.Replace(names[0], "*", part, 1) + " " + names[i+1] + " //!< comment\n")
		}
		return lines.String()
	}
	for _, test := range []struct{ name, text, family, version string }{
		{"8.6", text("NV_TENSORRT_*", "8", "6", "1", "5") + "#define NV_TENSORRT_SONAME_MAJOR 8\n#define NV_TENSORRT_RELEASE_TYPE_GENERAL_AVAILABILITY 2\n", "trt8", "8.6.1.5"},
		{"10.15", text("TRT_*_ENTERPRISE", "10", "15", "1", "29") + "#define NV_TENSORRT_MAJOR TRT_MAJOR_ENTERPRISE\n", "trt10", "10.15.1.29"},
		{"RTX", "# define TRT_MAJOR_RTX 1\r\n#define TRT_MINOR_RTX 7\r\n#define TRT_PATCH_RTX 1\r\n#define TRT_BUILD_RTX 116\r\n", "rtx", "1.7.1.116"},
		{"nothing", "#pragma once\n", "", ""},
	} {
		folder := t.TempDir()
		for name, text := range map[string]string{"NvInferVersion.h": test.text, "NvInfer.h": "", "NvOnnxParser.h": ""} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		h, err := readHeaders(folder, folder)
		if test.family == "" {
			if err == nil || !strings.Contains(err.Error(), "does not say its version") {
				t.Errorf("%s: %+v, error %v", test.name, h, err)
			}
		} else if err != nil || h.Family != trt.Family(test.family) || h.Version != test.version {
			t.Errorf("%s: %+v, error %v", test.name, h, err)
		}
		if err := os.Remove(filepath.Join(folder, "NvOnnxParser.h")); err != nil {
			t.Fatal(err)
		}
		if _, err := readHeaders(folder, folder); !errors.Is(err, errNoHeaders) {
			t.Errorf("%s without the parser's: error %v", test.name, err)
		}
	}
}

func TestIncludeFolders(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.add("usr/lib/x86_64-linux-gnu/libnvinfer.so.10", "usr/include/x86_64-linux-gnu/NvInfer.h", "opt/trt/targets/x86_64-linux-gnu/lib/libnvinfer.so.10", "opt/trt/include/NvInfer.h")
	m.link("opt/trt/lib", "targets/x86_64-linux-gnu/lib")
	for libraries, include := range map[string]string{
		"usr/lib/x86_64-linux-gnu":             "usr/include/x86_64-linux-gnu",
		"opt/trt/targets/x86_64-linux-gnu/lib": "opt/trt/include",
		"opt/trt/lib":                          "opt/trt/include",
	} {
		if list := includeFolders(m.path(libraries)); !slices.Contains(list, m.path(include)) {
			t.Errorf("headers of %s in %v", libraries, list)
		}
	}
}
