package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
)

// field is a length-delimited field of a protobuf message.
func field(number byte, text string) string {
	return string([]byte{number<<3 | 2, byte(len(text))}) + text
}

// externalModel is a model of one initializer, whose 8 bytes lie at an offset of a file.
func externalModel(location string) string {
	entry := func(key, value string) string { return field(13, field(1, key)+field(2, value)) }
	tensor := "\x08\x02" + "\x10\x01" + field(8, "w") + entry("location", location) + entry("offset", "4") + entry("length", "8") + "\x70\x01"
	graph := field(2, "g") + field(5, tensor)
	return "\x08\x08" + field(7, graph) + field(8, "\x10\x11")
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestModel(t *testing.T) {
	folder := t.TempDir()
	path, text, weights := filepath.Join(folder, "m.onnx"), externalModel("w.data"), "0123456789abcdef"
	write(t, path, text)
	write(t, filepath.Join(folder, "w.data"), weights)
	got, inputs, err := Model(t.Context(), path, "shown.onnx")
	want := result.BuildModel{File: "shown.onnx", Size: int64(len(text)), SHA256: digest(text),
		External: []result.ModelFile{{Location: "w.data", Size: 16, SHA256: digest(weights)}}}
	if err != nil || !reflect.DeepEqual(got, want) || inputs == nil || len(inputs) != 0 {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

func TestBadModels(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "m.onnx")
	var format *onnx.FormatError
	for text, is := range map[string]func(error) bool{
		externalModel("none.data"): func(err error) bool { return errors.Is(err, onnx.ErrExternal) && errors.Is(err, os.ErrNotExist) },
		externalModel("../w.data"): func(err error) bool { return errors.Is(err, onnx.ErrExternal) },
		"Only text.":               func(err error) bool { return errors.As(err, &format) },
		"":                         func(err error) bool { return errors.As(err, &format) },
	} {
		write(t, path, text)
		if _, _, err := Model(t.Context(), path, "m.onnx"); err == nil || !is(err) {
			t.Errorf("%q: error %v", text, err)
		}
	}
	if _, _, err := Model(t.Context(), filepath.Join(folder, "none.onnx"), ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no model: error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	write(t, path, externalModel("w.data"))
	if _, _, err := Model(ctx, path, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
	if _, _, err := Digest(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}
