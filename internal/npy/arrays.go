package npy

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrAbsent is wrapped by the error about a name that no array has.
var ErrAbsent = errors.New("there is no array of this name")

// Arrays are arrays by name: the files NAME.npy, or NAME.bin with bare bytes, of a folder; those of a .npz
// file; or one .npy file, which has any name.
type Arrays struct {
	path   string
	folder *os.Root
	zip    *zip.ReadCloser
}

// Open opens a folder or a file.
func Open(path string) (*Arrays, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	a := &Arrays{path: path}
	switch {
	case info.IsDir():
		a.folder, err = os.OpenRoot(path)
	case strings.EqualFold(filepath.Ext(path), ".npz"):
		if a.zip, err = zip.OpenReader(path); err != nil {
			err = fmt.Errorf("%s: %w: %w", path, ErrFormat, err)
		}
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Single is true for a file with one array.
func (a *Arrays) Single() bool { return a.folder == nil && a.zip == nil }

// Close ends the use of all arrays.
func (a *Arrays) Close() error {
	switch {
	case a.folder != nil:
		return a.folder.Close()
	case a.zip != nil:
		return a.zip.Close()
	}
	return nil
}

// Array is open for reading its numbers.
type Array struct {
	Header
	// Bare is true for bytes without a header.
	Bare bool
	// Path is the file, with the name in it if it has several.
	Path string
	// Size is that of the numbers in bytes; -1: not known.
	Size int64

	reader io.Reader
	file   io.Closer
}

// Read reads numbers.
func (a *Array) Read(to []byte) (int, error) { return a.reader.Read(to) }

// Close ends reading.
func (a *Array) Close() error { return a.file.Close() }

// Array opens the array of a name. In names of files, characters other than letters, digits, ".", "-" and "_"
// may be "_". The error may wrap ErrAbsent.
func (a *Arrays) Array(name string) (*Array, error) {
	if a.Single() {
		file, err := os.Open(a.path)
		return opened(file, a.path, err)
	}
	for _, candidate := range candidates(name) {
		array, err := a.named(candidate)
		if !errors.Is(err, fs.ErrNotExist) {
			return array, err
		}
	}
	return nil, fmt.Errorf("%w: %s has no %s", ErrAbsent, a.path, strings.Join(candidates(name), ", no "))
}

// candidates are the names of files that an array's can be in.
func candidates(name string) []string {
	plain := strings.Map(func(r rune) rune {
		if r < 0x80 && !strings.ContainsRune(".-_", r) && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
			return '_'
		}
		return r
	}, name)
	list := []string{name + ".npy", plain + ".npy", name + ".bin", plain + ".bin"}
	return slices.Compact(slices.DeleteFunc(list, func(s string) bool { return !fs.ValidPath(s) }))
}

// named opens a file of the folder or the archive.
func (a *Arrays) named(name string) (*Array, error) {
	if a.folder != nil {
		file, err := a.folder.Open(filepath.FromSlash(name))
		return opened(file, filepath.Join(a.path, name), err)
	}
	file, err := a.zip.Open(name)
	return opened(file, a.path+" ("+name+")", err)
}

// opened reads the header of a file.
func opened(file fs.File, path string, err error) (*Array, error) {
	if err != nil {
		return nil, err
	}
	array := &Array{Path: path, Size: -1, reader: file, file: file}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%w: it is a folder", ErrFormat)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	if array.Bare = strings.HasSuffix(path, ".bin"); array.Bare {
		array.Size = info.Size()
		return array, nil
	}
	counted := &counter{Reader: file}
	if array.Header, err = ReadHeader(counted); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	array.Size = info.Size() - counted.bytes
	return array, nil
}

// counter counts what is read.
type counter struct {
	io.Reader
	bytes int64
}

func (c *counter) Read(to []byte) (int, error) {
	n, err := c.Reader.Read(to)
	c.bytes += int64(n)
	return n, err
}
