package sparse

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrDiffers says that a copy, read back, is not what was read in the first place.
var ErrDiffers = errors.New("the copy differs from the file")

// Trim writes the first size bytes of r into an empty file, without its zeros, and reads the copy back.
// It returns the SHA-256 that both have. If progress is not nil it is told of 2*size bytes in all.
func Trim(ctx context.Context, target *os.File, r io.ReaderAt, size int64, progress func(int64)) ([sha256.Size]byte, error) {
	var sum [sha256.Size]byte
	w, err := NewWriter(target)
	if err != nil {
		return sum, err
	}
	source := NewDigest()
	if err := Copy(ctx, r, size, progress, source, w); err != nil {
		return sum, err
	}
	if err := w.Finish(); err != nil {
		return sum, err
	}
	copied := NewDigest()
	// A plain reader, so that the holes are read as well.
	if err := Copy(ctx, io.NewSectionReader(target, 0, size), size, progress, copied); err != nil {
		return sum, fmt.Errorf("reading the copy back: %w", err)
	}
	source.Sum(sum[:0])
	if got := [sha256.Size]byte(copied.Sum(nil)); got != sum {
		return sum, fmt.Errorf("%w: SHA-256 %x became %x", ErrDiffers, sum, got)
	}
	return sum, nil
}
