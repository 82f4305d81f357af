package gpucode

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/testutil"
)

// realPlans returns plans that TensorRT 8.6.1 built on a GPU, which takes a GPU and 800 MB of libraries: a
// folder with *.plan and, for each that has one, the engine inspector's answer as *.inspect.json.
func realPlans(t *testing.T) []string {
	t.Helper()
	dir := os.Getenv("PLANLINT_TRT8_PLANS")
	if dir == "" {
		testutil.Require(t, "trt8", "PLANLINT_TRT8_PLANS names no folder of TensorRT 8.6.1 plans")
	}
	plans, err := filepath.Glob(filepath.Join(dir, "*.plan"))
	if err != nil || len(plans) == 0 {
		t.Fatalf("no plans in %s: %v", dir, err)
	}
	return plans
}

// The plan's archive says the size of every image right before it, in one of two ways, and no magic of an
// image stands outside of one.
func TestImageSizesOfTensorRT8(t *testing.T) {
	images := 0
	for _, path := range realPlans(t) {
		plan := readPlan(t, path)
		found := observe(t, plan, 64<<10)
		checkBounds(t, found, int64(len(plan)))
		images += len(found.Images)
		outside := slices.Clone(plan)
		for _, image := range found.Images {
			if !sizeBefore(plan, image) && image.Kind != KindHostELF {
				t.Errorf("%s: no size of %d before the %s at %d", filepath.Base(path), image.Size, image.Kind, image.Offset)
			}
			if image.Kind != KindHostELF && (image.Compressed || len(image.Kernels) == 0 || !slices.Contains(image.SM, "90") && len(image.SM) != 1) {
				t.Errorf("%s: %+v", filepath.Base(path), image)
			}
			clear(outside[image.Offset:][:image.Size])
		}
		if s := string(outside); !found.Complete || strings.Contains(s, elfMagic) || strings.Contains(s, fatbinMagic) {
			t.Errorf("%s: an image was passed over", filepath.Base(path))
		}
	}
	t.Logf("%d images", images)
}

func sizeBefore(plan []byte, image Image) bool {
	before := plan[:image.Offset]
	return int64(binary.LittleEndian.Uint64(before[len(before)-8:])) == image.Size ||
		int64(binary.BigEndian.Uint32(before[len(before)-4:])) == image.Size
}

// The engine inspector names the tactic of a layer, which is what its kernels' names start with.
func TestKernelsOfTensorRT8AreTheInspectors(t *testing.T) {
	tactics := 0
	for _, path := range realPlans(t) {
		content, err := os.ReadFile(strings.TrimSuffix(path, ".plan") + ".inspect.json")
		if err != nil {
			continue // the build kept no names
		}
		var inspected struct{ Layers []json.RawMessage }
		if json.Unmarshal(content, &inspected) != nil {
			continue
		}
		kernels := observe(t, readPlan(t, path), 1<<20).Kernels
		for _, raw := range inspected.Layers {
			var layer struct{ Name, LayerType, TacticName string }
			if json.Unmarshal(raw, &layer) != nil || layer.TacticName == "" {
				continue
			}
			tactics++
			if !slices.ContainsFunc(kernels, func(k Kernel) bool { return strings.HasPrefix(k.Name, layer.TacticName) }) {
				t.Errorf("%s: no kernel of %s, which is %s", filepath.Base(path), layer.Name, layer.TacticName)
			}
		}
	}
	t.Logf("%d tactics", tactics)
}

func readPlan(t *testing.T, path string) []byte {
	t.Helper()
	plan, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}
