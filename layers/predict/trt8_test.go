package predict

import (
	"testing"

	"github.com/planlint/planlint/fixtures/seedmodels"
	"github.com/planlint/planlint/layers/fuse"
)

// TestTRT8: no plan of 8.6.1 was padded, and its own table says what it fuses.
func TestTRT8(t *testing.T) {
	for name, model := range seedmodels.All() {
		p := predicted(t, model, Options{Target: "8.6.1"})
		if p.TargetPads || !p.TargetMeasured || p.PaddingBytesMax != 0 || len(p.Open) != 0 || len(p.Groups) == 0 {
			t.Errorf("%s: %+v", name, p)
		}
		for _, g := range p.Groups {
			if g.Table != fuse.TRT8 || g.AloneMin != g.AloneMax {
				t.Errorf("%s: %+v", name, g)
			}
		}
	}
}
