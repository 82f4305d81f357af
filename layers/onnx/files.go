package onnx

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
)

// files opens what holds external data of a model, each file once, and only within the model's folder.
type files struct {
	folder fs.FS
	owned  closers // what Open opened
	mutex  sync.Mutex
	open   map[string]*dataFile
}

// dataFile is an open file, or why there is none.
type dataFile struct {
	io.ReaderAt
	size int64
	file fs.File
	what string
	err  error
}

// closers are closed together.
type closers []io.Closer

// Close closes all of them.
func (c closers) Close() error {
	var all []error
	for _, one := range c {
		all = append(all, one.Close())
	}
	return errors.Join(all...)
}

// Close closes the files that were opened, but not the reader that Read was given. What was read of the
// model stays usable, except for values of tensors.
func (m *Model) Close() error { return m.files.close() }

func (f *files) close() error {
	if f == nil {
		return nil
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	all := f.owned
	for _, file := range f.open {
		if file.file != nil {
			all = append(all, file.file)
		}
	}
	f.open, f.owned = nil, nil
	return all.Close()
}

func (f *files) get(location string) *dataFile {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if known := f.open[location]; known != nil {
		return known
	}
	file := f.openFile(location)
	if f.open == nil {
		f.open = map[string]*dataFile{}
	}
	f.open[location] = file
	return file
}

func (f *files) openFile(location string) *dataFile {
	name, ok := cleanLocation(location)
	if !ok {
		return &dataFile{what: "lies outside the model's folder"}
	}
	info, err := fs.Stat(f.folder, name) // before it is opened: a pipe would wait for who writes to it
	if err == nil && !info.Mode().IsRegular() {
		return &dataFile{what: "is no regular file"}
	}
	var file fs.File
	if err == nil {
		file, err = f.folder.Open(name)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &dataFile{what: "is not in the model's folder", err: err}
	case err != nil && strings.Contains(reason(err), "escapes"): // as os.Root says of links; it has no name for this error
		return &dataFile{what: "lies outside the model's folder", err: err}
	case err != nil:
		return &dataFile{what: "cannot be opened: " + reason(err), err: err}
	}
	info, err = file.Stat()
	at, random := file.(io.ReaderAt)
	if err != nil || !info.Mode().IsRegular() || !random {
		file.Close()
		return &dataFile{what: "is no regular file", err: err}
	}
	return &dataFile{ReaderAt: at, size: info.Size(), file: file}
}

// reason is the cause in an error about a path, which its reader knows already.
func reason(err error) string {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}

// cleanLocation returns a location as fs.FS wants it, false if it leads out of the folder. Models written on
// Windows have backslashes, and a drive there is a way out.
func cleanLocation(location string) (string, bool) {
	location = strings.ReplaceAll(location, `\`, "/")
	if strings.ContainsAny(location, ":\x00") || strings.HasPrefix(location, "/") {
		return "", false
	}
	location = path.Clean(location)
	return location, fs.ValidPath(location) && location != "."
}
