package inspect

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
)

func TestSplitName(t *testing.T) {
	for _, test := range []struct {
		name      string
		nodes     []string
		kind      result.Pointwise
		pointwise []string
		omitted   bool
	}{
		{"conv", []string{"conv"}, "", nil, false},
		{"conv_hr + PWN(hr.lrelu)", []string{"conv_hr", "hr.lrelu"}, result.PointwiseFused, []string{"hr.lrelu"}, false},
		{"PWN(up1.lrelu)", []string{"up1.lrelu"}, result.PointwiseAlone, []string{"up1.lrelu"}, false},
		{"PWN(PWN(a), b)", []string{"a", "b"}, result.PointwiseAlone, []string{"a", "b"}, false},
		{"PWN(PWN(PWN(/n/c + (Unnamed Layer* 539) [Shuffle] + /n/Add, /n/Sqrt), /n/Div), /n/Mul)",
			[]string{"/n/c", "/n/Add", "/n/Sqrt", "/n/Div", "/n/Mul"}, result.PointwiseAlone, []string{"/n/c", "/n/Add", "/n/Sqrt", "/n/Div", "/n/Mul"}, false},
		{"/fc/Conv + PWN(PWN(k + (Unnamed Layer* 5) [Shuffle], /Div), /Erf)", []string{"/fc/Conv", "k", "/Div", "/Erf"}, result.PointwiseFused, []string{"k", "/Div", "/Erf"}, false},
		{"PWN((Unnamed Layer* 3) [Activation])", nil, result.PointwiseAlone, nil, false},
		{"{ForeignNode[a...b]}", []string{"a", "b"}, "", nil, true},
		{"{ForeignNode[a + ONNXTRT_Broadcast.../Einsum_1]}", []string{"a", "/Einsum_1"}, "", nil, true},
		{"{ForeignNode[a]}", []string{"a"}, "", nil, false},
		{"conv + {ForeignNode[a...b]}", []string{"conv", "a", "b"}, "", nil, true},
		{"PWN(a) [profile 1]", []string{"a"}, result.PointwiseAlone, []string{"a"}, false},
		{"Reformatting CopyNode for Input Tensor 0 to conv + PWN(a)", nil, "", nil, false},
		{"/MatMul_2+/MatMul_1+/MatMul_myl0_2", []string{"/MatMul_2", "/MatMul_1", "/MatMul"}, "", nil, false},
		{"__myl_MulMaxTran_myl0_3", nil, "", nil, false},
		{"_gemm_mha_v2_myl0_4", nil, "", nil, false},
		{"MatMul + b3/read:0 + (Unnamed Layer* 21) [Shuffle] + unsqueeze_node_after_b3/read:0 + (Unnamed Layer* 21) [Shuffle]_(Unnamed Layer* 21) [Shuffle]_output + add_2 + Relu_2",
			[]string{"MatMul", "b3/read:0", "add_2", "Relu_2"}, "", nil, false},
		{"f(x) + g(y, z)", []string{"f(x)", "g(y, z)"}, "", nil, false},
		{"odd) + b", []string{"odd)", "b"}, "", nil, false},
		{"PWN(odd( + b", []string{"PWN(odd(", "b"}, "", nil, false},
		{"a + a", []string{"a"}, "", nil, false},
		{"", nil, "", nil, false},
	} {
		p := splitName(test.name)
		kind, pointwise := p.pointwiseIn()
		if !slices.Equal(p.nodes, test.nodes) || kind != test.kind || !slices.Equal(pointwise, test.pointwise) || p.omitted != test.omitted {
			t.Errorf("%q: %q, %q, %q, %v", test.name, p.nodes, kind, pointwise, p.omitted)
		}
	}
}

// TestSplitNameHostile takes names apart that are made to take long.
func TestSplitNameHostile(t *testing.T) {
	for _, name := range []string{
		strings.Repeat("PWN(", maxName/8) + strings.Repeat(")", maxName/8), strings.Repeat("PWN(a, ", maxName/8),
		strings.Repeat("a + ", maxName/4-1), strings.Repeat("{ForeignNode[", 4000), strings.Repeat("a", 1<<20),
	} {
		splitName(name)
	}
}

func TestMetadataNodes(t *testing.T) {
	for metadata, want := range map[string][]string{
		"":                nil,
		"made by hand":    nil,
		"[ONNX Layer: a]": {"a"},
		"[ONNX Layer: a]\x1e[ONNX Layer: b]\x1f[ONNX Layer: a]":        {"a", "b"},
		"[ONNX Layer: a][ONNX Layer: b]":                               {"a", "b"},
		"[ONNX Layer: /a[0]/b | forward(x)] | 2]\x1e[ONNX Layer: c]":   {"/a[0]/b", "c"},
		"[ONNX Layer: a | Local Function: f]\x1fsomething\x1e":         {"a"},
		"[ONNX Layer: a long one ... cut":                              {"a long one ... cut"},
		"[ONNX Layer: (Unnamed Layer* 3) [Shuffle]]\x1f[ONNX Layer: ]": {"(Unnamed Layer* 3) [Shuffle]"},
	} {
		if got := metadataNodes(metadata); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", metadata, got, want)
		}
	}
}

func TestKernelPointwise(t *testing.T) {
	for name, want := range map[string]result.Pointwise{
		"__myl_Relu_myl0_0":                         result.PointwiseAlone,
		"__myl_MulMaxTran_0x9474fb":                 result.PointwiseAlone,
		"__myl_TranReshMoveMulMax_myl1_2":           result.PointwiseAlone,
		"__myl_CorrMulMax_myl0_1":                   result.PointwiseFused,
		"__myl_FcAddDivCastErfCastAddMulMul_myl0_1": result.PointwiseFused,
		"__myl_MoveMaxrSubExpSumDiv_myl0_1":         result.PointwiseFused,
		"__myl_Tran_myl0_1":                         "",
		"__myl_Corr_myl0_1":                         "",
		"__myl_MulOddMax_myl0_1":                    "",
		"conv":                                      "",
		"__myl_":                                    "",
	} {
		if got := kernelPointwise("layer", name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestKernelPointwiseMeasured knows every word that four versions of TensorRT-RTX put into the names of kernels, and
// agrees with what they made of an operation that is a model by itself.
func TestKernelPointwiseMeasured(t *testing.T) {
	text, err := os.ReadFile("../../fixtures/measured/fusion-rtx.json")
	if err != nil {
		t.Fatal(err)
	}
	var measured struct {
		Models map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(text, &measured); err != nil {
		t.Fatal(err)
	}
	alone := 0
	for model, versions := range measured.Models {
		for _, raw := range versions {
			var kernels []string
			if json.Unmarshal(raw, &kernels) != nil { // a builder refused the model
				continue
			}
			for _, kernel := range kernels {
				name, nodes, _ := strings.Cut(strings.TrimSuffix(kernel, ")"), "(")
				if name == "" || name[0] < 'A' || name[0] > 'Z' { // a library's
					continue
				}
				for _, word := range kernelWords(name) {
					if _, known := kernelWordKinds[word]; !known {
						t.Errorf("%s: %s has the word %s", model, kernel, word)
					}
				}
				if strings.HasPrefix(model, "alone-") && strings.HasPrefix(nodes, "act") {
					alone++
					if got := kernelPointwise("__myl_" + name + "_myl0_1"); got != result.PointwiseAlone {
						t.Errorf("%s: %s is %q", model, kernel, got)
					}
				}
			}
		}
	}
	if alone < 20 {
		t.Errorf("%d operations are models by themselves", alone)
	}
}

func TestFormatOf(t *testing.T) {
	for _, test := range []struct{ datatype, format, name, text string }{
		{"", "Row major linear FP16 format", "float16", "Row major linear FP16 format"},
		{"", "Thirty-two wide channel vectorized row major Int8 format.", "int8", "Thirty-two wide channel vectorized row major Int8 format"},
		{"", "Row major linear BOOL", "bool", "Row major linear BOOL"},
		{"", "Channel major BFloat16 format where channel % 8 == 0", "bfloat16", "Channel major BFloat16 format where channel % 8 == 0"},
		{"", "Half", "float16", ""},
		{"", "Float", "float32", ""},
		{"", "FP4E2M1", "fp4", ""},
		{"", "N/A due to dynamic shapes", "", ""},
		{"Half", "Format not available due to dynamic shapes", "float16", ""},
		{"BFloat16", "Non-vectorized channel-last FP16 format", "bfloat16", "Non-vectorized channel-last FP16 format"},
		{"", "Unknown format", "", ""},
		{"", "", "", ""},
	} {
		if datatype, text := formatOf(test.datatype, test.format); datatype.name != test.name || text != test.text {
			t.Errorf("%q, %q: %q, %q", test.datatype, test.format, datatype.name, text)
		}
	}
}
