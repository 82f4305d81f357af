package wrap_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/planlint/planlint/analyze/wrap"
)

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func pointer(path string) []byte {
	return model(onnxNode{name: "n", source: "TensorrtExecutionProvider", embed: number(0), cache: []byte(path)}.bytes())
}

func TestBeside(t *testing.T) {
	plan := planBytes(t)
	folder := t.TempDir()
	inside := filepath.Join(folder, "model")
	write(t, filepath.Join(inside, "n.engine"), plan)
	write(t, filepath.Join(inside, "sub", "n.engine.gz"), gzipped(t, plan))
	write(t, filepath.Join(folder, "secret.engine"), plan)
	for _, test := range []struct {
		path, wrapper, file string
	}{
		{"n.engine", "onnx", "n.engine"},
		{"./sub/../n.engine", "onnx", "n.engine"},
		{"sub/n.engine.gz", "onnx/gzip", "sub/n.engine.gz"},
		{`sub\n.engine.gz`, "onnx/gzip", "sub/n.engine.gz"},
	} {
		plans, err := find(t, pointer(test.path), wrap.Options{Path: filepath.Join(inside, "m_ctx.onnx")})
		if err != nil || len(plans) != 1 || plans[0].Err != nil {
			t.Fatalf("%s: %v, %v", test.path, plans, err)
		}
		p := plans[0]
		if p.Wrapper != test.wrapper || p.Offset != 0 || p.File != filepath.Join(inside, filepath.FromSlash(test.file)) || p.Member != "n" {
			t.Errorf("%s: %+v", test.path, p)
		}
		if !bytes.Equal(content(t, p), plan) {
			t.Errorf("%s: other bytes than the plan's", test.path)
		}
	}
	if err := os.Symlink("../secret.engine", filepath.Join(inside, "link.engine")); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(inside, "folder.engine"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(inside, "pointer.engine"), []byte("version https://git-lfs.github.com/spec/v1\n"))
	path := filepath.Join(inside, "m_ctx.onnx")
	for _, test := range []struct{ name, model, path, say string }{
		{"missing", "gone.engine", path, "it is not there"},
		{"parent", "../secret.engine", path, "leaves the model's folder"},
		{"parent from below", "sub/../../secret.engine", path, "leaves the model's folder"},
		{"absolute", filepath.ToSlash(filepath.Join(folder, "secret.engine")), path, "absolute"},
		{"absolute on Windows", `C:\secret.engine`, path, "absolute"},
		{"symbolic link", "link.engine", path, "leaves the model's folder"},
		{"folder", "folder.engine", path, "no regular file"},
		{"not fetched", "pointer.engine", path, "not a TensorRT plan"},
		{"standard input", "n.engine", "", "model that is a file itself"},
		{"no name", "", path, "names no file"},
		{"NUL", "a\x00b", path, "beside it"},
	} {
		if test.name == "symbolic link" && runtime.GOOS == "windows" {
			continue
		}
		plans, err := find(t, pointer(test.model), wrap.Options{Path: test.path})
		if err != nil || len(plans) != 1 || plans[0].Err == nil {
			t.Fatalf("%s: %v, %v", test.name, plans, err)
		}
		if text := plans[0].Err.Error(); !strings.Contains(text, test.say) || strings.Contains(text, "\n") {
			t.Errorf("%s: %q, want one line with %q", test.name, text, test.say)
		}
		if test.name == "missing" && !errors.Is(plans[0].Err, fs.ErrNotExist) {
			t.Errorf("missing: %v is not fs.ErrNotExist", plans[0].Err)
		}
	}
}
