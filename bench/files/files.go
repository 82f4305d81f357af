// Package files makes the files that whole commands are measured on.
package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/planlint/planlint/bench/data"
	"github.com/planlint/planlint/fixtures"
)

// Files are paths in one temporary folder.
type Files struct {
	Dir    string
	Padded string // a plan of 4.4 GB, nearly all zeros, all of them on disk
	Sparse string // the same plan, its zeros a hole
	Plan   string // a plan of 1 GiB of plan-like data without long runs
}

// planHead and planTail are the bytes of a recipe's plan around its content:
// header, section table, end tags.
const (
	planHead = 256
	planTail = 64
)

// Make writes the files into a new folder below dir, which the caller
// removes. share makes them smaller by that factor, for a trial.
func Make(ctx context.Context, dir string, share int64) (Files, error) {
	dir, err := os.MkdirTemp(dir, "planlint-bench-")
	if err != nil {
		return Files{}, err
	}
	f := Files{dir, filepath.Join(dir, "padded.plan"), filepath.Join(dir, "sparse.plan"), filepath.Join(dir, "clean.plan")}
	padded := fixtures.SeedPaddedLeakyRelu(fixtures.InsideBehindEndTag)
	if share > 1 {
		padded = fixtures.Padded{Content: 10_668, Zeros: padded.Size() / share, Version: fixtures.VersionPadded}.
			Recipe(fixtures.InsideBehindEndTag)
	}
	like, err := planLike((1 << 30) / share)
	return f, errors.Join(err,
		write(f.Padded, func(w *os.File) error { return copyAll(ctx, w, io.NewSectionReader(padded, 0, padded.Size())) }),
		write(f.Sparse, func(w *os.File) error { return padded.WriteTo(ctx, w) }),
		write(f.Plan, func(w *os.File) error { return copyAll(ctx, w, like) }),
	)
}

// planLike is a clean plan of size bytes with the content of data "plan".
func planLike(size int64) (io.Reader, error) {
	frame := fixtures.Padded{Content: size, Version: fixtures.VersionClean}.Recipe(fixtures.InsideBehindEndTag)
	content, err := data.New("plan")
	if err != nil {
		return nil, err
	}
	return io.MultiReader(
		io.NewSectionReader(frame, 0, planHead),
		io.LimitReader(content, size-planHead-planTail),
		io.NewSectionReader(frame, size-planTail, planTail),
	), nil
}

func write(path string, content func(*os.File) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := errors.Join(content(f), f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}

// copyAll copies until the end of r or of ctx.
func copyAll(ctx context.Context, w io.Writer, r io.Reader) error {
	buf := make([]byte, 4<<20)
	for ctx.Err() == nil {
		n, err := io.ReadFull(r, buf)
		if _, err := w.Write(buf[:n]); err != nil {
			return err
		}
		if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}
