//go:build linux

package cli

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/planlint/planlint/fixtures/movable"
	"github.com/planlint/planlint/fixtures/ort"
	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/fixtures/seedmodels"
	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

// TestFixORT runs networks before and after in ONNX Runtime: the head of issue 4841, and one of each kind that people
// build. All bits are the same, but where ONNX Runtime's own operators depend on where an element stands.
func TestFixORT(t *testing.T) {
	library, program := ort.Installed(t)
	networks := append([]movable.Network{{Name: "head", Model: seedmodels.All()[seedmodels.HeadPadded]}}, movable.Networks()...)
	compared := 0
	for i, n := range networks {
		if testing.Short() && i%5 > 0 {
			continue
		}
		path := filepath.Join(t.TempDir(), "model.onnx")
		writeModel(t, path, n.Model)
		fixed := fixJSON(t, path, "--check", "--ort", library, "--ort-worker", program).Results[0]
		if len(fixed.Moves) == 0 {
			continue // package rewrite tests which those are
		}
		compared++
		if fixed.Proof == nil || fixed.Proof.Verdict != result.FixEqual || len(fixed.Proof.Checks) != 2 {
			t.Errorf("%s: %+v", n.Name, fixed.Proof)
			continue
		}
		for _, c := range fixed.Proof.Checks {
			if c.Differing != 0 || c.Mutants == 0 || c.Caught != c.Mutants || c.Compared == 0 {
				t.Errorf("%s: %+v", n.Name, c)
			}
		}
		t.Logf("%s: %+v", n.Name, fixed.Proof.Checks[1])
	}
	if compared < 3 {
		t.Errorf("only %d networks were compared", compared)
	}
}

// TestFixRTX builds the head of issue 4841 and the rewritten one with a real TensorRT-RTX: the kernel of DepthToSpace and
// LeakyRelu is gone.
func TestFixRTX(t *testing.T) {
	versions := rtx.Versions()
	_, site := rtx.Python(t, versions[len(versions)-1])
	folder := filepath.Join(site, "tensorrt_rtx_libs")
	finder := core.New(core.Here())
	installation, err := finder.At(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := finder.Worker(installation); err != nil {
		testutil.Require(t, "core", err.Error())
	}
	path := filepath.Join(t.TempDir(), "head.onnx")
	writeModel(t, path, seedmodels.All()[seedmodels.HeadPadded])
	fixed := fixJSON(t, path, "--trt", folder).Results[0]
	plans := fixed.Proof.Plans
	if plans == nil || plans.Before.Size == 0 || plans.After.Size == 0 || plans.Before.Kernels == 0 {
		t.Fatalf("%+v", plans)
	}
	if !slices.Contains(plans.Gone, "__myl_TranReshMoveMulMax") || slices.Contains(plans.New, "__myl_TranReshMoveMulMax") {
		t.Errorf("%+v", plans)
	}
}
