package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// scratch is a file for one run. That it cannot be written or read is a failure of the machine.
type scratch struct{ file *os.File }

// newScratch creates a file in the folder for one run.
func newScratch(folder, name string) (*scratch, error) {
	file, err := os.OpenFile(filepath.Join(folder, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, &environmentError{err}
	}
	return &scratch{file}, nil
}

// Write appends.
func (s *scratch) Write(data []byte) (int, error) {
	n, err := s.file.Write(data)
	return n, asEnvironment(err)
}

// ReadAt reads what was written.
func (s *scratch) ReadAt(to []byte, offset int64) (int, error) {
	n, err := s.file.ReadAt(to, offset)
	if errors.Is(err, io.EOF) {
		return n, err
	}
	return n, asEnvironment(err)
}

// empty makes room for other content.
func (s *scratch) empty() error {
	if err := s.file.Truncate(0); err != nil {
		return asEnvironment(err)
	}
	_, err := s.file.Seek(0, io.SeekStart)
	return asEnvironment(err)
}

// Close closes the file.
func (s *scratch) Close() error { return asEnvironment(s.file.Close()) }

func asEnvironment(err error) error {
	if err == nil {
		return nil
	}
	return &environmentError{err}
}
