// Package analyze finds out what is in a serialized TensorRT engine (a "plan") and whether it is larger
// than it should be. It needs neither TensorRT nor a GPU: it reads the bytes.
//
// Scan reads a plan once, from an io.ReaderAt, and says what its container, zero runs, machine code and
// kernels are, which rules it breaks and what its verdict is. Info reads the two ends only. The formats
// themselves are read by the packages below this one: container (the archive), stream (the values of the
// engine), wrap (formats around a plan), gpucode (machine code and kernel names) and folder (groups of plans).
//
// All sizes and offsets are bytes. Offsets in results count from the start of the plan; those of a byte
// map count from the start of the file.
package analyze
