//go:build !windows

package input

import (
	"errors"
	"syscall"
)

// isDiskFull tells whether a write failed for want of room or of quota.
func isDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
