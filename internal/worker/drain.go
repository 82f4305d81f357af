//go:build unix

package worker

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// drain reads from a pipe. When the worker has ended, which its deadline says, it reads what there is and no
// more: somebody whom the worker has left behind may hold the other end.
type drain struct{ *os.File }

func (d drain) Read(p []byte) (int, error) {
	n, err := d.File.Read(p)
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		return n, err
	}
	connection, err := d.SyscallConn()
	if err != nil {
		return 0, err
	}
	if controlErr := connection.Control(func(fd uintptr) {
		for {
			if n, err = syscall.Read(int(fd), p); err != syscall.EINTR {
				return
			}
		}
	}); controlErr != nil {
		return 0, controlErr
	}
	if err == syscall.EAGAIN || err == nil && n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return max(n, 0), err
}
