package core

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Folders of the cache. Workers lie in one that is named after their sources.
const (
	librariesFolder = "libraries"
	headersFolder   = "headers"
	lockName        = "lock"
	manifestName    = "planlint.json"
	temporaryPrefix = ".installing-"
)

// lockEvery is how often a lock is tried that another process has.
const lockEvery = 100 * time.Millisecond

// locked calls do while this process has the lock of the cache. waiting is called once if it has to wait.
func locked(ctx context.Context, cache string, waiting func(), do func() error) (err error) {
	if err := os.MkdirAll(cache, 0o777); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(cache, lockName), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	for first := true; ; first = false {
		got, err := tryLock(file)
		if err != nil {
			return err
		}
		if got {
			return do()
		}
		if first {
			waiting()
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(lockEvery):
		}
	}
}

// installed is a file that was installed. Time and size tell whether it is still that one.
type installed struct {
	Name     string    `json:"name"`
	Size     int64     `json:"size"`
	SHA256   string    `json:"sha256"`
	Modified time.Time `json:"modified"`
}

// describe reads a file whole.
func describe(folder, name string) (installed, error) {
	path := filepath.Join(folder, name)
	file, err := os.Open(path)
	if err != nil {
		return installed{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return installed{}, err
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return installed{}, err
	}
	return installed{name, info.Size(), hex.EncodeToString(hash.Sum(nil)), info.ModTime().UTC()}, nil
}

// intact tells whether a file is as it was installed. It is read only if it was touched since.
func (i installed) intact(folder string) bool {
	info, err := os.Stat(filepath.Join(folder, i.Name))
	if err != nil || !info.Mode().IsRegular() || info.Size() != i.Size {
		return false
	}
	if info.ModTime().Equal(i.Modified) {
		return true
	}
	now, err := describe(folder, i.Name)
	return err == nil && now.SHA256 == i.SHA256
}

// describeAll describes every file in a folder and below, but for a manifest.
func describeAll(folder string) ([]installed, error) {
	var list []installed
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || entry.Name() == manifestName {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		one, err := describe(folder, name)
		list = append(list, one)
		return err
	})
	return list, err
}

// intactAll tells whether all files are as they were installed.
func intactAll(folder string, list []installed) bool {
	for _, one := range list {
		if !one.intact(folder) {
			return false
		}
	}
	return len(list) > 0
}

// readJSON reads a manifest; false if there is none that can be read.
func readJSON(path string, into any) bool {
	text, err := readShort(path)
	return err == nil && json.Unmarshal([]byte(text), into) == nil
}

func writeJSON(path string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o666)
}

// moveInto gives a folder that is complete its name. An older one of that name goes to the temporary folder.
func moveInto(from, to, temporary string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	old := filepath.Join(temporary, "replaced")
	if err := os.RemoveAll(old); err != nil {
		return err
	}
	if err := os.Rename(to, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(from, to)
}

// removeLeft removes what installs that were killed left. Only who has the lock may call it.
func removeLeft(cache string) error {
	var errs []error
	for _, name := range namesIn(cache) {
		if strings.HasPrefix(name, temporaryPrefix) {
			errs = append(errs, os.RemoveAll(filepath.Join(cache, name)))
		}
	}
	return errors.Join(errs...)
}
