//go:build !windows

package main

import (
	"os/signal"
	"syscall"
)

// ignoreClosedPipe makes a closed pipe an error of the write, so that what is under way can be put in order.
func ignoreClosedPipe() { signal.Ignore(syscall.SIGPIPE) }
