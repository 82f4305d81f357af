package onnx

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/fixtures/models"
	"github.com/planlint/planlint/fixtures/rtx"
)

// python runs a script of testdata on lines and returns the lines that it prints, one each.
func python(t testing.TB, script string, lines []string) [][]byte {
	t.Helper()
	interpreter, _ := rtx.Python(t, rtx.Versions()[0])
	command := exec.CommandContext(t.Context(), interpreter, "testdata/"+script)
	command.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, stderr.Bytes())
	}
	answers := bytes.Split(bytes.TrimSuffix(output, []byte("\n")), []byte("\n"))
	if len(answers) != len(lines) {
		t.Fatalf("%s: %d answers for %d lines\n%s", script, len(answers), len(lines), stderr.Bytes())
	}
	return answers
}

// probes are small models that the onnx package wrote for the cases that the models of models.In lack.
func probes(t testing.TB) []string {
	t.Helper()
	interpreter, _ := rtx.Python(t, rtx.Versions()[0])
	folder := t.TempDir()
	if output, err := exec.CommandContext(t.Context(), interpreter, "testdata/probes.py", folder).CombinedOutput(); err != nil {
		t.Fatalf("probes.py: %v\n%s", err, output)
	}
	found, err := filepath.Glob(filepath.Join(folder, "*.onnx"))
	if err != nil || len(found) < 11 {
		t.Fatalf("%d probes, %v", len(found), err)
	}
	return found
}

// all are the paths of the models that were fetched, and of the probes. Short tests take a tenth of the small
// ones, and the large ones that are not too large.
func all(t testing.TB) []string {
	paths := probes(t)
	for i, m := range models.In(t) {
		info, err := os.Stat(m.Path)
		if err != nil {
			t.Fatal(err)
		}
		if few := m.Set == models.Real || m.Set == models.Light; !testing.Short() || few && info.Size() < 13<<20 || !few && i%10 == 0 {
			paths = append(paths, m.Path)
		}
	}
	return paths
}

// TestSameAsONNX compares everything that is read of every model with what the onnx package reads, values of
// tensors included.
func TestSameAsONNX(t *testing.T) {
	t.Parallel()
	compareWithONNX(t, all(t))
}

func compareWithONNX(t *testing.T, paths []string) {
	t.Helper()
	for i, answer := range python(t, "describe.py", paths) {
		want := decodeObject(t, answer)
		m, err := Open(t.Context(), paths[i])
		if err != nil {
			t.Errorf("%s: %v; onnx says %.300s", paths[i], err, answer)
			continue
		}
		file, err := os.ReadFile(paths[i])
		if err != nil {
			t.Fatal(err)
		}
		if difference := cmp.Diff(want, describer{t, file}.model(m)); difference != "" {
			t.Errorf("%s (-onnx +planlint):\n%.3000s", paths[i], difference)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}
