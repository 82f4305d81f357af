package prove

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/movable"
	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/predict"
	"github.com/planlint/planlint/layers/rewrite"
)

// checkAll lets onnx's checker look at models, with its own inference of all shapes.
const checkAll = `
import sys
import onnx

for path in sys.stdin.read().splitlines():
    try:
        onnx.checker.check_model(onnx.load(path), full_check=True)
        print("valid")
    except Exception as e:
        print(" ".join(str(e).split())[:300])
`

// TestChecker holds rewritten models to onnx's checker.
func TestChecker(t *testing.T) {
	t.Parallel()
	python, _ := rtx.Python(t, rtx.Versions()[0])
	count := uint64(400)
	if testing.Short() {
		count = 100
	}
	list := movable.Networks()
	for number := range count {
		list = append(list, movable.Network{Name: fmt.Sprint("graph ", number), Model: movable.Draw(number)})
	}
	folder := t.TempDir()
	var names, paths []string
	write := func(name string, m *onnx.Model) {
		path := filepath.Join(folder, fmt.Sprint(len(paths), ".onnx"))
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(onnx.Write(t.Context(), file, m), file.Close()); err != nil {
			t.Fatal(err)
		}
		names, paths = append(names, name), append(paths, path)
	}
	for _, n := range list {
		fixed, err := rewrite.Fix(t.Context(), n.Model, predict.Options{Target: "11.2.1.2"})
		if err != nil {
			t.Fatal(err)
		}
		if len(fixed.Moves) > 0 {
			write(n.Name, n.Model)
			write(n.Name+", rewritten", fixed.Model)
		}
	}
	command := exec.CommandContext(t.Context(), python, "-c", checkAll)
	command.Stdin = strings.NewReader(strings.Join(paths, "\n") + "\n")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	answers := strings.Split(strings.TrimSpace(string(output)), "\n")
	if len(answers) != len(paths) || len(paths) < 50 {
		t.Fatalf("%d answers for %d models", len(answers), len(paths))
	}
	for i, answer := range answers {
		if answer != "valid" {
			t.Errorf("%s: %s", names[i], answer)
		}
	}
}
