package gpucode

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
)

// wantSmall is what TensorRT-RTX 1.7.1.116 makes of small models: the kernels' names without prefix and
// hash. Corr and Fc are convolution and matrix product. Tran and Move alone change a layout.
var wantSmall = map[string]string{
	"relu":                "Relu",
	"conv_relu":           "Tran Tran",
	"conv_silu":           "Silu Tran",
	"conv_silu_conv":      "CorrSilu Tran Tran",
	"residual":            "Tran Tran",
	"leaky_conv":          "Move MulMaxTran Tran",
	"conv_d2s_leaky_conv": "Move Tran TranReshMoveMulMax",
	"conv_leaky_d2s_conv": "MulMaxMoveReshTran Tran Tran",
	"two_fused":           "CorrMulMax Tran Tran",
	"matmul_gelu":         "FcAddDivCastErfCastAddMulMul",
	"matmul":              "",
	"softmax":             "MoveMaxrSubExpSumDiv",
	"layernorm_relu":      "CastMeanSubMulMeanAddSqrtDivMulCastMulAddRelu",
	"concat_relu":         "MoveConcRelu",
	"conv_maxpool_relu":   "Relu Tran",
	"conv_resize_relu":    "ResiRelu Tran",
	"both_outputs":        "Tran TranRelu",
}

func TestKernelsOfSmallModels(t *testing.T) {
	python, site := rtx.Python(t, "1.7.1.116")
	dir := t.TempDir()
	build := exec.Command(python, "testdata/small_models.py", dir)
	build.Env = append(os.Environ(), "PYTHONPATH="+site)
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building small models: %v\n%s", err, output)
	}
	for name, want := range wantSmall {
		plan, err := os.ReadFile(filepath.Join(dir, name+".plan"))
		if err != nil {
			t.Fatal(err)
		}
		var short []string
		for _, kernel := range observe(t, plan, 4096).Kernels {
			short = append(short, strings.TrimPrefix(nameBase(kernel.Name), prefixMagic))
		}
		slices.Sort(short)
		if got := strings.Join(short, " "); got != want {
			t.Errorf("%s: kernels %q, want %q", name, got, want)
		}
	}
}

// Plans of TensorRT-RTX hold the source of every kernel but the fused ones: another list of their names.
var sourceEntry = regexp.MustCompile(`extern "C" __global__ void (?:__launch_bounds__\([0-9, ]*\) )?(\w+)\(`)

func TestKernelsOfEveryVersionAreThoseWithSource(t *testing.T) {
	for _, p := range rtx.Plans(t) {
		plan, err := os.ReadFile(p.Path)
		if err != nil {
			t.Fatal(err)
		}
		found := observe(t, plan, 10_000)
		if !found.Complete || len(found.Images) != 0 {
			t.Errorf("%s of %s: complete %v, images %+v", p.Name, p.Version, found.Complete, found.Images)
		}
		checkBounds(t, found, int64(len(plan)))
		var want, got []string
		for _, match := range sourceEntry.FindAllSubmatch(plan, -1) {
			want = append(want, string(match[1]))
		}
		for _, kernel := range found.Kernels {
			if at := string(plan[kernel.Offset:][:len(kernel.Name)]); at != kernel.Name {
				t.Errorf("%s of %s: %q stands where %q should", p.Name, p.Version, at, kernel.Name)
			}
			if kernel.Origin != OriginMyelin || kernel.Size != 0 {
				t.Errorf("%s of %s: %+v", p.Name, p.Version, kernel)
			}
			if hasHash([]byte(kernel.Name)) {
				got = append(got, kernel.Name)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if want = slices.Compact(want); !slices.Equal(got, want) {
			t.Errorf("%s of %s: kernels\n%q, source of\n%q", p.Name, p.Version, got, want)
		}
	}
}
