//go:build !unix

package core

import "os"

// tryLock does nothing: workers are installed on Linux alone.
func tryLock(*os.File) (bool, error) { return true, nil }
