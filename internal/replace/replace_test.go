package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func write(t *testing.T, target string, overwrite bool, text string) error {
	t.Helper()
	file, err := Create(target, overwrite)
	if err != nil {
		return err
	}
	defer func() {
		if err := file.Discard(); err != nil {
			t.Errorf("Discard: %v", err)
		}
	}()
	if _, err := file.WriteString(text); err != nil {
		t.Fatal(err)
	}
	return file.Commit()
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func entries(t *testing.T, dir string) int {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

func TestNewFile(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "new")
	if err := write(t, target, false, "one"); err != nil {
		t.Fatal(err)
	}
	if got := content(t, target); got != "one" || entries(t, dir) != 1 {
		t.Errorf("content %q in a folder of %d files, want %q alone", got, entries(t, dir), "one")
	}
}

func TestRefusesToOverwrite(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "old")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := write(t, target, false, "new"); !errors.Is(err, ErrExists) {
		t.Errorf("error %v, want ErrExists", err)
	}
	if got := content(t, target); got != "old" {
		t.Errorf("content %q, want it untouched", got)
	}
	if err := write(t, target, true, "new"); err != nil {
		t.Fatal(err)
	}
	if got := content(t, target); got != "new" || entries(t, dir) != 1 {
		t.Errorf("content %q in a folder of %d files, want %q alone", got, entries(t, dir), "new")
	}
}

// The target appears between Create and Commit.
func TestRefusesLateTarget(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "late")
	file, err := Create(target, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(target, []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := file.Commit(); !errors.Is(err, ErrExists) {
		t.Errorf("error %v, want ErrExists", err)
	}
	if err := file.Discard(); err != nil {
		t.Error(err)
	}
	if got := content(t, target); got != "theirs" || entries(t, dir) != 1 {
		t.Errorf("content %q in a folder of %d files, want it untouched and alone", got, entries(t, dir))
	}
}

// Errors are about the target, not about a name that nobody knows.
func TestErrorsNameTheTarget(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "file")
	check := func(doing string, err error) {
		t.Helper()
		var path *fs.PathError
		if !errors.As(err, &path) || path.Path != target || strings.Contains(err.Error(), filepath.Join(dir, ".file")) {
			t.Errorf("%s: error %v, want one about %s", doing, err, target)
		}
	}
	file, err := Create(target, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := file.pendingFile.Close(); err != nil { // as if the disk refused
		t.Fatal(err)
	}
	_, err = file.Write([]byte("text"))
	check("writing", err)
	_, err = file.ReadFrom(strings.NewReader("text"))
	check("copying", err)
	check("syncing", file.Sync())
	check("overwriting", file.Commit())
	file.overwrite = false
	check("committing", file.Commit())
	source := &fs.PathError{Op: "read", Path: "elsewhere", Err: errors.New("broken")}
	if got := file.Named(fmt.Errorf("copying: %w", source)); !strings.Contains(got.Error(), "elsewhere") {
		t.Errorf("an error of another file became %v", got)
	}
	if err := os.Remove(file.Name()); err != nil {
		t.Fatal(err)
	}
	target = filepath.Join(dir, "none", "file")
	_, err = Create(target, false)
	check("creating", err)
}

func TestDiscardLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	file, err := Create(filepath.Join(dir, "never"), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Discard(); err != nil {
		t.Error(err)
	}
	if err := file.Discard(); err != nil {
		t.Errorf("a second Discard: %v", err)
	}
	if n := entries(t, dir); n != 0 {
		t.Errorf("%d files left", n)
	}
}

func TestRefusesFolder(t *testing.T) {
	if _, err := Create(t.TempDir(), true); !errors.Is(err, ErrNotFile) {
		t.Errorf("error %v, want ErrNotFile", err)
	}
}

func TestKeepsLinkAndMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows")
	}
	dir := t.TempDir()
	target, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	if err := write(t, link, true, "new"); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(target)
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, target); got != "new" || info.Mode().Perm() != 0o640 {
		t.Errorf("content %q with mode %v, want %q with 0640", got, info.Mode(), "new")
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
}
