//go:build cgo && linux && trt10 && !rtx && !trt8 && !trt11

package trt

// Compiled is the family that the shim of this program was compiled for.
const Compiled = TRT10
