package core

import (
	"archive/zip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// archive writes a zip archive of names, each with its name as content.
func archive(t *testing.T, names ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.jar")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	writer := zip.NewWriter(file)
	for _, name := range names {
		w, err := writer.Create(name)
		if err == nil && !strings.HasSuffix(name, "/") {
			_, err = w.Write([]byte(name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(writer.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestUnpack(t *testing.T) {
	t.Parallel()
	into := t.TempDir()
	path := archive(t, "META-INF/LICENSE", "org/x/", "org/x/libnvinfer.so.11", "org/x/libnvinfer_plugin.so", "org/x/Main.class", "other/LICENSE",
		"../../../libevil.so", `..\..\libworse.so`, "/abs/libabs.so.1", "libx.so.txt/")
	if err := unpack(t.Context(), path, into); err != nil {
		t.Fatal(err)
	}
	want := []string{"LICENSE", "libabs.so.1", "libevil.so", "libnvinfer.so.11", "libnvinfer_plugin.so"}
	if got := namesIn(into); !slices.Equal(got, want) {
		t.Errorf("unpacked %v, want %v", got, want)
	}
	if text, err := os.ReadFile(filepath.Join(into, "LICENSE")); err != nil || string(text) != "META-INF/LICENSE" {
		t.Errorf("%q, %v", text, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	if err := unpack(ctx, path, t.TempDir()); !errors.Is(err, cause) {
		t.Errorf("error %v", err)
	}
	text := filepath.Join(t.TempDir(), "text.jar")
	if err := os.WriteFile(text, []byte("no archive"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := unpack(t.Context(), text, into); !errors.Is(err, zip.ErrFormat) {
		t.Errorf("error %v", err)
	}
}

func TestFlatten(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.add("p/tensorrt_rtx_libs/libtensorrt_rtx.so.1", "p/tensorrt_rtx_libs/__init__.py", "p/a.dist-info/licenses/LICENSE.txt", "p/a.dist-info/RECORD", "p/nvidia/cublas/lib/libcublas.so.12")
	if err := flatten(m.path("p"), m.path("l"), m.path("l/licenses/a")); err != nil {
		t.Fatal(err)
	}
	if got := namesIn(m.path("l")); !slices.Equal(got, []string{"libcublas.so.12", "libtensorrt_rtx.so.1", "licenses"}) {
		t.Errorf("libraries %v", got)
	}
	if got := namesIn(m.path("l/licenses/a")); !slices.Equal(got, []string{"LICENSE.txt"}) {
		t.Errorf("licences %v", got)
	}
}
