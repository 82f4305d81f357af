package gpucode

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/planlint/planlint/fixtures/fusion"
	"github.com/planlint/planlint/fixtures/rtx"
)

// TestKernelsOfTheFusionCorpus compares the kernels found in plans with what the corpus's own script reads in
// their programs: another reading, in another language. Names that start with a small letter are the library's.
func TestKernelsOfTheFusionCorpus(t *testing.T) {
	names := []string{
		"alone-silu-free", "conv_p_conv-lrelu", "conv_d2s_p_conv-prelu", "linear_p_linear-relu-free", "conv_in_p_conv-sub_input",
		"two_outputs-hardsigmoid", "head_bug", "unet_down", "attention_mask", "yolo_csp", "drawn007", "qdq_p-relu-fp32",
	}
	for _, version := range rtx.Versions() {
		built := fusion.Build(t, version, names...)
		for _, name := range names {
			result := built.Results[name]
			plan, err := os.ReadFile(filepath.Join(built.Plans, name+".plan"))
			if os.IsNotExist(err) && result.Error != "" {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			want, got := map[string]bool{}, map[string]bool{}
			for _, kernel := range result.Kernels {
				if !unicode.IsLower(rune(kernel.Name[0])) {
					want[kernel.Name] = true
				}
			}
			for _, kernel := range observe(t, plan, 64<<10).Kernels {
				got[strings.TrimPrefix(nameBase(kernel.Name), prefixMagic)] = true
			}
			if a, b := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); len(a) == 0 || !slices.Equal(a, b) {
				t.Errorf("%s with %s: kernels %q, in the program %q", name, version, a, b)
			}
		}
	}
}
