package shape

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"testing"

	"github.com/planlint/planlint/fixtures/models"
)

//go:embed testdata/bodies.py
var bodiesScript []byte

// TestBodies compares models with bodies and functions with what ONNX Runtime makes of them.
func TestBodies(t *testing.T) {
	t.Parallel()
	decoder := json.NewDecoder(bytes.NewReader(models.Python(t, bodiesScript, nil)))
	count := 0
	for ; decoder.More(); count++ {
		var d drawn
		if err := decoder.Decode(&d); err != nil {
			t.Fatal(err)
		}
		m, r := d.check(t)
		if d.Op == "twice" { // what one call finds is not what the other does
			if p, q := r.Value(m.Graph, "p"), r.Value(m.Graph, "q"); p.Shape[1].Equal(q.Shape[1]) {
				t.Errorf("%v and %v", p, q)
			}
		}
	}
	if count < 13 {
		t.Errorf("%d models", count)
	}
}
