package worker

import (
	"fmt"

	"golang.org/x/sys/unix"

	"github.com/planlint/planlint/internal/trt"
)

// limitMemory limits a process's private writable memory. A limit of the address space would be no use: CUDA
// and Go reserve far more of that than they use.
func limitMemory(pid int, bytes int64) error {
	if bytes <= 0 {
		return nil
	}
	limit := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	if err := unix.Prlimit(pid, unix.RLIMIT_DATA, &limit, nil); err != nil {
		return fmt.Errorf("%w: the worker's memory cannot be limited to %d bytes: %w", trt.ErrUnavailable, bytes, err)
	}
	return nil
}
