package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/planlint/planlint/fixtures/seedmodels"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
	"github.com/planlint/planlint/layers/onnx"
)

func writeModel(t *testing.T, path string, m *onnx.Model) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(onnx.Write(t.Context(), file, m), file.Close()); err != nil {
		t.Fatal(err)
	}
}

// fixJSON runs planlint fix and returns what it says.
func fixJSON(t *testing.T, arguments ...string) result.Document[result.Fix] {
	t.Helper()
	var out, errs bytes.Buffer
	exit := Main(t.Context(), append([]string{"fix", "--format", "json"}, arguments...), nil, &out, &errs)
	testutil.ValidateJSON(t, result.SchemaFix, out.Bytes())
	var document result.Document[result.Fix]
	if err := json.Unmarshal(out.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	if document.Exit != exit {
		t.Errorf("exit status %d, %d in the document", exit, document.Exit)
	}
	if len(document.Results) == 0 {
		t.Fatalf("%s", &errs)
	}
	return document
}

// records are the payloads of a message's field, in their order.
func records(t *testing.T, message []byte, number protowire.Number) [][]byte {
	t.Helper()
	var list [][]byte
	for len(message) > 0 {
		n, kind, tag := protowire.ConsumeTag(message)
		size := protowire.ConsumeFieldValue(n, kind, message[max(tag, 0):])
		if tag < 0 || size < 0 {
			t.Fatal("it is no message")
		}
		if n == number && kind == protowire.BytesType {
			payload, _ := protowire.ConsumeBytes(message[tag:])
			list = append(list, payload)
		}
		message = message[tag+size:]
	}
	return list
}

// Numbers of fields in ModelProto and GraphProto.
const (
	modelGraph       = 7
	graphNode        = 1
	graphInitializer = 5
)

// TestFixKeepsBytes finds all nodes that did not move, and all constants, byte by byte in the rewritten model.
func TestFixKeepsBytes(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path, output := filepath.Join(folder, "head.onnx"), filepath.Join(folder, "fixed.onnx")
	writeModel(t, path, seedmodels.All()[seedmodels.HeadPadded])
	fixed := fixJSON(t, path, "-o", output).Results[0]
	var graphs [2][]byte
	for i, name := range []string{path, output} {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		graphs[i] = records(t, file, modelGraph)[0]
	}
	for i, number := range []protowire.Number{graphNode, graphInitializer} {
		before, after := records(t, graphs[0], number), records(t, graphs[1], number)
		changed := 0
		for _, record := range before {
			if !slices.ContainsFunc(after, func(other []byte) bool { return bytes.Equal(record, other) }) {
				changed++
			}
		}
		// Each move changes what moved and what it moved across.
		if want := []int{2 * len(fixed.Moves), 0}[i]; len(before) != len(after) || changed != want {
			t.Errorf("field %d: %d of %d records have changed, %d are there", number, changed, len(before), len(after))
		}
	}
}

// TestFixExternal writes a model whose weights are in another file: they stay where they are where ONNX knows a path to
// them, and are copied elsewhere.
func TestFixExternal(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	models := filepath.Join(folder, "models")
	for _, name := range []string{models, filepath.Join(folder, "elsewhere")} {
		if err := os.Mkdir(name, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	m := seedmodels.All()[seedmodels.HeadPadded]
	size, _ := m.Graph.Initializers[0].Bytes()
	m.Graph.Initializers[0].External = &onnx.External{Location: "weights.bin", Length: size}
	path := filepath.Join(models, "head.onnx")
	writeModel(t, path, m)
	weights := bytes.Repeat([]byte{0x12, 0x34}, int(size/2))
	if err := os.WriteFile(filepath.Join(models, "weights.bin"), weights, 0o666); err != nil {
		t.Fatal(err)
	}
	for output, want := range map[string]result.FixExternal{"models/fixed.onnx": result.ExternalReferenced, "fixed.onnx": result.ExternalReferenced, "elsewhere/fixed.onnx": result.ExternalCopied} {
		name := filepath.Join(folder, filepath.FromSlash(output))
		if got := fixJSON(t, path, "-o", name, "--check").Results[0].External; got != want {
			t.Errorf("%s: the weights are %q, not %q", output, got, want)
		}
		written, err := onnx.Open(t.Context(), name)
		if err != nil {
			t.Errorf("%s: %v", output, err)
			continue
		}
		if read, err := written.Graph.Initializers[0].Raw(t.Context(), size); err != nil || !bytes.Equal(read, weights) {
			t.Errorf("%s: other weights, %v", output, err)
		}
		if err := written.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "elsewhere", "weights.bin"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if exit := Main(t.Context(), []string{"fix", path, "-o", filepath.Join(folder, "elsewhere", "again.onnx")}, nil, &out, &errs); exit != exitUsage || !strings.Contains(errs.String(), "--force") {
		t.Errorf("exit status %d: %s%s", exit, &out, &errs)
	}
	if mine, err := os.ReadFile(filepath.Join(folder, "elsewhere", "weights.bin")); err != nil || string(mine) != "mine" {
		t.Errorf("a file was overwritten: %q, %v", mine, err)
	}
	if _, err := os.Stat(filepath.Join(folder, "elsewhere", "again.onnx")); err == nil {
		t.Error("a model was written without its weights")
	}
}
