package testutil

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// headersCrate is the crate that holds NVIDIA's headers of TensorRT-RTX 1.3 to 1.7 and of TensorRT 11.4.
const headersCrate = "trtx-sys-0.9.1+rtx1.7"

// Headers are those of one TensorRT.
type Headers struct {
	Tag     string   // the build tag of their family: rtx, trt8, trt10 or trt11
	Version string   // major.minor
	Folders []string // to search for them
}

// CrateHeaders returns the folder of the crate's headers, which has TRT-RTX-1.7 and so on in it:
// PLANLINT_TRT_HEADERS, or where cargo keeps the crate. Without it the test is skipped, or fails if
// PLANLINT_REQUIRE names "core".
func CrateHeaders(t testing.TB) string {
	t.Helper()
	if folder := os.Getenv("PLANLINT_TRT_HEADERS"); folder != "" {
		return folder
	}
	cargo := os.Getenv("CARGO_HOME")
	if home, err := os.UserHomeDir(); cargo == "" && err == nil {
		cargo = filepath.Join(home, ".cargo")
	}
	found, err := filepath.Glob(filepath.Join(cargo, "registry", "src", "*", headersCrate, "TensorRT-Headers"))
	if err != nil || len(found) == 0 {
		Require(t, "core", "TensorRT's headers are not here: PLANLINT_TRT_HEADERS is not set, and cargo has no crate trtx-sys 0.9.1")
	}
	return found[0]
}

// AllHeaders returns the crate's headers and those in PLANLINT_TRT_HEADERS_MORE, a list of folders that each
// have an NvInfer.h, of whatever version.
func AllHeaders(t testing.TB) []Headers {
	t.Helper()
	crate := CrateHeaders(t)
	folders, err := filepath.Glob(filepath.Join(crate, "TRT-*"))
	if err != nil {
		t.Fatal(err)
	}
	folders = append(folders, filepath.SplitList(os.Getenv("PLANLINT_TRT_HEADERS_MORE"))...)
	var all []Headers
	for _, folder := range folders {
		major, minor := headerVersion(t, folder)
		tag := "trt" + major
		if major == "1" {
			tag = "rtx"
		}
		// The crate also has what the headers need of CUDA.
		all = append(all, Headers{Tag: tag, Version: major + "." + minor, Folders: []string{folder, crate}})
	}
	return all
}

// headerVersion reads the numbers in NvInferVersion.h, which may be other macros.
func headerVersion(t testing.TB, folder string) (major, minor string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "NvInferVersion.h"))
	if err != nil {
		t.Fatal(err)
	}
	var find func(name string) string
	find = func(name string) string {
		found := regexp.MustCompile(fmt.Sprintf(`(?m)^#define %s\s+(\w+)`, name)).FindSubmatch(text)
		if found == nil {
			t.Fatalf("%s has no %s", folder, name)
		}
		if value := string(found[1]); value[0] >= '0' && value[0] <= '9' {
			return value
		}
		return find(string(found[1]))
	}
	return find("NV_TENSORRT_MAJOR"), find("NV_TENSORRT_MINOR")
}
