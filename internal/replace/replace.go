// Package replace writes a file beside its target and renames it when it is complete, so that nobody
// ever sees half of it and nothing of the user's is overwritten unless that was asked for.
package replace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrExists is wrapped by the error for a target that may not be overwritten.
var ErrExists = errors.New("exists already")

// ErrNotFile is wrapped by the error for a target that is there and no regular file.
var ErrNotFile = errors.New("is no regular file")

// File is a file on its way to its target. It has another name until Commit.
type File struct {
	*pendingFile
	target    string
	overwrite bool
}

// Check tells whether a target can be created. A symbolic link stands for the file it points to.
func Check(target string, overwrite bool) error {
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s %w", target, ErrNotFile)
	case !overwrite:
		return fmt.Errorf("%s %w", target, ErrExists)
	}
	return nil
}

// Create starts a file for target. The caller ends it with Commit or Discard.
func Create(target string, overwrite bool) (*File, error) {
	if err := Check(target, overwrite); err != nil {
		return nil, err
	}
	if linked, err := filepath.EvalSymlinks(target); err == nil {
		target = linked
	}
	pending, err := newPending(target)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = &fs.PathError{Op: "create", Path: target, Err: path.Err}
		}
		return nil, err
	}
	return &File{pendingFile: pending, target: target, overwrite: overwrite}, nil
}

// Write appends.
func (f *File) Write(data []byte) (int, error) {
	n, err := f.pendingFile.Write(data)
	return n, f.Named(err)
}

// ReadFrom appends all that a reader has.
func (f *File) ReadFrom(r io.Reader) (int64, error) {
	n, err := f.pendingFile.ReadFrom(r)
	return n, f.Named(err)
}

// Sync waits until all is on disk.
func (f *File) Sync() error { return f.Named(f.pendingFile.Sync()) }

// Commit gives the file its name. Without leave to overwrite it fails if the name is taken by now.
func (f *File) Commit() error {
	if f.overwrite {
		return f.Named(f.CloseAtomicallyReplace())
	}
	if err := f.Sync(); err != nil {
		return err
	}
	// A hard link fails where a rename would overwrite.
	err := os.Link(f.Name(), f.target)
	if err == nil {
		return f.Named(f.Cleanup())
	}
	if _, statErr := os.Lstat(f.target); statErr == nil {
		return fmt.Errorf("%s %w", f.target, ErrExists)
	}
	return f.Named(f.CloseAtomicallyReplace()) // the file system has no hard links
}

// Discard removes the file, unless Commit has given it its name.
func (f *File) Discard() error {
	err := f.Cleanup()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return f.Named(err)
}

// Named gives an error about the file the name of its target: the one that it has by then tells nobody anything.
func (f *File) Named(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path) && path.Path == f.Name():
		return &fs.PathError{Op: path.Op, Path: f.target, Err: path.Err}
	case errors.As(err, &link) && link.Old == f.Name():
		return &fs.PathError{Op: link.Op, Path: f.target, Err: link.Err}
	}
	return err
}
