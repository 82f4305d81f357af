package input

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/zerorun"
)

// temporaryFolder makes TMPDIR a folder of the test and returns it.
func temporaryFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // Windows
	return dir
}

func wantEmpty(t *testing.T, dir string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 0 {
		t.Errorf("%d files left, %v", len(left), err)
	}
}

func writeFile(t *testing.T, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.plan")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFile(t *testing.T) {
	path := writeFile(t, []byte("plan"))
	source, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := readSource(t, source); string(got) != "plan" || source.Path() != path {
		t.Errorf("%q from %s", got, source.Path())
	}
	if _, isSeeker := source.(zerorun.DataSeeker); !isSeeker {
		t.Error("the holes of a file are not known")
	}
	if err := source.Changed(); err != nil {
		t.Error(err)
	}
	if err := os.Truncate(path, 1); err != nil {
		t.Fatal(err)
	}
	if err := source.Changed(); !errors.Is(err, zerorun.ErrChanged) {
		t.Errorf("Changed() = %v, want ErrChanged", err)
	}
	if err := source.Close(); err != nil {
		t.Error(err)
	}
}

func TestStdinFile(t *testing.T) {
	for _, skip := range []int64{0, 3} {
		file, err := os.Open(writeFile(t, []byte("my plan")))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if _, err := file.Seek(skip, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		source, err := Open(t.Context(), Stdin, Options{Stdin: file})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(readSource(t, source)); got != "my plan"[skip:] {
			t.Errorf("read %q after %d bytes were taken", got, skip)
		}
		if _, known := source.Allocated(); known != (skip == 0) {
			t.Errorf("allocated known: %v after %d bytes were taken", known, skip)
		}
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestStreamIsSpooled(t *testing.T) {
	dir := temporaryFolder(t)
	data := append(append([]byte("head"), make([]byte, 1<<20)...), "tail"...)
	done := int64(0)
	source, err := Open(t.Context(), Stdin, Options{
		Stdin: io.MultiReader(bytes.NewReader(data)), Spooled: func(n int64) { done += n },
	})
	if err != nil {
		t.Fatal(err)
	}
	wantEmpty(t, dir)
	if !bytes.Equal(readSource(t, source), data) || done != int64(len(data)) {
		t.Errorf("the bytes differ, or %d are told of %d", done, len(data))
	}
	if err := source.Close(); err != nil {
		t.Error(err)
	}
}

// A pipe whose writer never ends does not keep planlint from ending.
func TestSilentStreamStops(t *testing.T) {
	dir := temporaryFolder(t)
	reader, writer := io.Pipe()
	defer writer.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, _ = writer.Write([]byte("head"))
		cancel()
	}()
	_, err := Open(ctx, Stdin, Options{Stdin: reader})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	wantEmpty(t, dir)
}

func TestStreamError(t *testing.T) {
	temporaryFolder(t)
	broken := io.MultiReader(strings.NewReader("head"), errorReader{})
	_, err := Open(t.Context(), Stdin, Options{Stdin: broken})
	if err == nil || err.Error() != "reading standard input at 4: cable pulled" {
		t.Errorf("error %v", err)
	}
}

type errorReader struct{}

func (errorReader) Read([]byte) (int, error) { return 0, errors.New("cable pulled") }

func TestNoTemporaryFolder(t *testing.T) {
	missing := filepath.Join(temporaryFolder(t), "missing")
	t.Setenv("TMPDIR", missing)
	t.Setenv("TMP", missing)
	_, err := Open(t.Context(), Stdin, Options{Stdin: strings.NewReader("plan")})
	var environment *EnvironmentError
	if !errors.As(err, &environment) || environment.ExitCode() != 4 {
		t.Errorf("error %v, want one of the environment", err)
	}
	if want := "in " + missing; !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "TMPDIR") || strings.Contains(err.Error(), "planlint-") {
		t.Errorf("error %v, want one with %q and TMPDIR, without the name of the file", err, want)
	}
}

// The device that is empty is empty input, as many services have it.
func TestNoStdin(t *testing.T) {
	temporaryFolder(t)
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	source, err := Open(t.Context(), Stdin, Options{Stdin: null})
	if err != nil {
		t.Fatal(err)
	}
	if source.Size() != 0 {
		t.Errorf("%d bytes", source.Size())
	}
	if err := source.Close(); err != nil {
		t.Error(err)
	}
}

func TestUnusableNames(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]string{
		filepath.Join(dir, "missing"): "no such file or folder",
		filepath.Join(dir, "*.plan"):  "no file matches this pattern (the shell passed it on as it is)",
		dir:                           "is a folder",
		"ftp://host/a.plan":           "cannot be read: addresses are read by http and https alone",
		os.DevNull:                    "is a device; planlint reads files, folders, pipes and http(s) addresses",
		"http://":                     "is no address that can be read (a character in it may need %-escaping)",
	} {
		if _, err := Open(t.Context(), name, Options{}); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
}

func TestDisplayName(t *testing.T) {
	for name, want := range map[string]string{
		"a.plan":                            "a.plan",
		"me:secret@host":                    "me:secret@host",
		"http://host/a.plan":                "http://host/a.plan",
		"ftp://me:secret@host/a.plan":       "ftp://host/a.plan",
		"C://me@here/a.plan":                "C://me@here/a.plan",
		"HTTPS://me:secret@host/a.plan":     "HTTPS://host/a.plan",
		"https://me@host/a@b.plan":          "https://host/a@b.plan",
		"https://host/a.plan?sig=secret#x":  "https://host/a.plan?...",
		"https://host/a.plan#secret":        "https://host/a.plan",
		"https://host?sig=secret":           "https://host?...",
		"https://me:sec/ret@host/a.plan":    "https://host/a.plan",
		"https://me:sec?ret@host/a.plan":    "https://host/a.plan",
		"https://me:secret%zz@host/a.plan":  "https://host/a.plan",
		"https://me:s@cret@host/a.plan?t=1": "https://host/a.plan?...",
	} {
		if got := DisplayName(name); got != want {
			t.Errorf("DisplayName(%q) = %q, want %q", name, got, want)
		}
	}
}
