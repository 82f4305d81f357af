package onnx

import "io"

// Data is a run of bytes of known length, such as a *bytes.Reader or an *io.SectionReader.
type Data interface {
	io.ReaderAt
	// Size is in bytes.
	Size() int64
}
