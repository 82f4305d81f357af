package onnx

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/fixtures/models"
)

// damage changes up to three places of a model.
func damage(random *rand.Rand, file []byte) []byte {
	data := bytes.Clone(file)
	for range 1 + random.IntN(3) {
		if len(data) < 2 {
			break
		}
		at := random.IntN(len(data))
		switch random.IntN(4) {
		case 0:
			data[at] ^= 1 << random.IntN(8)
		case 1:
			data[at] = byte(random.Uint32())
		case 2:
			data = append(data[:at:at], data[min(at+1+random.IntN(8), len(data)):]...)
		case 3:
			if random.IntN(8) == 0 {
				data = data[:at]
			}
		}
	}
	return data
}

// TestDamagedModels demands of damaged models what checkModel demands.
func TestDamagedModels(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 5))
	const rounds = 30
	for i, model := range models.In(t) {
		info, err := os.Stat(model.Path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > 4<<20 || i%10 != 0 && testing.Short() {
			continue
		}
		file, err := os.ReadFile(model.Path)
		if err != nil {
			t.Fatal(err)
		}
		if len(file) > 100_000 {
			file = withoutWeights(t, file)
		}
		for range rounds / (1 + len(file)/20_000) {
			checkModel(t, damage(random, file))
		}
	}
}

// withoutWeights cuts the raw values of a model to nothing, so that damage hits what is read.
func withoutWeights(t *testing.T, file []byte) []byte {
	m := readBytes(t, file)
	for tensor := range m.Tensors() {
		if tensor.values.raw.from != nil {
			tensor.Dims = []int64{0}
			tensor.SetValues(bytes.NewReader(nil))
		}
	}
	return written(t, m)
}

// TestDamagedLikeONNX compares what is read of damaged models with what the onnx package reads of them. Both
// read the same or refuse, but for what is known: a model without a graph, messages that come twice and numbers
// of more than 64 bits are refused here alone, and damage in parts that are not looked at, but copied, is not seen.
func TestDamagedLikeONNX(t *testing.T) {
	t.Parallel()
	random, folder := rand.New(rand.NewPCG(7, 8)), t.TempDir()
	var paths []string
	for i, path := range all(t) {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(file) > 20_000 || strings.Contains(path, "external") {
			continue
		}
		for range 2 {
			paths = append(paths, write(t, filepath.Join(folder, strconv.Itoa(i)+"-"+strconv.Itoa(len(paths))), damage(random, file)))
		}
	}
	same, unseen := 0, 0
	for i, answer := range python(t, "describe.py", paths) {
		file, err := os.ReadFile(paths[i])
		if err != nil {
			t.Fatal(err)
		}
		want := decodeObject(t, answer)
		m, err := Read(t.Context(), bytes.NewReader(file), int64(len(file)))
		_, refused := want["error"]
		switch {
		case err != nil && !refused:
			known := []string{"no graph in it", "a second ", "an empty file", "or is no number"}
			if !slices.ContainsFunc(known, func(part string) bool { return strings.Contains(err.Error(), part) }) {
				t.Errorf("onnx reads what is refused here: %v", err)
			}
		case err == nil && refused:
			unseen++
		case err == nil:
			same++
			got := asText(describer{t, file}.model(m))
			onlyTyped(want, got)
			if difference := cmp.Diff(any(want), got); difference != "" {
				t.Errorf("(-onnx +planlint):\n%.3000s", difference)
			}
		}
	}
	t.Logf("of %d damaged models, onnx reads the same of %d and refuses %d that are read here", len(paths), same, unseen)
	if same < len(paths)/10 || unseen > len(paths)/100 {
		t.Error("that is not as it should be")
	}
}

func decodeObject(t testing.TB, text []byte) object {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var o object
	if err := decoder.Decode(&o); err != nil {
		t.Fatal(err)
	}
	return o
}

// asText writes what is no UTF-8 as describe.py does.
func asText(value any) any {
	switch v := value.(type) {
	case string:
		if !utf8.ValidString(v) {
			return "bytes:" + hex.EncodeToString([]byte(v))
		}
	case object:
		for key := range v {
			v[key] = asText(v[key])
		}
	case []any:
		for i := range v {
			v[i] = asText(v[i])
		}
	}
	return value
}

// onlyTyped takes out of both descriptions the attributes whose type onnx does not know: it drops the number,
// and here it is kept, or follows from the value if it is missing. Neither is one without a value, which is empty there.
func onlyTyped(want, got any) {
	switch w := want.(type) {
	case object:
		g, ok := got.(object)
		if _, attribute := w["ref"]; attribute && ok && (w["type"] == json.Number("0") || g["value"] == nil) {
			clear(w)
			clear(g)
		}
		for key := range w {
			onlyTyped(w[key], g[key])
		}
	case []any:
		if g, ok := got.([]any); ok && len(g) == len(w) {
			for i := range w {
				onlyTyped(w[i], g[i])
			}
		}
	}
}
