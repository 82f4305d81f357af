package npy

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/tensor"
)

//go:embed testdata/arrays.py
var script string

// saved is a folder of arrays that numpy saved.
func saved(t *testing.T) string {
	t.Helper()
	python, _ := rtx.Python(t, rtx.Versions()[0])
	folder := t.TempDir()
	if output, err := exec.Command(python, "-c", script, "save", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return folder
}

func TestArraysOfNumpy(t *testing.T) {
	folder := saved(t)
	arrays, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer arrays.Close()
	for _, kind := range []string{"f8", "f4", "f2", "i8", "i4", "i2", "i1", "u1"} {
		for text, shape := range map[string][]int64{"": {}, "5": {5}, "0": {0}, "2x3x4": {2, 3, 4}} {
			array, err := arrays.Array(kind + "_" + text)
			if err != nil {
				t.Fatal(err)
			}
			count, err := array.Elements()
			if err != nil || array.Kind != kind || !slices.Equal(array.Shape, shape) {
				t.Errorf("%s of %v is %+v, %v", kind, shape, array.Header, err)
			}
			if size, err := tensor.Bytes(array.DType(), count); err != nil || size != array.Size {
				t.Errorf("%s of %v: %d bytes, want %d, %v", kind, shape, array.Size, size, err)
			}
			if kind != "f2" {
				numbers, err := NumbersOf(array)
				if err != nil {
					t.Fatal(err)
				}
				got := make([]float64, count)
				if err := numbers.Next(got); err != nil {
					t.Fatal(err)
				}
				for i, x := range got {
					if x != float64(i+1) {
						t.Errorf("%s of %v: number %d is %v", kind, shape, i, x)
					}
				}
				if err := numbers.Next(make([]float64, 1)); !errors.Is(err, ErrFormat) {
					t.Errorf("a number too many: error %v", err)
				}
			} else if _, err := NumbersOf(array); !errors.Is(err, ErrFormat) {
				t.Errorf("float16 is taken for a reference: %v", err)
			}
			if err := array.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	for name, dtype := range map[string]string{"bfloat16": "bfloat16", "fp8": "fp8", "bool": "bool", "version3": "float64"} {
		array, err := arrays.Array(name)
		if err != nil {
			t.Fatal(err)
		}
		if !array.Holds(dtype) || array.Holds("int4") || array.Holds("float32") {
			t.Errorf("%s: %+v", name, array.Header)
		}
		if err := array.Close(); err != nil {
			t.Error(err)
		}
	}
	for name, want := range map[string]string{
		"big": "big-endian", "columns": "ascontiguousarray", "record": "its header is", "missing": "has no missing.npy, no missing.bin", "../missing": "there is no array",
	} {
		array, err := arrays.Array(name)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, error %v, want %q", name, array, err, want)
		}
	}
	if text, err := arrays.Array("text"); err != nil || text.DType() != "" || text.Close() != nil {
		t.Errorf("text is %+v, %v", text, err)
	}
	for _, name := range []string{"stored.npz", "packed.npz"} {
		archive(t, filepath.Join(folder, name))
	}
}

func archive(t *testing.T, path string) {
	t.Helper()
	arrays, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer arrays.Close()
	for name, count := range map[string]int{"y": 4, "a/b:0": 5} {
		array, err := arrays.Array(name)
		if err != nil {
			t.Fatal(err)
		}
		numbers, err := NumbersOf(array)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]float64, count)
		if err := numbers.Next(got); err != nil || got[count-1] != float64(count-1) || array.Size != int64(8*count) || array.Close() != nil {
			t.Errorf("%s: %v, %+v, %v", name, got, array, err)
		}
	}
	if _, err := arrays.Array("z"); !errors.Is(err, ErrAbsent) {
		t.Errorf("error %v", err)
	}
}

func TestNumpyReadsHeaders(t *testing.T) {
	python, _ := rtx.Python(t, rtx.Versions()[0])
	for i, h := range []Header{{"f4", []int64{2, 3}}, {"f8", []int64{}}, {"u1", []int64{7}}, {"f2", []int64{1, 1, 1, 1, 1, 3}}} {
		path := filepath.Join(t.TempDir(), "a.npy")
		var data bytes.Buffer
		if err := WriteHeader(&data, h); err != nil {
			t.Fatal(err)
		}
		if data.Len()%64 != 0 {
			t.Errorf("header %d has %d bytes", i, data.Len())
		}
		count, err := h.Elements()
		if err != nil {
			t.Fatal(err)
		}
		size, err := tensor.Bytes(h.DType(), count)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(data.Bytes(), make([]byte, size)...), 0o666); err != nil {
			t.Fatal(err)
		}
		shape := strings.Trim(strings.ReplaceAll(fmt.Sprint(h.Shape), " ", "x"), "[]")
		if output, err := exec.Command(python, "-c", script, "check", path, h.Kind, shape).CombinedOutput(); err != nil {
			t.Errorf("%+v: %v\n%s", h, err, output)
		}
	}
}

func TestFiles(t *testing.T) {
	folder := t.TempDir()
	var data bytes.Buffer
	if err := WriteHeader(&data, Header{"f4", []int64{1}}); err != nil {
		t.Fatal(err)
	}
	data.Write([]byte{0, 0, 0x80, 0x3f})
	for name, content := range map[string]string{"a_b_0.npy": data.String(), "raw.bin": "12345", "short.npy": data.String()[:70], "no.npz": "PK?"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "sub.npy"), 0o777); err != nil {
		t.Fatal(err)
	}
	arrays, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer arrays.Close()
	if a, err := arrays.Array("a/b:0"); err != nil || a.Size != 4 || a.Close() != nil {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := arrays.Array("raw"); err != nil || !a.Bare || a.Size != 5 || a.Close() != nil {
		t.Errorf("%+v, %v", a, err)
	}
	for _, name := range []string{"short", "sub"} {
		if _, err := arrays.Array(name); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := Open(filepath.Join(folder, "no.npz")); !errors.Is(err, ErrFormat) {
		t.Errorf("error %v", err)
	}
	if _, err := Open(filepath.Join(folder, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	single, err := Open(filepath.Join(folder, "a_b_0.npy"))
	if err != nil || !single.Single() {
		t.Fatal(err)
	}
	if a, err := single.Array("whatever"); err != nil || a.Size != 4 || a.Close() != nil || single.Close() != nil {
		t.Errorf("%+v, %v", a, err)
	}
}

func FuzzHeader(f *testing.F) {
	for _, h := range []Header{{"f4", []int64{2, 3}}, {"V2", []int64{}}} {
		var data bytes.Buffer
		if err := WriteHeader(&data, h); err != nil {
			f.Fatal(err)
		}
		f.Add(data.Bytes())
		f.Add(data.Bytes()[:20])
	}
	f.Add([]byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"))
	f.Add([]byte("\x93NUMPY\x01\x00\x50\x00{'descr': '>f4', 'fortran_order': True, 'shape': (9223372036854775807L, 2,), }"))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := ReadHeader(bytes.NewReader(data))
		if err != nil {
			if h.Kind != "" || h.Shape != nil || !errors.Is(err, ErrFormat) {
				t.Fatalf("%+v with error %v", h, err)
			}
			return
		}
		if count, err := h.Elements(); err != nil || count < 0 || count == math.MaxInt64 && len(h.Shape) > 1 {
			t.Fatalf("%+v has %d elements, %v", h, count, err)
		}
		var again bytes.Buffer
		if err := WriteHeader(&again, h); err != nil {
			return // too many dimensions for version 1
		}
		other, err := ReadHeader(io.LimitReader(&again, 1<<20))
		if err != nil || other.Kind != h.Kind || !slices.Equal(other.Shape, h.Shape) {
			t.Fatalf("%+v is read again as %+v, %v", h, other, err)
		}
	})
}
