package input

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/planlint/planlint/zerorun"
)

// file is a regular file.
type file struct {
	*zerorun.File
	path  string
	close func() error
}

func (f *file) Path() string { return f.path }
func (f *file) Close() error { return f.close() }

func openPath(ctx context.Context, path string, options Options) (Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, openError(path, err)
	}
	if err := readable(info.Mode()); err != nil {
		return nil, err
	}
	opened, err := openFile(ctx, path)
	if err != nil {
		return nil, openError(path, err)
	}
	if info.Mode().IsRegular() {
		return newFile(opened, path, opened.Close)
	}
	source, err := spoolStream(ctx, opened, "the pipe", options)
	return source, errors.Join(err, opened.Close())
}

func newFile(opened *os.File, path string, close func() error) (Source, error) {
	f, err := zerorun.NewFile(opened)
	if err != nil {
		return nil, errors.Join(plainError(err), close())
	}
	return &file{File: f, path: path, close: close}, nil
}

// readable refuses what has no end or no bytes.
func readable(mode fs.FileMode) error {
	switch {
	case mode.IsDir():
		return errors.New("is a folder")
	case mode&fs.ModeDevice != 0:
		return errors.New("is a device; planlint reads files, folders, pipes and http(s) addresses")
	case mode.IsRegular(), mode&fs.ModeNamedPipe != 0:
		return nil
	}
	return errors.New("is neither a file, a folder nor a pipe")
}

// openFile opens a path; a named pipe without a writer does not keep it from ending with ctx.
func openFile(ctx context.Context, path string) (*os.File, error) {
	type answer struct {
		file *os.File
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		opened, err := os.Open(path)
		answers <- answer{opened, err}
	}()
	select {
	case a := <-answers:
		return a.file, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
