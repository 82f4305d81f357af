package cli

import (
	"errors"

	"golang.org/x/sys/windows"
)

// isClosedPipe tells whether a write failed because nobody reads any more.
func isClosedPipe(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA)
}
