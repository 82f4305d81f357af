package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/planlint/planlint/internal/sparse"
)

// temporaryFolder creates a folder for one run.
func temporaryFolder(use string) (string, error) {
	folder, err := os.MkdirTemp("", "planlint-"+use+"-*")
	if err != nil {
		return "", &environmentError{fmt.Errorf("no temporary folder in %s: %w (TMPDIR names another one)", os.TempDir(), plainError(err))}
	}
	return folder, nil
}

// scratch is a file for one run. That it cannot be written or read is a failure of the machine.
type scratch struct{ file *os.File }

// newScratch creates a file in the folder for one run.
func newScratch(folder, name string) (*scratch, error) {
	file, err := os.OpenFile(filepath.Join(folder, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, sparse.NewTemporaryError(err)
	}
	return &scratch{file}, nil
}

// Write appends.
func (s *scratch) Write(data []byte) (int, error) {
	n, err := s.file.Write(data)
	return n, sparse.NewTemporaryError(err)
}

// ReadAt reads what was written.
func (s *scratch) ReadAt(to []byte, offset int64) (int, error) {
	n, err := s.file.ReadAt(to, offset)
	if errors.Is(err, io.EOF) {
		return n, err
	}
	return n, sparse.NewTemporaryError(err)
}

// empty makes room for other content.
func (s *scratch) empty() error {
	if err := s.file.Truncate(0); err != nil {
		return sparse.NewTemporaryError(err)
	}
	_, err := s.file.Seek(0, io.SeekStart)
	return sparse.NewTemporaryError(err)
}

// Close closes the file.
func (s *scratch) Close() error { return sparse.NewTemporaryError(s.file.Close()) }
