//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

package trt

// The headers are TensorRT's own and never part of this repository: CGO_CPPFLAGS=-I... says where they are.

/*
#cgo CXXFLAGS: -std=c++17 -fvisibility=hidden -Wno-deprecated-declarations
#cgo LDFLAGS: -ldl
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"
)

// textSize is the size of a buffer for a message from the shim, in bytes; longer ones are cut there.
const textSize = 4 << 10

// Core is an opened TensorRT. Its libraries stay open until the process ends. Records may be called while
// Build runs; two builds may not run at once.
type Core struct {
	native *C.planlint_core
	about  About
}

// Open opens the libraries in a folder. Errors wrap ErrUnavailable.
func Open(folder string) (*Core, error) {
	libraries, err := LibrariesIn(Compiled, folder)
	if err != nil {
		return nil, err
	}
	core, parser := C.CString(libraries.Core), C.CString(libraries.Parser)
	defer C.free(unsafe.Pointer(core))
	defer C.free(unsafe.Pointer(parser))
	text := newText()
	defer text.free()
	c := &Core{}
	var version C.int32_t
	if C.planlint_open(core, parser, &c.native, &version, text.buffer, textSize) != C.PLANLINT_OK {
		return nil, fmt.Errorf("%w: %s", ErrUnavailable, text)
	}
	headers, library := int(C.planlint_header_version()), int(version)
	if !compatible(Compiled, headers, library) {
		return nil, fmt.Errorf("%w: this worker was compiled against headers of %s %s, but %s is %s",
			ErrUnavailable, Compiled, VersionText(headers), libraries.Core, VersionText(library))
	}
	c.about = About{Family: Compiled, Headers: VersionText(headers), Library: VersionText(library), Features: []string{}}
	if C.planlint_streams(c.native) != 0 {
		c.about.Features = append(c.about.Features, "stream-writer")
	}
	return c, nil
}

// About says what is open.
func (c *Core) About() About { return c.about }

// Build builds a plan from an ONNX file and writes it to a file in frames of type PlanFrame; it returns the
// plan's size in bytes, also with an error. An UnsupportedError is about a setting.
func (c *Core) Build(model string, s Settings, plan *os.File) (int64, error) {
	lines, err := s.flat()
	if err != nil {
		return 0, err
	}
	path := C.CString(model)
	defer C.free(unsafe.Pointer(path))
	array, free := settingsInC(lines)
	defer free()
	text := newText()
	defer text.free()
	var written C.int64_t
	status := C.planlint_build(c.native, path, array, C.size_t(len(lines)), C.int(plan.Fd()), PlanFrame,
		&written, text.buffer, textSize)
	runtime.KeepAlive(plan)
	switch status {
	case C.PLANLINT_OK:
		return int64(written), nil
	case C.PLANLINT_UNSUPPORTED:
		return int64(written), unsupported(Compiled, text.String())
	}
	return int64(written), errors.New(text.String())
}

// settingsInC copies the settings into memory of C's.
func settingsInC(lines []setting) (array *C.planlint_setting, free func()) {
	if len(lines) == 0 {
		return nil, func() {}
	}
	memory := C.calloc(C.size_t(len(lines)), C.size_t(unsafe.Sizeof(C.planlint_setting{})))
	array = (*C.planlint_setting)(memory)
	copies := unsafe.Slice(array, len(lines))
	for i, line := range lines {
		copies[i].key, copies[i].value = C.CString(line.key), C.CString(line.value)
	}
	return array, func() {
		for _, c := range copies {
			C.free(unsafe.Pointer(c.key))
			C.free(unsafe.Pointer(c.value))
		}
		C.free(memory)
	}
}

// Records takes the log records that wait in the shim.
func (c *Core) Records() []Record {
	text := newText()
	defer text.free()
	var list []Record
	var severity C.int
	for C.planlint_record(c.native, &severity, text.buffer, textSize) != 0 {
		list = append(list, Record{Severity(severity), text.String()})
	}
	return list
}

// text is a buffer for messages, in C's memory.
type text struct{ buffer *C.char }

func newText() text { return text{(*C.char)(C.calloc(1, textSize))} }

func (t text) String() string { return C.GoString(t.buffer) }

func (t text) free() { C.free(unsafe.Pointer(t.buffer)) }
