package trt

import (
	"fmt"
	"path/filepath"
)

// Family is a line of TensorRT versions that share their class layouts.
type Family string

// The families there is a shim for.
const (
	RTX   Family = "rtx"
	TRT8  Family = "trt8"
	TRT10 Family = "trt10"
	TRT11 Family = "trt11"
)

// Libraries are the files that a family's shim opens, by absolute path.
type Libraries struct {
	Core, Parser string
	// Plugins are TensorRT's own, which need not be there; empty: the family has none.
	Plugins string
}

// LibrariesIn returns the names that a family's libraries have in a folder.
func LibrariesIn(family Family, folder string) (Libraries, error) {
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return Libraries{}, err
	}
	in := func(name string) string { return filepath.Join(absolute, name) }
	switch family {
	case RTX:
		return Libraries{Core: in("libtensorrt_rtx.so.1"), Parser: in("libtensorrt_onnxparser_rtx.so.1")}, nil
	case TRT8, TRT10, TRT11:
		version := string(family)[len("trt"):]
		return Libraries{in("libnvinfer.so." + version), in("libnvonnxparser.so." + version), in("libnvinfer_plugin.so." + version)}, nil
	}
	return Libraries{}, fmt.Errorf("%w: no family of TensorRT is called %q", ErrUnavailable, family)
}

// VersionText spells a number as TensorRT's headers make it: 10701 is 1.7.1 of TensorRT-RTX, 8601 is 8.6.1,
// 110201 is 11.2.1.
func VersionText(number int) string {
	if number >= 10000 {
		return fmt.Sprintf("%d.%d.%d", number/10000, number/100%100, number%100)
	}
	return fmt.Sprintf("%d.%d.%d", number/1000, number/100%10, number%100)
}

// compatible tells whether a shim compiled against one version can drive a library of another. Within a
// major version of TensorRT classes only grow at their ends; TensorRT-RTX changes them in minor versions.
func compatible(family Family, headers, library int) bool {
	if headers >= 10000 != (library >= 10000) {
		return false
	}
	switch {
	case family == RTX:
		return headers/100 == library/100
	case headers >= 10000:
		return headers/10000 == library/10000
	}
	return headers/1000 == library/1000
}
