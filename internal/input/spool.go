package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/planlint/planlint/internal/sparse"
	"github.com/planlint/planlint/internal/units"
	"github.com/planlint/planlint/zerorun"
)

// Spooled is a stream that was kept in a temporary file without a name. Zeros in it take no disk.
type Spooled struct {
	*zerorun.File
	file *os.File
}

// Path is "": the file has no name.
func (s *Spooled) Path() string { return "" }

// Allocated is not known: the temporary file's says nothing about the stream.
func (s *Spooled) Allocated() (int64, bool) { return 0, false }

// Close frees the temporary file.
func (s *Spooled) Close() error { return s.file.Close() }

// Spool reads a stream to its end. What names the stream in errors; progress, if not nil, is told how
// many bytes more were read.
func Spool(ctx context.Context, r io.Reader, what string, progress func(int64)) (*Spooled, error) {
	temporary, err := sparse.Temporary("")
	if err != nil {
		return nil, &EnvironmentError{fmt.Sprintf("no temporary file for %s in %s: %v (TMPDIR names another folder)",
			what, os.TempDir(), plainError(err))}
	}
	spooled, err := fill(ctx, temporary, r, what, progress)
	if err != nil {
		return nil, errors.Join(err, temporary.Close())
	}
	return spooled, nil
}

func fill(ctx context.Context, temporary *os.File, r io.Reader, what string, progress func(int64)) (*Spooled, error) {
	w, err := sparse.NewWriter(temporary)
	if err != nil {
		return nil, err
	}
	if err := copyStream(ctx, w, r, progress); err != nil {
		return nil, spoolError(err, what, w.Size())
	}
	if err := w.Finish(); err != nil {
		return nil, spoolError(err, what, w.Size())
	}
	f, err := zerorun.NewFile(temporary)
	if err != nil {
		return nil, err
	}
	return &Spooled{File: f, file: temporary}, nil
}

// copyStream is io.Copy with a large buffer that stops with ctx.
func copyStream(ctx context.Context, w io.Writer, r io.Reader, progress func(int64)) error {
	buffer := make([]byte, 256<<10)
	for {
		n, err := r.Read(buffer)
		if _, err := w.Write(buffer[:n]); err != nil {
			return err
		}
		if progress != nil {
			progress(int64(n))
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
	}
}

func spoolError(err error, what string, done int64) error {
	if isDiskFull(err) {
		return &EnvironmentError{fmt.Sprintf("no room left in %s for %s after %s of it (TMPDIR names another folder)",
			os.TempDir(), what, units.FormatSize(done))}
	}
	return fmt.Errorf("reading %s at %d: %w", what, done, plainError(err))
}

// spoolStream spools a stream whose reads may wait for ever, such as a pipe whose writer sleeps.
func spoolStream(ctx context.Context, r io.Reader, what string, options Options) (Source, error) {
	reader, writer := io.Pipe()
	stop := context.AfterFunc(ctx, func() { writer.CloseWithError(ctx.Err()) })
	defer stop()
	go func() {
		_, err := io.CopyBuffer(writer, struct{ io.Reader }{r}, make([]byte, 256<<10))
		writer.CloseWithError(err)
	}()
	spooled, err := Spool(ctx, reader, what, options.Spooled)
	if err != nil {
		reader.CloseWithError(err)
		return nil, err
	}
	return spooled, nil
}
