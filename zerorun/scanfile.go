package zerorun

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// ScanFile scans the file at path: a regular file with several workers and
// without reading its holes, anything else (a pipe, a device) as a stream.
// The error wraps ErrChanged if a regular file changes during the scan.
func ScanFile(ctx context.Context, path string, o Options) (Summary, error) {
	f, err := os.Open(path)
	if err != nil {
		return Summary{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Summary{}, err
	}
	// Some files of size 0 have contents: those of /proc.
	if !info.Mode().IsRegular() || info.Size() == 0 {
		return ScanReader(ctx, f, o)
	}
	file, err := NewFile(f)
	if err != nil {
		return Summary{}, err
	}
	s, err := ScanReaderAt(ctx, file, file.Size(), o)
	if changed := file.Changed(); changed != nil && ctx.Err() == nil && !errors.Is(err, ErrChanged) {
		if err != nil {
			return Summary{}, fmt.Errorf("%s: %w: %w", path, changed, err)
		}
		return Summary{}, fmt.Errorf("%s: %w", path, changed)
	}
	return s, err
}
