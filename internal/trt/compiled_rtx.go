//go:build cgo && linux && rtx && !trt8 && !trt10 && !trt11

package trt

// Compiled is the family that the shim of this program was compiled for.
const Compiled = RTX
