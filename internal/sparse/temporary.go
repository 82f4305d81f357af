package sparse

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// TemporaryError is an error about a temporary file in TMPDIR.
type TemporaryError struct {
	folder string
	cause  error
}

// NewTemporaryError gives an error about a temporary file the name of its folder, which can be changed, in place of
// the file's, which tells nobody anything; nil for nil.
func NewTemporaryError(err error) error {
	if err == nil {
		return nil
	}
	var write *WriteError
	var path *fs.PathError
	switch {
	case errors.As(err, &write):
		err = write.cause
	case errors.As(err, &path):
		err = path.Err
	}
	return &TemporaryError{os.TempDir(), err}
}

func (e *TemporaryError) Error() string {
	return fmt.Sprintf("a temporary file in %s: %v (TMPDIR names another folder)", e.folder, e.cause)
}

func (e *TemporaryError) Unwrap() error { return e.cause }

// ExitCode is the exit status for "the environment cannot do it".
func (*TemporaryError) ExitCode() int { return 4 }
