package onnx

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Open reads the model in a file and makes sure that its external data is there: in the folder of the file
// or, if the file is a symbolic link, in the folder of what it points to. Links in the data's path may
// lead nowhere else. What is no regular file is a *FormatError. The model has to be closed.
func Open(ctx context.Context, path string, options ...Option) (*Model, error) {
	switch info, err := os.Stat(path); { // before it is opened, which waits where a pipe has no writer
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &FormatError{Offset: -1, What: "a folder, not a model"}
	case !info.Mode().IsRegular():
		return nil, &FormatError{Offset: -1, What: "a pipe or a device: a model is read in no order, so it must be a file"}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	opened := closers{file}
	fail := func(err error) (*Model, error) { return nil, errors.Join(err, opened.Close()) }
	folder, err := openFolder(path)
	if err != nil {
		return fail(err)
	}
	opened = append(opened, folder)
	info, err := file.Stat()
	if err != nil {
		return fail(err)
	}
	m, err := Read(ctx, file, info.Size(), append([]Option{WithFolder(folder)}, options...)...)
	if err != nil {
		return fail(err)
	}
	m.files.owned = opened
	if err := errors.Join(m.CheckExternal(ctx), m.checkSizes()); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return m, nil
}

// modelFolder is the folder of a model. Download caches keep files under other names in one place, and link
// both models and their data to them from elsewhere: real is that place.
type modelFolder struct {
	path  string
	named *os.Root
	real  *os.Root // nil if it is the same
}

func openFolder(model string) (*modelFolder, error) {
	f := &modelFolder{path: filepath.Dir(model)}
	named, err := os.OpenRoot(f.path)
	if err != nil {
		return nil, err
	}
	f.named = named
	if target, err := filepath.EvalSymlinks(model); err == nil && target != filepath.Clean(model) {
		if f.real, err = os.OpenRoot(filepath.Dir(target)); err != nil {
			return nil, errors.Join(err, named.Close())
		}
	}
	return f, nil
}

// Open opens a file of the folder.
func (f *modelFolder) Open(name string) (fs.File, error) {
	file, err := inFolder(f, name, (*os.Root).Open)
	return nilFile(file), err
}

// Stat says what a file of the folder is without opening it, which would wait for who writes to a pipe.
func (f *modelFolder) Stat(name string) (fs.FileInfo, error) {
	return inFolder(f, name, (*os.Root).Stat)
}

// inFolder looks for a file in the folder, and where that is a link out of it, in the one that the model itself lies in.
func inFolder[T any](f *modelFolder, name string, look func(*os.Root, string) (T, error)) (T, error) {
	found, err := look(f.named, filepath.FromSlash(name))
	if err == nil || f.real == nil || errors.Is(err, fs.ErrNotExist) {
		return found, err
	}
	target, linkErr := filepath.EvalSymlinks(filepath.Join(f.path, filepath.FromSlash(name)))
	if linkErr != nil {
		return found, err
	}
	inside, relErr := filepath.Rel(f.real.Name(), target)
	if relErr != nil || !filepath.IsLocal(inside) {
		return found, err
	}
	return look(f.real, inside)
}

// nilFile is file, or a nil that equals nil.
func nilFile(file *os.File) fs.File {
	if file == nil {
		return nil
	}
	return file
}

// Close closes the folder.
func (f *modelFolder) Close() error {
	err := f.named.Close()
	if f.real != nil {
		err = errors.Join(err, f.real.Close())
	}
	return err
}
