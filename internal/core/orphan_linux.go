package core

import "syscall"

// endWithParent lets the kernel kill a process when the thread that started it ends, so also when this process is
// killed. What the process started itself is not killed then; compilers end by themselves.
func endWithParent(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }
