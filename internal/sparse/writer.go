// Package sparse writes files whose zeros take no room on disk.
package sparse

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
)

// BlockSize is the unit in bytes in which zeros are left out: the block of common file systems.
const BlockSize = 4096

var zeroBlock [BlockSize]byte

// Writer writes a stream into a file and leaves a hole for every aligned block of zeros.
type Writer struct {
	file *os.File
	// offset is where block starts in the file, a multiple of BlockSize.
	offset int64
	// block holds the filled bytes of a block that is not complete yet.
	block  [BlockSize]byte
	filled int
}

// NewWriter returns a writer into an empty regular file.
func NewWriter(file *os.File) (*Writer, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() != 0 {
		return nil, fmt.Errorf("%s is not an empty regular file", file.Name())
	}
	if err := allowHoles(file); err != nil {
		return nil, fmt.Errorf("%s cannot have holes: %w", file.Name(), err)
	}
	return &Writer{file: file}, nil
}

// Size is the number of bytes written so far, holes included.
func (w *Writer) Size() int64 { return w.offset + int64(w.filled) }

// Write adds data to the file.
func (w *Writer) Write(data []byte) (int, error) {
	if int64(len(data)) > math.MaxInt64-w.Size() {
		return 0, errTooLarge
	}
	written := 0
	if w.filled > 0 {
		written = w.fill(data)
		if err := w.flushFull(); err != nil {
			return written, err
		}
	}
	whole := len(data[written:]) / BlockSize * BlockSize
	n, err := w.writeBlocks(data[written : written+whole])
	written += n
	if err != nil {
		return written, err
	}
	written += w.fill(data[written:])
	return written, nil
}

// Skip adds n zero bytes to the file.
func (w *Writer) Skip(n int64) error {
	if n < 0 || n > math.MaxInt64-w.Size() {
		return errTooLarge
	}
	if w.filled > 0 {
		n -= int64(w.fill(zeroBlock[:min(n, BlockSize)]))
		if err := w.flushFull(); err != nil {
			return err
		}
	}
	w.offset += n / BlockSize * BlockSize
	w.fill(zeroBlock[:n%BlockSize])
	return nil
}

// Finish writes what is left and gives the file its size. It does not close the file.
func (w *Writer) Finish() error {
	size := w.Size()
	if err := w.writeData(w.block[:w.filled]); err != nil {
		return err
	}
	w.offset, w.filled = size, 0
	return writeError(w.file.Truncate(size))
}

// errTooLarge also guards the sums of offsets against overflow.
var errTooLarge = errors.New("a file cannot be that large")

// fill copies data into the block that is not complete yet.
func (w *Writer) fill(data []byte) int {
	n := copy(w.block[w.filled:], data)
	w.filled += n
	return n
}

func (w *Writer) flushFull() error {
	if w.filled < BlockSize {
		return nil
	}
	if err := w.writeData(w.block[:]); err != nil {
		return err
	}
	w.offset, w.filled = w.offset+BlockSize, 0
	return nil
}

// writeBlocks writes the stretches between blocks of zeros, each with one call.
func (w *Writer) writeBlocks(data []byte) (int, error) {
	for done := 0; done < len(data); {
		end := done
		for end < len(data) && !isZero(data[end:end+BlockSize]) {
			end += BlockSize
		}
		if end == done {
			end += BlockSize
		}
		if err := w.writeData(data[done:end]); err != nil {
			return done, err
		}
		w.offset += int64(end - done)
		done = end
	}
	return len(data), nil
}

// writeData writes data at the current offset, unless it is all zeros.
func (w *Writer) writeData(data []byte) error {
	if len(data) <= BlockSize && isZero(data) {
		return nil
	}
	_, err := w.file.WriteAt(data, w.offset)
	return writeError(err)
}

// WriteError is a failure to write, such as a full disk: it says nothing against what was read.
type WriteError struct{ cause error }

func writeError(err error) error {
	if err == nil {
		return nil
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err // the name is a temporary one
	}
	return &WriteError{err}
}

func (e *WriteError) Error() string { return "writing the sparse file: " + e.cause.Error() }
func (e *WriteError) Unwrap() error { return e.cause }

// ExitCode is the exit status for "the environment cannot do it".
func (*WriteError) ExitCode() int { return 4 }

// isZero tells whether at most a block of data is all zeros.
func isZero(data []byte) bool { return bytes.Equal(data, zeroBlock[:len(data)]) }
