//go:build !windows

package sparse

import (
	"errors"
	"os"
)

// Temporary returns an empty file without a name in dir, or in TMPDIR for "". The system frees it when
// it is closed or the process ends, however it ends.
func Temporary(dir string) (*os.File, error) {
	file, err := os.CreateTemp(dir, "planlint-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
