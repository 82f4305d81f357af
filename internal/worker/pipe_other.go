//go:build unix && !linux

package worker

import "os"

// growPipe does nothing: only Linux lets programs choose the size of a pipe.
func growPipe(*os.File) {}
