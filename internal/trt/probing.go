//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

package trt

/*
#include "running.h"
*/
import "C"

import "io"

// Probe builds a plan of one layer and runs it, to find out what can be done here. A builder of TensorRT 8 takes
// 20 seconds for that.
func (c *Core) Probe() Probe {
	c.forget() // for its memory
	return probe(c)
}

func (c *Core) system() (s cudaSystem, err error) {
	err = callJSON(&s, func(answer **C.char, text *C.char) C.int { return C.planlint_devices(c.native, answer, text, textSize) })
	return s, err
}

func (c *Core) buildSample() error {
	return call(func(text *C.char) C.int { return C.planlint_build_sample(c.native, text, textSize) })
}

func (c *Core) runSample(r RunRequest, receive func([]Tensor) (io.Writer, error)) (RunResult, error) {
	e := &nativeEngine{}
	if err := call(func(text *C.char) C.int { return C.planlint_load_sample(c.native, &e.native, text, textSize) }); err != nil {
		return RunResult{}, err
	}
	defer e.unload()
	return run(e, r, receive)
}

func (c *Core) loadRuntime() error {
	return call(func(text *C.char) C.int { return C.planlint_make_runtime(c.native, text, textSize) })
}

func (c *Core) listen(what func() error) ([]Record, error) {
	c.log.listen(c.drain)
	err := what()
	return c.log.heard(c.drain), err
}
