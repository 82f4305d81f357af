package tensor_test

import (
	"encoding/binary"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/tensor"
)

// TestDocumentedNumbers makes inputs with the Python of docs/verify.md.
func TestDocumentedNumbers(t *testing.T) {
	page, err := os.ReadFile("../../docs/verify.md")
	if err != nil {
		t.Fatal(err)
	}
	_, code, found := strings.Cut(string(page), "```python\n")
	code, _, closed := strings.Cut(code, "```")
	if !found || !closed {
		t.Fatal("the page has no Python")
	}
	const count = 200
	code += `
import sys
for seed in (0, 1, 2**64 - 1):
    for name in ("x", "input/ä:0"):
        for make in (normal, uniform, integers):
            for element in list(range(` + strconv.Itoa(count) + `)) + [2**40]:
                print(repr(float(make(seed, name, element))))
`
	python, _ := rtx.Python(t, rtx.Versions()[0])
	output, err := exec.Command(python, "-X", "utf8", "-c", code).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	lines := strings.Fields(string(output))
	next := 0
	for _, seed := range []uint64{0, 1, math.MaxUint64} {
		for _, name := range []string{"x", "input/ä:0"} {
			for _, distribution := range []string{"normal", "uniform", "integers"} {
				r := tensor.Recipe{Seed: seed, Distribution: distribution}
				for _, part := range []struct{ offset, elements int64 }{{0, count}, {1 << 40, 1}} {
					data := make([]byte, 8*part.elements)
					if err := tensor.Fill(data, part.offset, name, "float64", r); err != nil {
						t.Fatal(err)
					}
					for i := range part.elements {
						got := math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
						want, err := strconv.ParseFloat(lines[next], 64)
						if err != nil || got != want {
							t.Fatalf("seed %d, %s, %s, element %d: %v, Python has %s", seed, name, distribution, part.offset+i, got, lines[next])
						}
						next++
					}
				}
			}
		}
	}
	if next != len(lines) {
		t.Errorf("%d numbers were compared, Python made %d", next, len(lines))
	}
}
