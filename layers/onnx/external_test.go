package onnx

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
)

// externalModel is a model with one tensor of 4 bytes outside.
func externalModel(entries ...string) []byte {
	tensor := message(nil).int(tensorDims, 4).int(tensorDataType, int64(Int8)).text(tensorName, "w").int(tensorLocation, 1)
	for i := 0; i < len(entries); i += 2 {
		tensor = tensor.bytes(tensorExternal, message(nil).text(propertyKey, entries[i]).text(propertyValue, entries[i+1]))
	}
	return modelOf(message(nil).bytes(graphInitializer, tensor))
}

func write(t testing.TB, path string, data []byte) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestExternal(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		entries []string
		want    string // "" for no error
	}{
		"whole file":           {[]string{"location", "w.bin"}, ""},
		"part":                 {[]string{"location", "w.bin", "offset", "4", "length", "4"}, ""},
		"length from shape":    {[]string{"location", "w.bin", "offset", "4"}, ""},
		"sub folder":           {[]string{"location", "sub/w.bin"}, ""},
		"backslash":            {[]string{"location", `sub\w.bin`}, ""},
		"dot":                  {[]string{"location", "./sub/../w.bin"}, ""},
		"unknown entry":        {[]string{"location", "w.bin", "checksum", "abc"}, ""},
		"missing":              {[]string{"location", "no.bin"}, `external data of tensor "w": "no.bin" is not in the model's folder`},
		"missing folder":       {[]string{"location", "no/w.bin"}, `is not in the model's folder`},
		"too short":            {[]string{"location", "w.bin", "offset", "6"}, `"w.bin" has 8 bytes, too few for 4 bytes at offset 6`},
		"offset behind":        {[]string{"location", "w.bin", "offset", "9", "length", "0"}, "too few"},
		"overflow":             {[]string{"location", "w.bin", "offset", "9223372036854775807", "length", "9223372036854775807"}, "too few"},
		"outside":              {[]string{"location", "../w.bin"}, "lies outside the model's folder"},
		"outside backslash":    {[]string{"location", `sub\..\..\w.bin`}, "lies outside the model's folder"},
		"absolute":             {[]string{"location", "/etc/passwd"}, "lies outside the model's folder"},
		"drive":                {[]string{"location", `C:\w.bin`}, "lies outside the model's folder"},
		"folder":               {[]string{"location", "sub"}, "is no regular file"},
		"the folder itself":    {[]string{"location", "."}, "lies outside the model's folder"},
		"no location":          {[]string{"offset", "0"}, "external data without a location"},
		"empty location":       {[]string{"location", ""}, "external data without a location"},
		"no number":            {[]string{"location", "w.bin", "offset", "four"}, `the offset of external data is "four"`},
		"negative":             {[]string{"location", "w.bin", "length", "-1"}, `the length of external data is "-1"`},
		"too big for a number": {[]string{"location", "w.bin", "length", "99999999999999999999"}, "the length of external data is"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path := write(t, filepath.Join(folder, "model", "m.onnx"), externalModel(test.entries...))
			write(t, filepath.Join(folder, "w.bin"), make([]byte, 8))
			write(t, filepath.Join(folder, "model", "w.bin"), []byte("abcdabcd"))
			write(t, filepath.Join(folder, "model", "sub", "w.bin"), []byte("abcd"))
			m, err := Open(t.Context(), path)
			if test.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				defer m.Close()
				if raw, err := m.Graph.Initializers[0].Raw(t.Context(), 4); err != nil || string(raw) != "abcd" {
					t.Errorf("values %q, %v", raw, err)
				}
				return
			}
			var exit interface{ ExitCode() int }
			if m != nil || !errors.As(err, &exit) || exit.ExitCode() != 3 || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%v, want %q with exit code 3", err, test.want)
			}
			if !errors.Is(err, ErrExternal) && !errors.Is(err, ErrMalformed) {
				t.Errorf("%v is neither ErrExternal nor ErrMalformed", err)
			}
			if missing := strings.HasPrefix(name, "missing"); missing != errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%v: ErrNotExist is %v", err, !missing)
			}
		})
	}
}

// TestExternalLinks follows symbolic links within the model's folder, and those of download caches, which
// link models and data to files that lie side by side elsewhere.
func TestExternalLinks(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows")
	}
	folder := t.TempDir()
	link := func(target, name string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write(t, filepath.Join(folder, "blobs", "aaa"), externalModel("location", "w.bin"))
	write(t, filepath.Join(folder, "blobs", "bbb"), []byte("abcd"))
	write(t, filepath.Join(folder, "secret"), []byte("hush"))
	for name, test := range map[string]struct{ model, data, want string }{
		"cache":       {"../../blobs/aaa", "../../blobs/bbb", "abcd"},
		"elsewhere":   {"../../blobs/aaa", "../../secret", ""},
		"dangling":    {"../../blobs/aaa", "../../blobs/ccc", ""},
		"beside":      {"", "other.bin", "beside"[:4]},
		"plain model": {"", "../../blobs/bbb", ""},
	} {
		t.Run(name, func(t *testing.T) {
			model := filepath.Join(folder, "snapshots", name, "m.onnx")
			if test.model == "" {
				write(t, model, externalModel("location", "w.bin"))
			} else {
				link(test.model, filepath.Join("snapshots", name, "m.onnx"))
			}
			write(t, filepath.Join(folder, "snapshots", name, "other.bin"), []byte("beside"[:4]))
			link(test.data, filepath.Join("snapshots", name, "w.bin"))
			m, err := Open(t.Context(), model)
			if test.want == "" {
				if !errors.Is(err, ErrExternal) {
					t.Fatalf("error %v, want ErrExternal", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			if raw, err := m.Graph.Initializers[0].Raw(t.Context(), 4); err != nil || string(raw) != test.want {
				t.Errorf("values %q, %v", raw, err)
			}
		})
	}
}

func TestExternalWithoutFolder(t *testing.T) {
	t.Parallel()
	data := externalModel("location", "w.bin")
	m := readBytes(t, data)
	if err := m.CheckExternal(t.Context()); !errors.Is(err, ErrExternal) {
		t.Errorf("error %v", err)
	}
	m, err := Read(t.Context(), bytes.NewReader(data), int64(len(data)), WithFolder(fstest.MapFS{"w.bin": {Data: []byte("abcd")}}))
	if err != nil {
		t.Fatal(err)
	}
	if raw, err := m.Graph.Initializers[0].Raw(t.Context(), 4); err != nil || string(raw) != "abcd" {
		t.Errorf("values %q, %v", raw, err)
	}
	if err := errors.Join(m.Close(), m.Close()); err != nil {
		t.Error(err)
	}
}

func TestRelocate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ from, to, location, want string }{
		{"a/b", "a", "w.bin", "b/w.bin"},
		{"a/b", "a/b", "x/../w.bin", "w.bin"},
		{"a", "a/b", "b/w.bin", "w.bin"},
		{".", "a", "w.bin", ""},
		{"a/b", "a/c", "w.bin", ""},
		{"a", "a", "../w.bin", ""},
	} {
		got, err := Relocate(test.from, test.to)(test.location)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%+v: %q, %v", test, got, err)
		}
	}
}

func TestWriteElsewhere(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	model := write(t, filepath.Join(folder, "in", "m.onnx"), externalModel("location", "sub/w.bin", "checksum", "abc"))
	write(t, filepath.Join(folder, "in", "sub", "w.bin"), []byte("abcd"))
	m := opened(t, model)

	above := write(t, filepath.Join(folder, "above.onnx"), written(t, m, WithLocations(Relocate(filepath.Join(folder, "in"), folder))))
	moved := opened(t, above)
	if at := moved.Graph.Initializers[0].External; at.Location != "in/sub/w.bin" {
		t.Errorf("location %q", at.Location)
	}
	if !bytes.Contains(written(t, moved), []byte("checksum")) {
		t.Error("an entry of external data is lost")
	}
	if m.Graph.Initializers[0].External.Location != "sub/w.bin" {
		t.Error("writing changed the model")
	}

	other := filepath.Join(folder, "other")
	copied := write(t, filepath.Join(other, "m.onnx"), written(t, m))
	if err := CopyExternal(t.Context(), m, other, false); err != nil {
		t.Fatal(err)
	}
	if raw, err := opened(t, copied).Graph.Initializers[0].Raw(t.Context(), 4); err != nil || string(raw) != "abcd" {
		t.Errorf("values %q, %v", raw, err)
	}
	if err := CopyExternal(t.Context(), m, other, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("copying again: %v, want ErrExist", err)
	}
	if err := CopyExternal(t.Context(), m, other, true); err != nil {
		t.Error(err)
	}
	if err := CopyExternal(t.Context(), m, filepath.Join(folder, "in"), false); err != nil {
		t.Errorf("copying to where it is: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(other, "sub", "*")); err != nil || len(left) != 1 {
		t.Errorf("left: %v", left)
	}
	err := Write(t.Context(), &bytes.Buffer{}, m, WithLocations(Relocate(filepath.Join(folder, "in"), other)))
	if err == nil || !strings.Contains(err.Error(), "has to be copied") {
		t.Errorf("error %v", err)
	}
}

// TestMakeInternal takes values into the model that were outside.
func TestMakeInternal(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	m := opened(t, write(t, filepath.Join(folder, "m.onnx"), externalModelBeside(t, folder)))
	tensor := m.Graph.Initializers[0]
	values, ok, err := tensor.Contiguous()
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	tensor.External = nil
	if err := Write(t.Context(), &bytes.Buffer{}, m); !errors.Is(err, ErrNoValues) {
		t.Errorf("a tensor without values: %v", err)
	}
	tensor.SetValues(values)
	alone := readBytes(t, written(t, m)).Graph.Initializers[0]
	if raw, err := alone.Raw(t.Context(), 4); err != nil || string(raw) != "abcd" || alone.External != nil {
		t.Errorf("values %q, %v, %+v", raw, err, alone.External)
	}
}

// TestMakeExternal moves values out of the model.
func TestMakeExternal(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, data := range map[string][]byte{
		"raw":   modelOf(sample()),
		"typed": modelOf(message(nil).bytes(graphInitializer, message(nil).int(tensorDims, 2).int(tensorDataType, 1).text(tensorName, "c").bytes(tensorFloats, []byte("abcdefgh")))),
		"set":   nil,
	} {
		m := &Model{Graph: &Graph{Initializers: []*Tensor{NewTensor("c", Float32, []int64{2}, strings.NewReader("abcdefgh"))}}}
		if data != nil {
			m = readBytes(t, data)
		}
		c := m.Graph.Initializers[0]
		raw, err := c.Raw(t.Context(), 8)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, "c.bin"), raw)
		c.External = &External{Location: "c.bin", Length: -1}
		path := write(t, filepath.Join(folder, name+".onnx"), written(t, m))
		moved := opened(t, path).Graph.Initializers[0]
		if moved.values.number != 0 || moved.values.raw.from != nil || *moved.External != *c.External {
			t.Errorf("%s: %+v is left, %+v", name, moved.values, moved.External)
		}
		if again, err := moved.Raw(t.Context(), 8); err != nil || !bytes.Equal(again, raw) {
			t.Errorf("%s: values %q, %v", name, again, err)
		}
	}
}

func externalModelBeside(t *testing.T, folder string) []byte {
	write(t, filepath.Join(folder, "w.bin"), []byte("abcd"))
	return externalModel("location", "w.bin")
}
