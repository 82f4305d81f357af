package ort

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"github.com/planlint/planlint/internal/trt"
)

// libraryName is how ONNX Runtime's library is called, with its version.
var libraryName = regexp.MustCompile(`^libonnxruntime\.so(?:\.(\d+)\.(\d+)\.(\d+))?$`)

// within are the folders, relative to what a user may name, that the library can be in: an archive of releases,
// an environment of Python's, its site-packages.
var within = []string{".", "lib", "lib64", "capi", "onnxruntime/capi", "lib*/python3*/site-packages/onnxruntime/capi", "lib/python3*/dist-packages/onnxruntime/capi"}

// Find returns ONNX Runtime's library in a folder or below it, the newest one; or the file itself. Errors wrap
// trt.ErrUnavailable.
func Find(where string) (string, error) {
	absolute, err := filepath.Abs(where)
	if err != nil {
		return "", err
	}
	if libraryName.MatchString(filepath.Base(absolute)) && isFile(absolute) {
		return absolute, nil
	}
	best := ""
	for _, below := range within {
		matches, _ := filepath.Glob(filepath.Join(absolute, below, "libonnxruntime.so*")) // the pattern is good
		for _, match := range matches {
			if libraryName.MatchString(filepath.Base(match)) && isFile(match) && (best == "" || slices.Compare(versionIn(match), versionIn(best)) > 0) {
				best = match
			}
		}
	}
	if best == "" {
		return "", fmt.Errorf("%w: there is no libonnxruntime.so in %s, in lib/, or where Python keeps its packages", trt.ErrUnavailable, where)
	}
	return best, nil
}

// versionIn is the version in a library's name; nil if there is none.
func versionIn(path string) []int {
	var numbers []int
	for _, part := range libraryName.FindStringSubmatch(filepath.Base(path))[1:] {
		if n, err := strconv.Atoi(part); err == nil {
			numbers = append(numbers, n)
		}
	}
	return numbers
}
