package core

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// unpack writes the libraries and licences of a zip archive to a folder, without their paths.
func unpack(ctx context.Context, archive, into string) (err error) {
	reader, err := zip.OpenReader(archive)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(archive), err)
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	for _, entry := range reader.File {
		name := path.Base(entry.Name)
		if !entry.Mode().IsRegular() || !isLibrary(name) && !isLicence(name) || strings.ContainsAny(name, `/\`) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		if err := unpackOne(entry, filepath.Join(into, name)); err != nil {
			return fmt.Errorf("%s: %s: %w", filepath.Base(archive), name, err)
		}
	}
	return nil
}

func unpackOne(entry *zip.File, to string) (err error) {
	reader, err := entry.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	file, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil // a licence of this name is there
	} else if err != nil {
		return err
	}
	_, err = io.Copy(file, reader) // the archive's checksum is checked
	return errors.Join(err, file.Close())
}

func isLibrary(name string) bool {
	return strings.HasPrefix(name, "lib") && (strings.HasSuffix(name, ".so") || strings.Contains(name, ".so."))
}

func isLicence(name string) bool {
	upper := strings.ToUpper(name)
	return strings.HasPrefix(upper, "LICENSE") || strings.HasPrefix(upper, "NOTICE") || strings.HasPrefix(upper, "COPYING")
}

// flatten moves the libraries of a package into one folder, and its licences into another.
func flatten(from, libraries, licences string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		to := libraries
		switch {
		case isLicence(entry.Name()):
			to = licences
		case !isLibrary(entry.Name()):
			return nil
		}
		if err := os.MkdirAll(to, 0o777); err != nil {
			return err
		}
		return os.Rename(path, filepath.Join(to, entry.Name()))
	})
}
