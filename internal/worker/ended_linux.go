package worker

import (
	"errors"

	"golang.org/x/sys/unix"
)

// waitEnd waits until a process of this one's has ended, and leaves it to be waited for.
func waitEnd(pid int) error {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
