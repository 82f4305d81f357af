package predict

import (
	"testing"

	"github.com/planlint/planlint/fixtures/models"
	"github.com/planlint/planlint/layers/law"
	"github.com/planlint/planlint/layers/onnx"
)

// TestModels predicts every model that is installed: none is refused, and totals add up.
func TestModels(t *testing.T) {
	sets := []string{models.Real, models.Light, models.Node, models.Debian}
	if testing.Short() {
		sets = sets[:2]
	}
	groups, predictions := 0, 0
	for _, model := range models.In(t, sets...) {
		m, err := onnx.Open(t.Context(), model.Path)
		if err != nil {
			continue // package onnx tests which can be read
		}
		p := predicted(t, m, Options{Target: law.Default})
		var total, least, most int64
		for _, g := range p.Groups {
			if g.PaddingBytes == nil {
				if !p.LowerBound {
					t.Errorf("%s: %q has no padding, and the total is no lower bound", model.Name, g.Output)
				}
				continue
			}
			total, least, most = total+*g.PaddingBytes, least+*g.PaddingBytesMin, most+*g.PaddingBytesMax
		}
		if total != p.PaddingBytes || least != p.PaddingBytesMin || most != p.PaddingBytesMax {
			t.Errorf("%s: the groups add up to %d, from %d to %d, and the total is %d, from %d to %d", model.Name, total, least, most, p.PaddingBytes, p.PaddingBytesMin, p.PaddingBytesMax)
		}
		groups, predictions = groups+len(p.Groups), predictions+1
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d groups in %d models", groups, predictions)
	if predictions < 20 {
		t.Errorf("only %d models", predictions)
	}
}
