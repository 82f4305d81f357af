package container

import "io"

// Identify says what a file is that is no plan, with its article; "" if that is not known.
func Identify(r io.ReaderAt, size int64) string { return "" }
