//go:build unix && !linux

package worker

import (
	"errors"
	"syscall"
)

// waitEnd does not wait: a worker that leaves its pipes to others is found when it gives no sign of life.
func waitEnd(int) error { return errors.ErrUnsupported }

// endWithParent does nothing: not every kernel can.
func endWithParent(*syscall.SysProcAttr) {}
