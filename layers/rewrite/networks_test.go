package rewrite

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/models"
	"github.com/planlint/planlint/fixtures/movable"
	"github.com/planlint/planlint/fixtures/seedmodels"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/predict"
)

var update = flag.Bool("update", false, "rewrite testdata/networks.txt")

// listed are twenty models with predicted padding: the head of issue 4841, networks of the kind that people build, and two
// real ones, whose padding mostly is that of sums of two values. (What else the packages of fixtures/models have is
// predicted none, or is of a size that depends on the data.)
func listed(t *testing.T) (list []movable.Network, shapes map[string]map[string][]int64) {
	list = append([]movable.Network{{Name: "head of issue 4841", Model: seedmodels.All()[seedmodels.HeadPadded]}}, movable.Networks()...)
	for _, m := range []models.Model{models.Named(t, models.Light, "light_shufflenet"), models.Named(t, models.Real, "nudenet/320n")} {
		opened, err := onnx.Open(t.Context(), m.Path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := opened.Close(); err != nil {
				t.Error(err)
			}
		})
		list = append(list, movable.Network{Name: m.Name, Model: opened})
	}
	return list, map[string]map[string][]int64{"nudenet/320n": {"images": {1, 3, 320, 320}}}
}

// TestListed holds fix to what it makes of twenty models, by name: at least fifteen lose 80 % of their padding, and every
// group that keeps some is named with the reason.
func TestListed(t *testing.T) {
	list, shapes := listed(t)
	var text strings.Builder
	lost := 0
	for _, n := range list {
		options := predict.Options{Target: "11.2.1.2"}
		if given := shapes[n.Name]; given != nil {
			options.Shapes = []map[string][]int64{given}
		}
		fixed, err := Fix(t.Context(), n.Model, options)
		if err != nil {
			t.Fatalf("%s: %v", n.Name, err)
		}
		before, after := fixed.Before.PaddingBytes, fixed.After.PaddingBytes
		if before == 0 {
			t.Errorf("%s has no predicted padding", n.Name)
		}
		if 5*after <= before {
			lost++
		}
		fmt.Fprintf(&text, "%s: from %d to %d, %d moves\n", n.Name, before, after, len(fixed.Moves))
		left := int64(0)
		for _, r := range fixed.Refused {
			left += *r.Padding
			fmt.Fprintf(&text, "    %s (%s), %d\n        %s\n", strings.Join(r.Nodes, " + "), strings.Join(r.Ops, " "), *r.Padding, strings.TrimSuffix(r.Why+"\n        behind: "+r.Behind, "\n        behind: "))
			if len(r.Nodes) == 0 || r.Why == "" {
				t.Errorf("%s: a group without a name or a reason", n.Name)
			}
		}
		if left != after {
			t.Errorf("%s: %d bytes stay, and the groups that are named have %d", n.Name, after, left)
		}
	}
	fmt.Fprintf(&text, "\n%d of %d lose at least 80 %% of their predicted padding\n", lost, len(list))
	if len(list) != 20 || lost < 15 {
		t.Errorf("%d of %d models lose 80 %% of their padding", lost, len(list))
	}
	const path = "testdata/networks.txt"
	if *update {
		if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text.String() != string(want) {
		t.Errorf("not what %s says:\n%s", path, text.String())
	}
}
