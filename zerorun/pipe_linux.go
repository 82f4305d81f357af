package zerorun

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// pipeSize in bytes is what Linux allows everybody by default. Pipes are
// made 64 KiB; more halves the number of switches between the two processes.
const pipeSize = 1 << 20

// growPipe makes the buffer of a pipe larger, if r is one and it may be.
func growPipe(r io.Reader) {
	f, ok := r.(*os.File)
	if !ok {
		return
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return
	}
	conn, err := f.SyscallConn()
	if err != nil {
		return
	}
	// Without success the pipe is only slower.
	_ = conn.Control(func(fd uintptr) {
		size, err := unix.FcntlInt(fd, unix.F_GETPIPE_SZ, 0)
		if err == nil && size < pipeSize {
			_, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeSize)
		}
	})
}
