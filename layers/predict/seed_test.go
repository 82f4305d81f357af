package predict

import (
	"testing"

	"github.com/planlint/planlint/fixtures/seedmodels"
)

// TestSeed predicts what issue 4841 saw, to the byte and with nothing open.
func TestSeed(t *testing.T) {
	want := map[string]int64{
		"leaky_relu": 4_389_339_136, "mul_max_rewrite": 4_389_339_136, "conv_leaky_relu": 0,
		"super_resolution_x4_head": 5_486_673_920, "super_resolution_x4_head_reordered": 0,
	}
	all := seedmodels.All()
	for name := range want {
		m := all[name]
		p, err := Model(t.Context(), m, Options{Target: "11.2.1.2"})
		if err != nil {
			t.Fatal(err)
		}
		if p.PaddingBytes != want[name] || p.PaddingBytesMin != want[name] || p.PaddingBytesMax != want[name] || p.LowerBound || len(p.Open) > 0 {
			t.Errorf("%s: %d, from %d to %d, %+v, want %d\n%+v", name, p.PaddingBytes, p.PaddingBytesMin, p.PaddingBytesMax, p.NotPredictable, want[name], p.Groups)
		}
		clean, err := Model(t.Context(), m, Options{Target: "10.16.1.11"})
		if err != nil || clean.PaddingBytes != 0 || clean.PaddingBytesMax != 0 || clean.LowerBound {
			t.Errorf("%s, 10.16.1.11: %+v, %v", name, clean, err)
		}
		none, err := Model(t.Context(), m, Options{Target: "11.2.1.2", Level: new(0)})
		if err != nil || none.PaddingBytes != 0 || none.PaddingBytesMax != 0 {
			t.Errorf("%s, level 0: %+v, %v", name, none, err)
		}
	}
}
