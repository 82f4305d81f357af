package sparse

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Temporary returns an empty file in dir, or in TEMP for "". The system removes it when it is closed or
// the process ends, however it ends.
func Temporary(dir string) (*os.File, error) {
	named, err := os.CreateTemp(dir, "planlint-*")
	if err != nil {
		return nil, err
	}
	// Opened a second time, since CreateTemp cannot ask for removal.
	path := named.Name()
	if err := named.Close(); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|windows.FILE_FLAG_DELETE_ON_CLOSE, 0o600)
	if err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
	return file, nil
}
