package interpret

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/models"
	"github.com/planlint/planlint/fixtures/movable"
	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/layers/onnx"
)

// answer is what testdata/values.py prints of a model.
type answer struct {
	Error  string
	Values map[string]struct {
		Type string
		Dims []int64
		Data string
	}
}

// ask asks values.py, one answer for each line.
func ask(t *testing.T, lines []string) []map[string]*Tensor {
	t.Helper()
	interpreter, _ := rtx.Python(t, rtx.Versions()[0])
	command := exec.CommandContext(t.Context(), interpreter, "testdata/values.py")
	command.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("values.py: %v\n%s", err, stderr.Bytes())
	}
	var all []map[string]*Tensor
	for line := range strings.Lines(strings.TrimSuffix(string(output), "\n")) {
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatal(err)
		}
		all = append(all, values(t, a))
	}
	if len(all) != len(lines) {
		t.Fatalf("%d answers for %d models", len(all), len(lines))
	}
	return all
}

// values are those of an answer; nil if one is of a type that is not computed here.
func values(t *testing.T, a answer) map[string]*Tensor {
	all := map[string]*Tensor{}
	for name, v := range a.Values {
		kind := kindOf(v.Type)
		if kind == onnx.Undefined {
			return nil
		}
		raw, err := hex.DecodeString(v.Data)
		if err != nil {
			t.Fatal(err)
		}
		tensor := New(kind, v.Dims...)
		for i := range tensor.Data {
			tensor.Data[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*i:]))
		}
		all[name] = tensor
	}
	return all
}

func kindOf(name string) onnx.DataType {
	for _, kind := range []onnx.DataType{onnx.Float16, onnx.BFloat16, onnx.Float32, onnx.Float64, onnx.Int64, onnx.Int32, onnx.Int8, onnx.Uint8, onnx.Bool} {
		if kind.String() == name {
			return kind
		}
	}
	return onnx.Undefined
}

// near tells whether a number may stand for another one: only the same bits where all operators are exact, but for the
// sign of zero, of which numpy takes any of two. onnx's reference evaluator leaves NaN out of a MaxPool, and computes a
// Resize with weights, which makes other numbers of infinities. Where terms cancel, the error is one of the largest term,
// which is not known: largest is not below it.
func near(ops []string, kind onnx.DataType, largest, want, got float64) bool {
	op := ops[len(ops)-1]
	switch {
	case SameBits(want, got), want == got && slices.Contains([]string{"Max", "Min", "Relu", "Clip", "MaxPool", "HardSwish", "HardSigmoid"}, op):
		return true
	case op == "MaxPool" && got != got, op == "Resize" && (want != want || math.IsInf(got, 0)):
		return true
	case !slices.ContainsFunc(ops, func(op string) bool { return !Exact(op) }):
		return false
	}
	unit := map[onnx.DataType]float64{onnx.Float16: 0x1p-10, onnx.BFloat16: 0x1p-7, onnx.Float32: 0x1p-20, onnx.Float64: 0x1p-40}[kind]
	if slices.Contains([]string{"Conv", "MatMul", "Gemm"}, op) { // sums in another order
		return math.Abs(want-got) <= 16*unit*max(math.Abs(want), largest, 1)
	}
	if op == "HardSwish" { // x/6 and 1/2 cancel
		return math.Abs(want-got) <= unit*max(math.Abs(want), largest)
	}
	return math.Abs(want-got) <= 4*unit*max(math.Abs(want), 0x1p-10)
}

// TestStored computes the models of single operators that the onnx package has, with the inputs and outputs that are
// stored beside them.
func TestStored(t *testing.T) {
	t.Parallel()
	var lines []string
	var found []models.Model
	for i, m := range models.In(t, models.Node, models.Debian) {
		if _, err := os.Stat(filepath.Join(filepath.Dir(m.Path), "test_data_set_0")); err == nil && (!testing.Short() || i%3 == 0) {
			lines, found = append(lines, "stored "+m.Path), append(found, m)
		}
	}
	computed, ops := 0, map[string]int{}
	for i, given := range ask(t, lines) {
		if len(given) == 0 {
			continue
		}
		op, err := compareStored(t, found[i], given)
		var unsupported *UnsupportedError
		switch {
		case errors.As(err, &unsupported):
		case err != nil:
			t.Errorf("%s: %v", found[i].Name, err)
		default:
			computed++
			ops[op]++
		}
	}
	t.Logf("%d models computed of %d: %v", computed, len(found), ops)
	if computed < 100 {
		t.Errorf("only %d models computed", computed)
	}
}

func compareStored(t *testing.T, model models.Model, values map[string]*Tensor) (string, error) {
	m, err := onnx.Open(t.Context(), model.Path)
	if err != nil {
		return "", err
	}
	defer m.Close()
	given, names := map[string]*Tensor{}, []string{}
	for _, in := range m.Graph.Inputs {
		given[in.Name] = values[in.Name]
	}
	for _, out := range m.Graph.Outputs {
		names = append(names, out.Name)
	}
	var ops []string
	for _, n := range m.Graph.Nodes {
		ops = append(ops, n.OpType)
	}
	op := ops[len(ops)-1]
	made, err := NewGraph(m, 1<<24).Run(t.Context(), given, names...)
	if err != nil {
		return op, err
	}
	for i, name := range names {
		if err := compare(ops, 0, values[name], made[i]); err != nil {
			return op, err
		}
	}
	return op, nil
}

// largest is what no product of a number of each tensor exceeds.
func largest(tensors ...*Tensor) float64 {
	product := 1.0
	for _, t := range tensors {
		most := 0.0
		for _, x := range t.Data {
			if !math.IsInf(x, 0) && !math.IsNaN(x) {
				most = max(most, math.Abs(x))
			}
		}
		product *= most
	}
	return product
}

func compare(ops []string, largest float64, want, got *Tensor) error {
	if want.Type != got.Type || !slices.Equal(want.Dims, got.Dims) {
		return fmt.Errorf("%s of shape %d, not %s of %d", got.Type, got.Dims, want.Type, want.Dims)
	}
	for i, x := range want.Data {
		if !near(ops, want.Type, largest, x, got.Data[i]) {
			return fmt.Errorf("%s: element %d is %v, not %v", ops[len(ops)-1], i, got.Data[i], x)
		}
	}
	return nil
}

// TestReference computes every node of random graphs, in fp16 and fp32, from what onnx's reference evaluator makes of the
// nodes before.
func TestReference(t *testing.T) {
	t.Parallel()
	count := 300
	if testing.Short() {
		count = 60
	}
	folder := t.TempDir()
	var lines []string
	for i := range count {
		path := filepath.Join(folder, fmt.Sprintf("%d.onnx", i))
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(onnx.Write(t.Context(), file, movable.Draw(uint64(i))), file.Close()); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, "reference "+path)
	}
	nodes := map[string]int{}
	for i, values := range ask(t, lines) {
		if len(values) == 0 {
			t.Errorf("graph %d is not computed by onnx", i)
			continue
		}
		m := movable.Draw(uint64(i))
		g := NewGraph(m, 1<<20)
		for _, n := range m.Graph.Nodes {
			given, factors := map[string]*Tensor{}, []*Tensor(nil)
			for i, in := range n.Inputs {
				if v := values[in]; v != nil {
					given[in] = v
					if i < 2 { // those that are multiplied
						factors = append(factors, v)
					}
				}
			}
			made, err := g.Run(t.Context(), given, n.Outputs...)
			if err != nil {
				t.Errorf("graph %d: %v", i, err)
				continue
			}
			for k, out := range n.Outputs {
				if err := compare([]string{n.OpType}, largest(factors...), values[out], made[k]); err != nil {
					t.Errorf("graph %d, %s: %v", i, n.Name, err)
				}
			}
			nodes[n.OpType]++
		}
	}
	t.Logf("%d graphs: %v", count, nodes)
}
