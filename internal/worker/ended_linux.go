package worker

import (
	"errors"
	"syscall"

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

// endWithParent lets the kernel kill a process when the thread that started it ends. Workers notice by themselves when
// their parent is gone, but not while a library keeps them, as it does before they have said hello.
func endWithParent(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }
