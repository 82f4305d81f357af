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
	log    recordQueue
	kept   kept
}

// Open opens the libraries in a folder. Errors wrap ErrUnavailable.
func Open(folder string) (*Core, error) {
	libraries, err := LibrariesIn(Compiled, folder)
	if err != nil {
		return nil, err
	}
	core, parser, plugins := C.CString(libraries.Core), C.CString(libraries.Parser), C.CString(libraries.Plugins)
	defer C.free(unsafe.Pointer(core))
	defer C.free(unsafe.Pointer(parser))
	defer C.free(unsafe.Pointer(plugins))
	text := newText()
	defer text.free()
	c := &Core{}
	var version C.int32_t
	if C.planlint_open(core, parser, plugins, &c.native, &version, text.buffer, textSize) != C.PLANLINT_OK {
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

// Build builds a plan from an ONNX file and writes it to a file in frames of type PlanFrame, and behind it the
// timing cache in frames of type CacheFrame, if the settings have one. It returns the plan's size in bytes, also
// with an error. An UnsupportedError is about a setting.
func (c *Core) Build(model string, s Settings, plan *os.File) (int64, error) {
	if err := s.Check(c.about); err != nil {
		return 0, err
	}
	c.forget() // an engine's memory is no more there for the builder to try kernels in
	lines, err := s.flat()
	if err != nil {
		return 0, err
	}
	// A structure of Go's may not hold pointers of Go's when it is given to C.
	request := (*C.planlint_request)(C.calloc(1, C.size_t(unsafe.Sizeof(C.planlint_request{}))))
	defer C.free(unsafe.Pointer(request))
	request.model = C.CString(model)
	defer C.free(unsafe.Pointer(request.model))
	array, free := settingsInC(lines)
	defer free()
	request.settings, request.count = array, C.size_t(len(lines))
	request.descriptor, request.plan_type, request.cache_type = C.int(plan.Fd()), PlanFrame, CacheFrame
	text := newText()
	defer text.free()
	var written C.int64_t
	status := C.planlint_build(c.native, request, &written, text.buffer, textSize)
	runtime.KeepAlive(plan)
	return int64(written), failure(status, text)
}

// Routes returns the build routes that this TensorRT has, as its JSON.
func (c *Core) Routes() ([]byte, error) {
	if err := (Settings{Routes: []Route{{}}}).Check(c.about); err != nil {
		return nil, err
	}
	text := newText()
	defer text.free()
	var routes *C.char
	if err := failure(C.planlint_routes(c.native, &routes, text.buffer, textSize), text); err != nil {
		return nil, err
	}
	defer C.free(unsafe.Pointer(routes))
	return []byte(C.GoString(routes)), nil
}

// failure is the error that a status and a text of the shim's stand for.
func failure(status C.int, t text) error {
	switch status {
	case C.PLANLINT_OK:
		return nil
	case C.PLANLINT_UNSUPPORTED:
		return unsupported(Compiled, t.String())
	case C.PLANLINT_UNAVAILABLE:
		return fmt.Errorf("%w: %s", ErrUnavailable, t)
	}
	return errors.New(t.String())
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

// Records takes the log records that wait.
func (c *Core) Records() []Record { return c.log.take(c.drain) }

// drain takes the log records that wait in the shim.
func (c *Core) drain() []Record {
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
