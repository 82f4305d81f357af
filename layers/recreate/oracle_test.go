package recreate_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/fixtures/models"
	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/recreate"
)

// describe writes what a model is, one line for each part. Values of weights are left out.
func describe(t *testing.T, m *onnx.Model) []string {
	t.Helper()
	lines := []string{fmt.Sprintf("ir %d opsets %v", m.IRVersion, m.Opsets)}
	return append(lines, describeGraph(t, m.Graph)...)
}

func describeGraph(t *testing.T, g *onnx.Graph) []string {
	t.Helper()
	lines := []string{fmt.Sprintf("graph %q", g.Name)}
	for _, list := range [][]*onnx.ValueInfo{g.Inputs, g.Outputs} {
		for _, info := range list {
			lines = append(lines, fmt.Sprintf("value %q %v", info.Name, info.Type))
		}
	}
	for _, c := range g.Initializers {
		lines = append(lines, "constant "+describeTensor(t, c.Name, c))
	}
	for _, n := range g.Nodes {
		lines = append(lines, fmt.Sprintf("node %q %q %q in %q out %q", n.Domain, n.OpType, n.Name, n.Inputs, n.Outputs))
		attributes := slices.SortedFunc(slices.Values(n.Attributes), func(a, b *onnx.Attribute) int { return strings.Compare(a.Name, b.Name) }) // as make_node has them
		for _, a := range attributes {
			switch v := a.Value.(type) {
			case *onnx.Tensor:
				lines = append(lines, fmt.Sprintf("  %s %s", a.Name, describeTensor(t, n.Output(0), v)))
			case *onnx.Graph:
				for _, line := range describeGraph(t, v) {
					lines = append(lines, "  "+a.Name+" "+line)
				}
			default:
				lines = append(lines, fmt.Sprintf("  %s %v %v", a.Name, a.Type, v))
			}
		}
	}
	return lines
}

func describeTensor(t *testing.T, name string, c *onnx.Tensor) string {
	t.Helper()
	text := fmt.Sprintf("%q %v %v", name, c.DataType, c.Dims)
	if n, _ := c.Elements(); c.External != nil || n > 1 && c.DataType != onnx.Int64 || n > 1024 {
		return text // the name and the shape of a weight are all that is given away
	}
	raw, err := c.Raw(t.Context(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	return text + " " + hex.EncodeToString(raw)
}

// TestCode lets Python run the code of every model that was fetched, and compares what the onnx package wrote with the
// model itself.
func TestCode(t *testing.T) {
	t.Parallel()
	python, _ := rtx.Python(t, rtx.Versions()[0])
	folder := t.TempDir()
	var jobs bytes.Buffer
	var names []string
	want := map[string][]string{}
	refused, all := 0, models.In(t)
	for i, model := range all {
		if testing.Short() && i%10 != 0 {
			continue
		}
		info, err := os.Stat(model.Path)
		if err != nil || info.Size() > 40<<20 {
			continue
		}
		m, err := onnx.Open(t.Context(), model.Path)
		if err != nil {
			continue // some are damaged on purpose
		}
		code := ""
		fresh, err := recreate.Fresh(t.Context(), m, recreate.Options{})
		if err == nil {
			code, err = recreate.Python(t.Context(), "repro", fresh)
		}
		if errors.Is(err, recreate.ErrUnsupported) || errors.Is(err, onnx.ErrNoValues) {
			refused++
		} else if err != nil {
			t.Errorf("%s: %v", model.Name, err)
		} else {
			path := filepath.Join(folder, fmt.Sprintf("%d.onnx", i))
			job, _ := json.Marshal(map[string]string{"path": path, "code": code})
			jobs.Write(append(job, '\n'))
			names = append(names, model.Set+"/"+model.Name)
			want[path] = describe(t, fresh)
			names[len(names)-1] += "|" + path
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d models made again, %d refused", len(names), refused)
	if len(names) < 4*refused {
		t.Errorf("too many are refused")
	}
	command := exec.CommandContext(t.Context(), python, "testdata/run.py", "../../internal/bugreport/script/weights.py", "../../internal/bugreport/script/attributes.py")
	command.Stdin, command.Stderr = &jobs, os.Stderr
	output, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(strings.TrimSpace(string(output)), "\n")
	if len(answers) != len(names) {
		t.Fatalf("%d answers for %d models", len(answers), len(names))
	}
	for i, answer := range answers {
		name, path, _ := strings.Cut(names[i], "|")
		if answer != `""` {
			t.Errorf("%s: %s", name, answer)
			continue
		}
		m, err := onnx.Open(t.Context(), path)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if difference := cmp.Diff(want[path], describe(t, m)); difference != "" {
			t.Errorf("%s (-model +made again):\n%s", name, difference)
		}
		_ = m.Close()
	}
}
