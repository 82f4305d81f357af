package folder

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePbtxt(t *testing.T) {
	config, err := parsePbtxt([]byte(`
# Triton's own example, with all that the text format allows
name: "a\x41\102\"\'" 'b'
max_batch_size : 8,
input [
  { name: "x" data_type: TYPE_FP16 dims: [ 3, -1, 224 ] },
  { name: "y" dims: 1 dims: 2 }
]
optimization { execution_accelerators { gpu_execution_accelerator : [ { name : "tensorrt" parameters { key: "precision_mode" value: "FP16" } } ] } };
instance_group < count: 1 kind: KIND_GPU gpus: [] >
version_policy: { latest { num_versions: 2 } }
parameters: { key: "p" value: { string_value: "v" } }
`))
	if err != nil {
		t.Fatal(err)
	}
	if got := config.text("name"); got != `aAB"'b` {
		t.Errorf("name %q", got)
	}
	var dims [][]string
	for _, in := range config.messages("input") {
		dims = append(dims, in.texts("dims"))
	}
	if diff := cmp.Diff([][]string{{"3", "-1", "224"}, {"1", "2"}}, dims); diff != "" {
		t.Errorf("dims (-want +got):\n%s", diff)
	}
	if got := config.message("version_policy").message("latest").text("num_versions"); got != "2" {
		t.Errorf("num_versions %q", got)
	}
	if !config.message("instance_group").has("gpus") || config.has("gpus") {
		t.Error("the empty list of a nested message is lost, or at the wrong place")
	}
}

func TestParsePbtxtErrors(t *testing.T) {
	for text, want := range map[string]string{
		"name":             "line 1: the file ends where the value of name should be",
		"\nname: }":        `line 2: "}" where the value of name should be`,
		"a { b: 1":         "line 1: the file ends where the name of a field should be",
		"a: \"x\n\"":       "line 1: a string without its closing quote",
		"a: '\\q'":         "line 1: an escape in a string that is not known",
		"}":                `line 1: "}" where the name of a field should be`,
		"a: [1, {b: 2}, [": "line 1: \"[\" where the value of a should be",
	} {
		if _, err := parsePbtxt([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzParsePbtxt(f *testing.F) {
	for _, text := range []string{"name: \"a\" input [ { dims: [ 1, 2 ] } ]", "a < b { c: 'd\\x41' } > # e", "version_policy { specific { versions: [1] } }", "a: [", "\"\\"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		config, err := parsePbtxt(data)
		if err != nil && config != nil {
			t.Fatal("both a message and an error")
		}
		model := newTritonModel(config)
		if served := model.served([]string{"1", "2", "10"}); !slices.IsSortedFunc(served, natural) {
			t.Errorf("versions out of order: %q", served)
		}
	})
}

func FuzzNatural(f *testing.F) {
	f.Add("rank2", "rank10", "rank02")
	f.Add("a/b", "a.b", "a")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		if natural(a, b) != -natural(b, a) {
			t.Errorf("%q and %q depend on their order", a, b)
		}
		if natural(a, b) == 0 && a != b {
			t.Errorf("%q and %q are different", a, b)
		}
		if natural(a, b) <= 0 && natural(b, c) <= 0 && natural(a, c) > 0 {
			t.Errorf("no order: %q, %q, %q", a, b, c)
		}
	})
}

func FuzzEngineName(f *testing.F) {
	f.Add("rank0.engine")
	f.Add("llama_float16_tp2_rank10.engine")
	f.Add("rank-1.engine")
	f.Fuzz(func(t *testing.T, name string) {
		rank, ok := rankOf(name)
		if ok && rankName(name, rank) != name {
			t.Errorf("%q is rank %d, whose name is %q", name, rank, rankName(name, rank))
		}
	})
}
