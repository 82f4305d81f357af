//go:build cgo && linux && trt11 && !rtx && !trt8 && !trt10

package trt

// Compiled is the family that the shim of this program was compiled for.
const Compiled = TRT11
