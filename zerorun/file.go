package zerorun

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// ErrChanged means that a file is not the one that was opened any more.
var ErrChanged = errors.New("the file was changed while it was read")

// File is an open regular file, which knows its holes where the system tells
// them (Linux and macOS; elsewhere all of it counts as data).
type File struct {
	file      *os.File
	size      int64
	modified  time.Time
	allocated int64
	known     bool // allocated is known
}

// NewFile makes a File of f, which must be a regular file. The caller closes
// f, and does not use its file position: looking for holes moves it.
func NewFile(f *os.File) (*File, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "scan", Path: f.Name(), Err: errors.New("not a regular file")}
	}
	file := &File{file: f, size: info.Size(), modified: info.ModTime()}
	file.allocated, file.known = allocated(info)
	return file, nil
}

// Size returns the size in bytes that the file had when it was opened.
func (f *File) Size() int64 { return f.size }

// Allocated returns the number of bytes that the file takes on its disk, if
// the system tells it. It is less than Size for a file with holes.
func (f *File) Allocated() (int64, bool) { return f.allocated, f.known }

// ReadAt implements [io.ReaderAt].
func (f *File) ReadAt(p []byte, offset int64) (int, error) { return f.file.ReadAt(p, offset) }

// NextData implements [DataSeeker].
func (f *File) NextData(offset int64) (start, end int64, err error) {
	if offset >= f.size {
		return f.size, f.size, nil
	}
	start, end, err = nextDataOf(f.file, offset, f.size)
	if err == nil && start >= f.size {
		// Past the end looks like a hole: see that it is not a file cut short.
		err = f.Changed()
	}
	return start, end, err
}

// Changed returns an error that wraps ErrChanged if the size or the time of
// modification differ from those when the file was opened.
func (f *File) Changed() error {
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	switch {
	case info.Size() != f.size:
		return fmt.Errorf("%w: its size was %d bytes and is now %d", ErrChanged, f.size, info.Size())
	case !info.ModTime().Equal(f.modified):
		return fmt.Errorf("%w: it was written at %s", ErrChanged, info.ModTime().Format(time.RFC3339Nano))
	}
	return nil
}
