//go:build unix && !linux

package core

import "syscall"

// endWithParent does nothing: not every kernel can.
func endWithParent(*syscall.SysProcAttr) {}
