package rewrite

import (
	"testing"

	"github.com/planlint/planlint/fixtures/seedmodels"
	"github.com/planlint/planlint/layers/predict"
)

// TestHead removes all padding of issue 4841's upsampling head.
func TestHead(t *testing.T) {
	m := seedmodels.All()[seedmodels.HeadPadded]
	fixed, err := Fix(t.Context(), m, predict.Options{Target: "11.2.1.2"})
	if err != nil {
		t.Fatal(err)
	}
	if fixed.Before.PaddingBytes != 5_486_673_920 || fixed.After.PaddingBytes != 0 || len(fixed.Moves) != 2 || len(fixed.Refused) != 0 {
		t.Errorf("from %d to %d: %+v, refused %+v", fixed.Before.PaddingBytes, fixed.After.PaddingBytes, fixed.Moves, fixed.Refused)
	}
	for _, n := range fixed.Model.Graph.Nodes {
		t.Log(n.OpType, n.Name, n.Inputs, n.Outputs)
	}
	for _, move := range fixed.Moves {
		t.Logf("%+v", move)
	}
}
