package onnx

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

func written(t testing.TB, m *Model, options ...WriteOption) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(t.Context(), &b, m, options...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func opened(t testing.TB, path string) *Model {
	t.Helper()
	m, err := Open(t.Context(), path)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

// TestWriteIdentical writes every model as it was read, and clones too: the same bytes.
func TestWriteIdentical(t *testing.T) {
	t.Parallel()
	for _, path := range all(t) {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := opened(t, path)
		if !bytes.Equal(written(t, m), file) {
			t.Errorf("%s becomes other bytes", path)
		}
		if !bytes.Equal(written(t, m.Clone()), file) {
			t.Errorf("a clone of %s becomes other bytes", path)
		}
	}
}

// TestWriteAnew writes every model as if nothing of it had been read from a file, and lets the onnx package
// compare it with the model that was read. It is as valid as that one is.
func TestWriteAnew(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var before, after []string
	for i, path := range all(t) {
		m := opened(t, path)
		if hasExternal(m) {
			continue // the file would be in another folder
		}
		target := filepath.Join(folder, strconv.Itoa(i)+".onnx")
		if err := os.WriteFile(target, written(t, anew(t, m)), 0o600); err != nil {
			t.Fatal(err)
		}
		before, after = append(before, path), append(after, target)
	}
	old, new := python(t, "describe.py", before), python(t, "describe.py", after)
	for i := range old {
		stored := regexp.MustCompile(`, "raw": "[0-9a-f]+"`) // all values are raw data now
		if !bytes.Equal(stored.ReplaceAll(old[i], nil), stored.ReplaceAll(new[i], nil)) {
			t.Errorf("%s written anew\nbefore %.2000s\nafter  %.2000s", before[i], old[i], new[i])
		}
	}
	old, new = python(t, "check.py", before), python(t, "check.py", after)
	valid := 0
	for i := range old {
		if len(old[i]) == 0 && len(new[i]) > 0 {
			t.Errorf("%s written anew: %s", before[i], new[i])
		} else if len(old[i]) == 0 {
			valid++
		}
	}
	if valid < len(before)*9/10 {
		t.Errorf("only %d of %d models are valid in the first place", valid, len(before))
	}
}

func hasExternal(m *Model) bool {
	for tensor := range m.Tensors() {
		if tensor.External != nil {
			return true
		}
	}
	return false
}

// anew is a copy of a model without anything from its file but the values of tensors.
func anew(t *testing.T, m *Model) *Model {
	m = m.Clone()
	m.origin = span{}
	anewGraph(t, m.Graph)
	for _, f := range m.Functions {
		f.origin = span{}
		anewNodes(t, f.Nodes)
		anewAttributes(t, f.Defaults)
		anewInfos(f.ValueInfo)
	}
	return m
}

func anewGraph(t *testing.T, g *Graph) {
	g.origin = span{}
	anewNodes(t, g.Nodes)
	for _, tensor := range g.Initializers {
		anewTensor(t, tensor)
	}
	for _, s := range g.SparseInitializers {
		anewSparse(t, s)
	}
	for _, list := range [][]*ValueInfo{g.Inputs, g.Outputs, g.ValueInfo} {
		anewInfos(list)
	}
	for _, a := range g.Quantization {
		a.origin = span{}
	}
}

func anewInfos(list []*ValueInfo) {
	for _, v := range list {
		if v.Type == nil || v.Type.Kind != OpaqueType { // which cannot be written
			v.origin = span{}
		}
	}
}

func anewNodes(t *testing.T, nodes []*Node) {
	for _, n := range nodes {
		n.origin = span{}
		anewAttributes(t, n.Attributes)
	}
}

func anewAttributes(t *testing.T, attributes []*Attribute) {
	for _, a := range attributes {
		switch v := a.Value.(type) {
		case *Tensor:
			anewTensor(t, v)
		case *SparseTensor:
			anewSparse(t, v)
		case []*Tensor:
			for _, one := range v {
				anewTensor(t, one)
			}
		case []*SparseTensor:
			for _, one := range v {
				anewSparse(t, one)
			}
		}
		for _, g := range a.graphs() {
			anewGraph(t, g)
		}
		a.origin = span{}
	}
}

func anewSparse(t *testing.T, s *SparseTensor) {
	s.origin = span{}
	for _, tensor := range []*Tensor{s.Values, s.Indices} {
		if tensor != nil {
			anewTensor(t, tensor)
		}
	}
}

// anewTensor makes raw data of values, as far as there is any.
func anewTensor(t *testing.T, tensor *Tensor) {
	var raw bytes.Buffer
	if _, err := tensor.WriteValues(t.Context(), &raw); err != nil || tensor.values.raw.from != nil {
		return
	}
	tensor.origin = span{}
	tensor.SetValues(bytes.NewReader(raw.Bytes()))
}
