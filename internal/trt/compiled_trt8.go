//go:build cgo && linux && trt8 && !rtx && !trt10 && !trt11

package trt

// Compiled is the family that the shim of this program was compiled for.
const Compiled = TRT8
