//go:build linux || darwin

package zerorun

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// nextDataOf is DataSeeker.NextData of a regular file. A file system that
// does not know its holes reports the whole file as data.
func nextDataOf(f *os.File, offset, size int64) (start, end int64, err error) {
	start, err = f.Seek(offset, seekData)
	switch {
	case errors.Is(err, syscall.ENXIO): // a hole up to the end
		return size, size, nil
	case errors.Is(err, syscall.EINVAL), errors.Is(err, errors.ErrUnsupported):
		return offset, size, nil
	case err != nil:
		return offset, offset, err
	}
	end, err = f.Seek(start, seekHole)
	if err != nil {
		return start, size, nil // what follows may be data
	}
	return start, end, nil
}

// allocated returns the bytes that the file takes on its disk.
func allocated(info fs.FileInfo) (int64, bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	const unit = 512 // st_blocks counts these on every system
	return stat.Blocks * unit, true
}
