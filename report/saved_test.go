package report

import (
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/planlint/planlint/internal/result"
)

// TestSavedNonsense: a saved document may say anything. Pages and charts of it are written all the same, as far as it can be read.
func TestSavedNonsense(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it takes seconds")
	}
	nonsense[result.Scan](t, "scan.json",
		func(w io.Writer, d result.Document[result.Scan]) error { return ScanHTML(w, d, Options{}) }, ScanSVG)
	nonsense[result.Explain](t, "explain.json", func(w io.Writer, d result.Document[result.Explain]) error { return ExplainHTML(w, d, Options{}) })
	nonsense[result.Compare](t, "compare.json", CompareHTML)
	nonsense[result.Map](t, "map.json", MapHTML)
	nonsense[result.Build](t, "build.json", BuildSVG)
	nonsense[result.Verify](t, "verify.json", VerifySVG)
	predicted, err := json.Marshal(predictDocument(headPrediction(), openPrediction()))
	if err != nil {
		t.Fatal(err)
	}
	nonsenseOf[result.Predict](t, "predict", predicted, PredictHTML)
	gates, err := json.Marshal(gatesDocument())
	if err != nil {
		t.Fatal(err)
	}
	nonsenseOf[result.Gate](t, "gate", gates, func(w io.Writer, d result.Document[result.Gate]) error { return GateHTML(w, d, Options{}) })
}

func nonsense[R any](t *testing.T, name string, formats ...func(io.Writer, result.Document[R]) error) {
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	nonsenseOf(t, name, text, formats...)
}

func nonsenseOf[R any](t *testing.T, name string, text []byte, formats ...func(io.Writer, result.Document[R]) error) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			var value any
			if err := json.Unmarshal(text, &value); err != nil {
				t.Fatal(err)
			}
			changed, err := json.Marshal(mutate(t, value))
			if err != nil {
				t.Fatal(err)
			}
			var document result.Document[R]
			if json.Unmarshal(changed, &document) != nil {
				return // it is refused when it is read
			}
			for _, format := range formats {
				if err := format(io.Discard, document); err != nil {
					t.Fatalf("%v: %s", err, changed)
				}
			}
		})
	})
}

// mutate changes some numbers of a JSON value to odd ones, and leaves out some of its fields and entries.
func mutate(t *rapid.T, value any) any {
	odd := func() bool { return rapid.IntRange(0, 40).Draw(t, "odd") == 0 }
	switch v := value.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			if odd() {
				delete(v, key)
				continue
			}
			v[key] = mutate(t, v[key])
		}
	case []any:
		for i := range v {
			v[i] = mutate(t, v[i])
		}
		if odd() {
			return v[:len(v)/2]
		}
	case float64:
		if odd() {
			return rapid.SampledFrom([]json.Number{"0", "-1", "1", "9223372036854775807", "-9223372036854775808", "4611686018427387904", "100000"}).Draw(t, "number")
		}
		if v == math.Trunc(v) && math.Abs(v) < 1e15 {
			return int64(v)
		}
	}
	return value
}
