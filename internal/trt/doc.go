// Package trt is the one place that talks to a TensorRT library. A TensorRT of another family has other
// class layouts and two of them in one process crash, so the shim is compiled against the headers of one
// family at a time, chosen by a build tag (rtx, trt8, trt10 or trt11) together with cgo, and runs in a
// worker process of its own. Without a tag or without cgo the package is pure Go: the same functions are
// there and return ErrUnavailable. Nothing is linked: libraries are opened by path at run time.
package trt
