package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

// trt8Plans returns the folder with the plans of fixtures/measured, which TensorRT 8.6.1 built on a GPU.
func trt8Plans(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("PLANLINT_TRT8_PLANS")
	if folder == "" {
		testutil.Require(t, "trt8", "PLANLINT_TRT8_PLANS names no folder with the plans of fixtures/measured")
	}
	return folder
}

// TestCompareTRT8Causes compares plans whose settings are known to differ in one thing.
func TestCompareTRT8Causes(t *testing.T) {
	folder := trt8Plans(t)
	for _, test := range []struct {
		old, new string
		want     result.CauseKind
	}{
		{"mmgelu_fp16", "mmgelu_fp32", result.CausePrecision},
		{"transformer_fp32", "transformer_fp16", result.CausePrecision},
		{"leaky_fp16", "leaky_vc", result.CauseLeanRuntime},
		{"leaky_vc", "leaky_vc_xlean", result.CauseLeanRuntime},
		{"convleaky_fp16", "convleaky_fp16_again", result.CauseUnknown}, // other tactics
		{"head_bug_fp16", "head_fixed_fp16", result.CauseUnknown},
	} {
		c := compareFiles(t, filepath.Join(folder, test.old+".plan"), filepath.Join(folder, test.new+".plan"), exitFindings)
		if c.Cause == nil || c.Cause.Kind != test.want {
			t.Errorf("%s and %s: %+v, want %s", test.old, test.new, c.Cause, test.want)
		}
	}
}

// TestCompareTRT8Bytes compares each plan with the next one, and counts again in memory.
func TestCompareTRT8Bytes(t *testing.T) {
	plans, err := filepath.Glob(filepath.Join(trt8Plans(t), "*.plan"))
	if err != nil || len(plans) < 2 {
		t.Fatalf("%d plans, %v", len(plans), err)
	}
	for i, newer := range plans[1:] {
		older := plans[i]
		count, first := differing(t, older, newer)
		if same(t, older, newer) { // TensorRT itself built two of them alike
			if c := compareFiles(t, older, newer, exitClean); c.Outcome != result.OutcomeIdentical || c.Bytes.Differing != 0 {
				t.Errorf("%s and %s: %s", older, newer, c.Outcome)
			}
			continue
		}
		c := compareFiles(t, older, newer, exitFindings)
		if c.Bytes.Differing != count || c.Bytes.First == nil || *c.Bytes.First != first || c.Bytes.NamesOnly {
			t.Errorf("%s and %s: %d bytes from %v, want %d from %d", older, newer, c.Bytes.Differing, c.Bytes.First, count, first)
		}
		both := c.Kernels.Matched
		if old := *amountOf(t, c, result.AmountKernels).Old; both+sum(c.Kernels.Gone) != old {
			t.Errorf("%s: %d kernels, of which %d are in both and %d gone", older, old, both, sum(c.Kernels.Gone))
		}
	}
}

func same(t *testing.T, old, new string) bool {
	t.Helper()
	a, err := os.ReadFile(old)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(new)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Equal(a, b)
}

func sum(kernels []result.KernelCount) (total int64) {
	for _, k := range kernels {
		total += k.Count
	}
	return total
}

// TestCompareTRT8Layers compares what TensorRT itself told of the layers of a head and of the same head with its
// operations in another order. By the kernels in the plans (docs/compare.md) two pointwise groups that were alone are
// fused in the second.
func TestCompareTRT8Layers(t *testing.T) {
	folder := trt8Plans(t)
	var files [2]string
	for i, name := range []string{"head_bug_fp16", "head_fixed_fp16"} {
		files[i] = filepath.Join(folder, name+".inspect.json")
		if _, err := os.Stat(files[i]); err != nil {
			testutil.Require(t, "trt8", "what the engine inspector told is not beside the plans: "+err.Error())
		}
	}
	c := compareFiles(t, files[0], files[1], exitFindings)
	if c.Layers == nil || len(c.Layers.Regrouped)+len(c.Layers.Changed) == 0 {
		t.Fatalf("%+v", c.Layers)
	}
	for _, a := range c.Amounts {
		if a.Name == result.AmountAlone && (a.Change == nil || *a.Change != -2) {
			t.Errorf("%s: %+v", a.Name, a)
		}
	}
}
