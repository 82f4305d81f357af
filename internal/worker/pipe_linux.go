package worker

import (
	"os"

	"golang.org/x/sys/unix"
)

// planPipe is the size of the plan's pipe in bytes: what Linux allows everybody. Pipes are made 64 KiB, so that
// both processes would have to take turns far more often.
const planPipe = 1 << 20

// growPipe makes a pipe larger. Where that is not allowed it is only slower.
func growPipe(pipe *os.File) {
	connection, err := pipe.SyscallConn()
	if err != nil {
		return
	}
	_ = connection.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, planPipe) })
}
