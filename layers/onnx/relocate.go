package onnx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// Relocate returns what WithLocations needs if a model from one folder is written to another and its
// external data stays where it is. That has to lie below the other folder, since locations never lead
// out of a model's folder; what does not is an error, and CopyExternal is the other way.
func Relocate(from, to string) func(location string) (string, error) {
	return func(location string) (string, error) {
		name, ok := cleanLocation(location)
		if !ok {
			return "", fmt.Errorf("external data %q lies outside the model's folder", location)
		}
		before, err := filepath.Abs(filepath.Join(from, filepath.FromSlash(name)))
		if err != nil {
			return "", err
		}
		folder, err := filepath.Abs(to)
		if err != nil {
			return "", err
		}
		after, err := filepath.Rel(folder, before)
		if err != nil || !filepath.IsLocal(after) {
			return "", fmt.Errorf("external data %q would lie outside %s: it has to be copied there", location, to)
		}
		return filepath.ToSlash(after), nil
	}
}

// CopyExternal copies the files with a model's external data to another folder, to the same locations, so
// that the model can be written there as it is. No file there is overwritten unless overwrite says so; one
// that is the very same file is left alone. Each has another name until it is complete.
func CopyExternal(ctx context.Context, m *Model, folder string, overwrite bool) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close() // nothing is written through it any more
	done := map[string]bool{}
	for t := range m.Tensors() {
		if t.External == nil || done[t.External.Location] {
			continue
		}
		done[t.External.Location] = true
		if _, err := t.external(); err != nil {
			return err
		}
		name, _ := cleanLocation(t.External.Location)
		if err := copyFile(ctx, t.files.get(t.External.Location), root, name, overwrite); err != nil {
			return fmt.Errorf("copying external data %q: %w", t.External.Location, err)
		}
	}
	return nil
}

func copyFile(ctx context.Context, from *dataFile, root *os.Root, name string, overwrite bool) (err error) {
	if info, err := root.Stat(name); err == nil {
		source, err := from.file.Stat()
		if err == nil && os.SameFile(info, source) {
			return nil
		}
		if !overwrite {
			return &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
		}
	}
	if err := root.MkdirAll(path.Dir(name), 0o777); err != nil {
		return err
	}
	temporary := path.Join(path.Dir(name), fmt.Sprintf(".%s.%d.part", path.Base(name), os.Getpid()))
	target, err := root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, root.Remove(temporary))
		}
	}()
	_, err = copyData(ctx, target, io.NewSectionReader(from, 0, from.size))
	if err = errors.Join(err, target.Close()); err != nil {
		return err
	}
	return root.Rename(temporary, name)
}
