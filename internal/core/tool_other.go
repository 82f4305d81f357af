//go:build !unix

package core

import "os/exec"

// ownGroup does nothing: cancelling ends the command alone.
func ownGroup(*exec.Cmd) {}
