package input

import (
	"errors"
	"io/fs"
	"os"
	"strings"
)

// EnvironmentError is a failure of the machine rather than of the input.
type EnvironmentError struct{ message string }

func (e *EnvironmentError) Error() string { return e.message }

// ExitCode is the exit status for "the environment cannot do it".
func (*EnvironmentError) ExitCode() int { return 4 }

// plainError is an error of a file without the file's name, which the caller prints anyway.
func plainError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// openError explains why a path cannot be opened.
func openError(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist) && scheme.MatchString(path):
		return errors.New("cannot be read: addresses are read by http and https alone")
	case errors.Is(err, fs.ErrNotExist) && isPattern(path):
		return errors.New("no file matches this pattern (the shell passed it on as it is)")
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("no such file or folder")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("cannot be read: permission denied")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errors.New("cannot be read: timed out")
	}
	return plainError(err)
}

// isPattern tells whether a shell would have looked for files that match a name.
func isPattern(path string) bool {
	open := strings.IndexByte(path, '[')
	return strings.ContainsAny(path, "*?") || open >= 0 && strings.IndexByte(path[open:], ']') > 0
}
