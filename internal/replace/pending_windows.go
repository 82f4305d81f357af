package replace

import (
	"errors"
	"os"
	"path/filepath"
)

// pendingFile has the methods of renameio.PendingFile, which is not there for Windows.
type pendingFile struct {
	*os.File
	target string
	done   bool
}

func newPending(target string) (*pendingFile, error) {
	file, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+"*")
	if err != nil {
		return nil, err
	}
	return &pendingFile{File: file, target: target}, nil
}

// CloseAtomicallyReplace renames the file; Windows renames closed files only.
func (p *pendingFile) CloseAtomicallyReplace() error {
	if err := errors.Join(p.Sync(), p.Close()); err != nil {
		return err
	}
	if err := os.Rename(p.Name(), p.target); err != nil {
		return err
	}
	p.done = true
	return nil
}

// Cleanup closes and removes the file, unless it was renamed.
func (p *pendingFile) Cleanup() error {
	if p.done {
		return nil
	}
	p.done = true
	err := p.Close()
	if errors.Is(err, os.ErrClosed) {
		err = nil
	}
	return errors.Join(err, os.Remove(p.Name()))
}
