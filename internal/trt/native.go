//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

package trt

/*
#include <stdlib.h>
#include "running.h"
*/
import "C"

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"unsafe"
)

// call calls the shim and returns its error.
func call(f func(text *C.char) C.int) error {
	text := newText()
	defer text.free()
	return failure(f(text.buffer), text)
}

// callJSON calls the shim and reads the JSON that it answers with.
func callJSON(value any, f func(answer **C.char, text *C.char) C.int) error {
	var answer *C.char
	if err := call(func(text *C.char) C.int { return f(&answer, text) }); err != nil {
		return err
	}
	defer C.free(unsafe.Pointer(answer))
	if err := json.Unmarshal([]byte(C.GoString(answer)), value); err != nil {
		return fmt.Errorf("what the shim says cannot be read: %w", err)
	}
	return nil
}

// strings copies texts into C's memory.
func stringsInC(list []string) (array **C.char, free func()) {
	if len(list) == 0 {
		return nil, func() {}
	}
	memory := C.calloc(C.size_t(len(list)), C.size_t(unsafe.Sizeof(array)))
	array = (**C.char)(memory)
	copies := unsafe.Slice(array, len(list))
	for i, s := range list {
		copies[i] = C.CString(s)
	}
	return array, func() {
		for _, c := range copies {
			C.free(unsafe.Pointer(c))
		}
		C.free(memory)
	}
}

// nativeEngine is a plan that is loaded.
type nativeEngine struct{ native *C.planlint_engine }

// load loads a plan.
func (c *Core) load(path string, plugins []string, hostCode bool) (*nativeEngine, error) {
	array, free := stringsInC(plugins)
	defer free()
	plan := C.CString(path)
	defer C.free(unsafe.Pointer(plan))
	source := (*C.planlint_source)(C.calloc(1, C.size_t(unsafe.Sizeof(C.planlint_source{}))))
	defer C.free(unsafe.Pointer(source))
	source.plan, source.plugins, source.count = plan, array, C.size_t(len(plugins))
	if hostCode {
		source.host_code = 1
	}
	e := &nativeEngine{}
	return e, call(func(text *C.char) C.int { return C.planlint_load(c.native, source, &e.native, text, textSize) })
}

func (e *nativeEngine) unload() { C.planlint_unload(e.native) }

func (e *nativeEngine) describe() (d Description, err error) {
	err = callJSON(&d, func(answer **C.char, text *C.char) C.int {
		return C.planlint_describe(e.native, answer, text, textSize)
	})
	return d, err
}

// inspect writes what the inspector says and returns how many bytes.
func (e *nativeEngine) inspect(to *os.File) (int64, error) {
	var written C.int64_t
	err := call(func(text *C.char) C.int {
		return C.planlint_inspect(e.native, C.int(to.Fd()), PlanFrame, &written, text, textSize)
	})
	runtime.KeepAlive(to)
	return int64(written), err
}

func (e *nativeEngine) memory() (free, own int64, err error) {
	var a, b C.int64_t
	err = call(func(text *C.char) C.int { return C.planlint_memory(e.native, &a, &b, text, textSize) })
	return int64(a), int64(b), err
}

func (e *nativeEngine) setBudget(bytes int64) error {
	return call(func(text *C.char) C.int { return C.planlint_set_budget(e.native, C.int64_t(bytes), text, textSize) })
}

func (e *nativeEngine) sharesProfiles() bool { return C.planlint_shares_profiles(e.native) != 0 }

func (e *nativeEngine) open(profile int, inputs []input) (context, error) {
	array, free := inputsInC(inputs)
	defer free()
	x := &nativeContext{}
	if err := call(func(text *C.char) C.int {
		return C.planlint_context_open(e.native, C.int32_t(profile), array, C.size_t(len(inputs)), &x.native, text, textSize)
	}); err != nil {
		return nil, err
	}
	return x, nil
}

// inputsInC copies inputs into memory of C's.
func inputsInC(inputs []input) (array *C.planlint_input, free func()) {
	if len(inputs) == 0 {
		return nil, func() {}
	}
	memory := C.calloc(C.size_t(len(inputs)), C.size_t(unsafe.Sizeof(C.planlint_input{})))
	array = (*C.planlint_input)(memory)
	copies := unsafe.Slice(array, len(inputs))
	for i, in := range inputs {
		c := &copies[i]
		c.name, c.rank, c.data, c.bytes = C.CString(in.name), C.int32_t(len(in.shape)), C.CBytes(in.host), C.size_t(len(in.host))
		for k, n := range in.shape {
			c.shape[k] = C.int64_t(n)
		}
	}
	return array, func() {
		for _, c := range copies {
			C.free(unsafe.Pointer(c.name))
			C.free(c.data)
		}
		C.free(memory)
	}
}

// nativeContext is a context with its memory.
type nativeContext struct{ native *C.planlint_context }

func (x *nativeContext) close() { C.planlint_context_close(x.native) }

func (x *nativeContext) tensors() (list []bound, err error) {
	err = callJSON(&list, func(answer **C.char, text *C.char) C.int {
		return C.planlint_context_tensors(x.native, answer, text, textSize)
	})
	return list, err
}

func (x *nativeContext) upload(tensor int, offset int64, data []byte) error {
	return call(func(text *C.char) C.int {
		return C.planlint_context_upload(x.native, C.size_t(tensor), C.int64_t(offset), unsafe.Pointer(unsafe.SliceData(data)),
			C.size_t(len(data)), text, textSize)
	})
}

func (x *nativeContext) download(tensor int, offset int64, data []byte) error {
	return call(func(text *C.char) C.int {
		return C.planlint_context_download(x.native, C.size_t(tensor), C.int64_t(offset), unsafe.Pointer(unsafe.SliceData(data)),
			C.size_t(len(data)), text, textSize)
	})
}

func (x *nativeContext) start(fill byte) error {
	return call(func(text *C.char) C.int { return C.planlint_context_start(x.native, C.uchar(fill), text, textSize) })
}

func (x *nativeContext) wait() error {
	return call(func(text *C.char) C.int { return C.planlint_context_wait(x.native, text, textSize) })
}

func (x *nativeContext) copies() (outputs, error) {
	k := &nativeCopies{}
	if err := call(func(text *C.char) C.int { return C.planlint_copies_make(x.native, &k.native, text, textSize) }); err != nil {
		return nil, err
	}
	return k, nil
}

// nativeCopies are copies of outputs.
type nativeCopies struct{ native *C.planlint_copies }

func (k *nativeCopies) close() { C.planlint_copies_free(k.native) }

func (k *nativeCopies) download(tensor int, offset int64, data []byte) error {
	return call(func(text *C.char) C.int {
		return C.planlint_copies_download(k.native, C.size_t(tensor), C.int64_t(offset), unsafe.Pointer(unsafe.SliceData(data)),
			C.size_t(len(data)), text, textSize)
	})
}
