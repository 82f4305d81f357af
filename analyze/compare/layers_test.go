package compare

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/internal/result"
)

// layerOf is a layer with the nodes of its name: "conv + PWN(act)".
func layerOf(name string, change ...func(*result.Layer)) result.Layer {
	l := result.Layer{Name: name, Type: "Type", NodesFrom: result.NodesFromMetadata}
	for node := range strings.SplitSeq(name, " + ") {
		l.Nodes = append(l.Nodes, strings.TrimSuffix(strings.TrimPrefix(node, "PWN("), ")"))
	}
	if strings.HasPrefix(name, "PWN(") && len(l.Nodes) == 1 {
		l.Pointwise = result.PointwiseAlone
	}
	for _, c := range change {
		c(&l)
	}
	return l
}

func layersOf(list ...result.Layer) *result.Layers {
	return &result.Layers{From: "a", Detail: result.LayersDetailed, List: list}
}

func headLayers() *result.Layers {
	return layersOf(layerOf("head.conv + PWN(head.act)"), layerOf("shuffle"), layerOf("PWN(up.act)", output(3)))
}

func output(bytes int64) func(*result.Layer) {
	return func(l *result.Layer) { l.OutputBytes = &bytes }
}

func without(l *result.Layer) { l.Nodes, l.NodesFrom = nil, "" }

func nodes(list ...string) func(*result.Layer) { return func(l *result.Layer) { l.Nodes = list } }

func tacticOf(name string) func(*result.Layer) { return func(l *result.Layer) { l.Tactic = name } }

func TestLayerChanges(t *testing.T) {
	profile := func(l *result.Layer) { l.Profile = ptr[int64](1) }
	for name, test := range map[string]struct {
		old, new *result.Layers
		want     string // matched; changed; regrouped; gone; new
	}{
		"the same": {headLayers(), headLayers(), "3; ; ; ; "},
		"an activation that is not fused any more": {headLayers(), layersOf(layerOf("head.conv"), layerOf("PWN(head.act)"), layerOf("shuffle"), layerOf("PWN(up.act)")),
			"2; ; head.conv + PWN(head.act) -> head.conv, PWN(head.act); ; "},
		"two layers that became one":      {layersOf(layerOf("a"), layerOf("b"), layerOf("c")), layersOf(layerOf("c"), layerOf("a + b")), "1; ; a, b -> a + b; ; "},
		"nodes that moved":                {layersOf(layerOf("a + b"), layerOf("c + d")), layersOf(layerOf("a"), layerOf("b + c"), layerOf("d")), "0; ; a + b, c + d -> a, b + c, d; ; "},
		"a node more":                     {layersOf(layerOf("a + b")), layersOf(layerOf("a + b + c")), "1; a + b -> a + b + c: nodes; ; ; "},
		"gone and new":                    {layersOf(layerOf("a"), layerOf("b")), layersOf(layerOf("b"), layerOf("c")), "1; ; ; a; c"},
		"another order":                   {layersOf(layerOf("a"), layerOf("b")), layersOf(layerOf("b"), layerOf("a")), "2; ; ; ; "},
		"another name for the same nodes": {layersOf(layerOf("a + b")), layersOf(layerOf("PWN(x)", nodes("b", "a"))), "1; a + b -> PWN(x): pointwise; ; ; "},
		"generated names": {layersOf(layerOf("__myl_MulMax_myl0_1", nodes("a"), tacticOf("__myl_MulMax_0x0123456789abcdef0123"))),
			layersOf(layerOf("__myl_MulMax_myl3_7", nodes("a"), tacticOf("__myl_MulMax_0x9876543210abcdef0123"))), "1; ; ; ; "},
		"generated names that are equal, of other nodes": {layersOf(layerOf("__myl_Move_myl0_1", nodes("a"))), layersOf(layerOf("__myl_Move_myl0_1", nodes("b"))),
			"0; ; ; __myl_Move_myl0_1; __myl_Move_myl0_1"},
		"several layers of one node": {layersOf(layerOf("k1", nodes("a")), layerOf("k2", nodes("a"))), layersOf(layerOf("k1", nodes("a")), layerOf("k3", nodes("a")), layerOf("k4", nodes("a"))),
			"2; ; ; ; k4"},
		"without nodes":           {layersOf(layerOf("Reformat x", without), layerOf("NoOp", without)), layersOf(layerOf("Reformat y", without), layerOf("NoOp", without)), "1; ; ; Reformat x; Reformat y"},
		"profiles apart":          {layersOf(layerOf("a"), layerOf("a + b", profile)), layersOf(layerOf("a"), layerOf("a", profile), layerOf("b", profile)), "1; ; a + b -> a, b; ; "},
		"another tactic":          {layersOf(layerOf("a", tacticOf("k1"))), layersOf(layerOf("a", tacticOf("k2"))), "1; a -> a: tactic; ; ; "},
		"a tactic without a name": {layersOf(layerOf("a", func(l *result.Layer) { l.TacticValue = "0x1" })), layersOf(layerOf("a", func(l *result.Layer) { l.TacticValue = "0x2" })), "1; a -> a: tactic; ; ; "},
	} {
		got := spelled(layerChanges(test.old, test.new))
		if got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
		back := layerChanges(test.new, test.old)
		there := layerChanges(test.old, test.new)
		if back.Matched != there.Matched || len(back.Gone) != len(there.New) || len(back.New) != len(there.Gone) || len(back.Regrouped) != len(there.Regrouped) {
			t.Errorf("%s: the other way round %s", name, spelled(back))
		}
	}
}

func spelled(c *result.LayerChanges) string {
	var changed, regrouped []string
	for _, l := range c.Changed {
		var whats []string
		for _, d := range l.Differences {
			whats = append(whats, d.What)
		}
		changed = append(changed, fmt.Sprintf("%s -> %s: %s", l.Old, l.New, strings.Join(whats, ", ")))
	}
	for _, g := range c.Regrouped {
		regrouped = append(regrouped, strings.Join(g.Old, ", ")+" -> "+strings.Join(g.New, ", "))
	}
	return fmt.Sprintf("%d; %s; %s; %s; %s", c.Matched, strings.Join(changed, " | "), strings.Join(regrouped, " | "), strings.Join(c.Gone, ", "), strings.Join(c.New, ", "))
}

func TestLayerDifferences(t *testing.T) {
	tensor := func(dtype, format string, shape ...int64) result.LayerTensor {
		return result.LayerTensor{Shape: shape, DType: dtype, Format: format}
	}
	old := layerOf("a", func(l *result.Layer) {
		l.WeightsBytes, l.Inputs = ptr[int64](4), []result.LayerTensor{tensor("float16", "linear", 1, 2), tensor("float32", "")}
		l.Outputs = []result.LayerTensor{tensor("float16", "linear", 1, 2)}
	})
	changed := layerOf("a", func(l *result.Layer) {
		l.Type, l.Pointwise, l.WeightsBytes = "Other", result.PointwiseFused, ptr[int64](8)
		l.Inputs = []result.LayerTensor{tensor("float32", "linear", 1, 2), tensor("float32", "vectorized")}
		l.Outputs = []result.LayerTensor{tensor("float16", "vectorized", -1, 2)}
	})
	want := []result.LayerDifference{{What: "type", Old: "Type", New: "Other"}, {What: "pointwise", New: "fused"}, {What: "input 0 dtype", Old: "float16", New: "float32"},
		{What: "output shape", Old: "[1,2]", New: "[-1,2]"}, {What: "output format", Old: "linear", New: "vectorized"}, {What: "weights bytes", Old: "4", New: "8"}}
	if difference := cmp.Diff(want, layerChanges(layersOf(old), layersOf(changed)).Changed[0].Differences); difference != "" {
		t.Error(difference)
	}
	// A format that says nothing but the type is no second difference.
	format := func(dtype, format string) *result.Layers {
		return layersOf(layerOf("a", func(l *result.Layer) { l.Outputs = []result.LayerTensor{tensor(dtype, format)} }))
	}
	half := format("float16", "Channel major FP16 format where channel % 8 == 0")
	for other, want := range map[*result.Layers]int{format("float32", "Channel major FP32 format where channel % 8 == 0"): 1, format("bfloat16", "Channel major BFloat16 format where channel % 4 == 0"): 2,
		format("float16", "Row major linear FP16 format"): 1, format("float32", "Channel major where channel % 8 == 0"): 1} {
		if got := layerChanges(half, other).Changed[0].Differences; len(got) != want {
			t.Errorf("%+v", got)
		}
	}
	// What a plan that keeps names alone does not tell is no difference.
	names := &result.Layers{Detail: result.LayersNames, List: []result.Layer{{Name: "a", Nodes: []string{"a"}, NodesFrom: result.NodesFromName}}}
	if c := layerChanges(layersOf(old), names); c.Matched != 1 || len(c.Changed) != 0 {
		t.Errorf("%+v", c)
	}
	// Nodes of a name can be more, and are others where they are no part.
	byName := func(nodes ...string) *result.Layers {
		return &result.Layers{Detail: result.LayersNames, List: []result.Layer{{Name: "b", Nodes: nodes, NodesFrom: result.NodesFromName}}}
	}
	for want, names := range map[int]*result.Layers{0: byName("a", "constant"), 1: byName("b", "c")} {
		metadata := layersOf(layerOf("x", nodes("a")))
		if want == 1 {
			metadata = layersOf(layerOf("x", nodes("a", "b")))
		}
		if c := layerChanges(metadata, names); c.Matched != 1 || len(c.Changed) != want {
			t.Errorf("%+v", c)
		}
	}
	if c := layerChanges(layersOf(old), &result.Layers{Detail: result.LayersNone}); c != nil {
		t.Errorf("%+v", c)
	}
}

// TestResultsWithLayers puts layers beside what else is known of plans, and in its place.
func TestResultsWithLayers(t *testing.T) {
	split := layersOf(layerOf("head.conv"), layerOf("PWN(head.act)", output(2)), layerOf("shuffle"), layerOf("PWN(up.act)", output(3)))
	c := Results(Side{Scan: base(), Layers: headLayers()}, Side{Scan: base(), Layers: split}, nil)
	if c.Outcome != result.OutcomeDifferent || c.Layers == nil || len(c.Layers.Regrouped) != 1 {
		t.Errorf("%+v", c)
	}
	for name, want := range map[string]int64{result.AmountLayers: 1, result.AmountAlone: 1, result.AmountAloneOutput: 2} {
		i := slices.IndexFunc(c.Amounts, func(a result.AmountChange) bool { return a.Name == name })
		if i < 0 || int64(*c.Amounts[i].Change) != want {
			t.Errorf("%s: %+v", name, c.Amounts)
		}
	}
	only := Side{Scan: result.Scan{File: "a.json", Size: 5}, Saved: "a.json", Layers: headLayers(), Known: KnownLayers}
	other := only
	other.Scan.Size = 7
	c = Results(only, other, nil)
	if c.Outcome != result.OutcomeSameResults || c.Cause != nil || slices.ContainsFunc(c.Amounts, func(a result.AmountChange) bool { return a.Name == result.AmountFile }) {
		t.Errorf("%+v", c)
	}
	// Info does not look at all rules.
	c = Results(Side{Scan: base(), Layers: headLayers()}, Side{Scan: result.Scan{File: "b", Size: 1000}, Layers: headLayers(), Known: KnownEnds}, nil)
	if len(c.Findings.Gone) > 0 || !slices.ContainsFunc(c.NotChecked, func(n result.NotChecked) bool { return n.What == "findings" }) {
		t.Errorf("%+v", c)
	}
}

// TestLayerChangesLong aligns lists that would take long if every pair were looked at.
func TestLayerChangesLong(t *testing.T) {
	var old, new []result.Layer
	for i := range 20_000 {
		old = append(old, layerOf(fmt.Sprintf("n%d + n%d", i, i+1)))
		new = append(new, layerOf(fmt.Sprintf("m%d + n%d", i, i)))
	}
	c := layerChanges(layersOf(old...), layersOf(new...))
	if len(c.Regrouped) != 1 || len(c.Regrouped[0].Old) != 20_000 {
		t.Errorf("%d groups", len(c.Regrouped))
	}
}
