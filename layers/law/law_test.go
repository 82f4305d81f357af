package law

import (
	"strings"
	"testing"
)

func known(t *testing.T) []Law {
	t.Helper()
	laws, err := Known()
	if err != nil || len(laws) != 2 || laws[0].Name != Output7x || laws[1].Name != Intermediates {
		t.Fatalf("%+v, %v", laws, err)
	}
	for _, l := range laws {
		if err := l.check(); err != nil {
			t.Error(l.Name, err)
		}
	}
	return laws
}

// TestKnown applies both laws; those of issue 4841 are the same by both, to the byte.
func TestKnown(t *testing.T) {
	laws := known(t)
	const pixels = 1 * 64 * 2944 * 1664
	for name, test := range map[string]struct {
		group Group
		want  [2]int64
	}{
		"LeakyRelu": {Group{[]string{"LeakyRelu"}, []string{"Cast", "Mul", "Lt", "Sele", "Cast"}, 1, "float16", 16, pixels}, [2]int64{4_389_339_136, 4_389_339_136}},
		"Mul, Max":  {Group{[]string{"Mul", "Max"}, []string{"Mul", "Max"}, 1, "float16", 16, pixels}, [2]int64{4_389_339_136, 4_389_339_136}},
		"SiLU":      {Group{[]string{"Sigmoid", "Mul"}, []string{"Silu"}, 1, "float16", 16, 10}, [2]int64{140, 100}},
		"a sum":     {Group{[]string{"Add"}, []string{"Add"}, 2, "float16", 16, 10}, [2]int64{140, 140}},
		"fp32":      {Group{[]string{"LeakyRelu"}, []string{"Mul", "Max"}, 1, "float32", 32, 10}, [2]int64{280, 80}},
		"a cast":    {Group{[]string{"Cast"}, []string{"Cast"}, 1, "float32", 32, 10}, [2]int64{280, 40}},
		"4 bits":    {Group{[]string{"QuantizeLinear"}, []string{"Mul", "Roun"}, 1, "int4", 4, 3}, [2]int64{11, 3}},
		"empty":     {Group{[]string{"Add"}, []string{"Add"}, 2, "float16", 16, 0}, [2]int64{0, 0}},
	} {
		for i, l := range laws {
			if got, ok := l.Padding(test.group); !ok || got != test.want[i] {
				t.Errorf("%s, %s: %d, %v, want %d", name, l.Name, got, ok, test.want[i])
			}
		}
	}
	for group, want := range map[string]bool{"LeakyRelu float16": true, "LeakyRelu float32": false, "Exp float16": false} {
		op, kind, _ := strings.Cut(group, " ")
		if got := laws[0].Shown(Group{Ops: []string{op}, DType: kind}); got != want {
			t.Errorf("%s: shown %v", group, got)
		}
	}
	if each, ok := laws[0].Half(); !ok || each != 14 {
		t.Errorf("%g, %v", each, ok)
	}
	for name, g := range map[string]Group{
		"no width": {DType: "string", Elements: 1}, "beyond 64 bits": {DType: "float16", Bits: 16, Elements: 1 << 62}, "negative": {DType: "float16", Bits: 16, Elements: -1},
	} {
		if got, ok := laws[0].Padding(g); ok {
			t.Errorf("%s: %d", name, got)
		}
	}
}

func TestRead(t *testing.T) {
	law, err := Read(strings.NewReader(`{"name": "mine", "target": "11.4", "bytes_per_element": [{"dtypes": ["float16"], "ops": ["Relu"], "bytes": 2.5}, {"dtypes": ["float32"], "times_output": 2}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := law.Padding(Group{Ops: []string{"Relu"}, DType: "float16", Bits: 16, Elements: 3}); !ok || got != 8 { // rounded up
		t.Errorf("%d, %v", got, ok)
	}
	if got, ok := law.Padding(Group{Ops: []string{"Add"}, DType: "float16", Bits: 16, Elements: 3}); ok {
		t.Errorf("a group that the law says nothing of: %d", got)
	}
	for text, want := range map[string]string{
		``:                            "it is no law",
		`{"name": "x"}`:               "no bytes_per_element",
		`{"bytes_per_element": [{}]}`: "no name",
		`{"name": "x", "bytes_per_element": [{}]}`:                                    "needs one",
		`{"name": "x", "bytes_per_element": [{"bytes": 1, "intermediates": true}]}`:   "has 2 of",
		`{"name": "x", "bytes_per_element": [{"bytes": -1}]}`:                         "not from 0",
		`{"name": "x", "target": "new", "bytes_per_element": [{"bytes": 1}]}`:         "no version",
		`{"name": "x", "bytes": 3, "bytes_per_element": [{"bytes": 1}]}`:              "unknown field",
		`{"name": "x", "bytes_per_element": [{"bytes": 1}]} {}`:                       "follows",
		`{"name": "x", "bytes_per_element": [{"bytes": 1}]}]`:                         "follows",
		`{"name": "` + strings.Repeat("x", maxFile) + `", "bytes_per_element": [{}]}`: "more than",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", text, err, want)
		}
	}
}

func TestTargets(t *testing.T) {
	for version, want := range map[string]struct{ pads, sure bool }{
		"11.2.1.2": {true, true}, "11.2": {true, true}, "10.16.1.11": {false, true}, "8.6.1": {false, true}, "8.6.1.6": {false, true}, "8.6": {false, true},
		"1.7.1.116": {false, true}, "1.7": {false, true}, "11": {true, false}, "1": {false, false}, "10": {false, false}, "8": {false, false}, "1.9": {false, false}, "1.3": {false, false}, "11.3": {true, false}, "12": {true, false},
		"10.15.1.29": {false, false}, "7.2": {false, false}, "11.1": {true, false}, "10.17": {true, false},
	} {
		got, err := TargetOf(version)
		if err != nil || got.Pads != want.pads || got.Sure != want.sure || got.Source == "" || got.Version != version {
			t.Errorf("%s: %+v, %v", version, got, err)
		}
	}
	for _, version := range []string{"", "eleven", "11.", "11.2.1.2.3", "0.1", "-1", "99999999999"} {
		if got, err := TargetOf(version); err == nil {
			t.Errorf("%q: %+v", version, got)
		}
	}
}
