//go:build unix

package worker

import (
	"syscall"
	"time"
)

// usage is what this process has used so far.
func usage() consumption {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return consumption{}
	}
	return consumption{time.Duration(u.Utime.Nano() + u.Stime.Nano()), int64(u.Majflt) + int64(u.Inblock)}
}
