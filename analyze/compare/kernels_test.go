package compare

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/planlint/planlint/internal/result"
)

func withKernels(names ...string) result.Scan {
	scan := result.Scan{Kernels: []result.Kernel{}}
	for _, name := range names {
		scan.Kernels = append(scan.Kernels, result.Kernel{Name: name})
	}
	return scan
}

func TestKernelChanges(t *testing.T) {
	none := []result.KernelCount{}
	for _, test := range []struct {
		name     string
		old, new []string
		want     result.KernelChanges
	}{
		{"none", nil, nil, result.KernelChanges{Gone: none, New: none}},
		{"the same", []string{"a", "b", "a"}, []string{"a", "a", "b"}, result.KernelChanges{Matched: 3, Gone: none, New: none}},
		{"once less", []string{"a", "a"}, []string{"a"}, result.KernelChanges{Matched: 1, Gone: []result.KernelCount{{Name: "a", Count: 1}}, New: none}},
		{"another", []string{"a"}, []string{"b"}, result.KernelChanges{Gone: []result.KernelCount{{Name: "a", Count: 1}}, New: []result.KernelCount{{Name: "b", Count: 1}}}},
		{"other numbers", []string{"__myl_A_myl1_0", "__myl_A_myl2_0"}, []string{"__myl_A_myl2_0", "__myl_A_myl7_0"},
			result.KernelChanges{Matched: 2, Renamed: 1, Gone: none, New: none}},
		{"other numbers, and one more", []string{"__myl_A_myl1_0"}, []string{"__myl_A_myl2_0", "__myl_A_myl3_0"},
			result.KernelChanges{Matched: 1, Renamed: 1, Gone: none, New: []result.KernelCount{{Name: "__myl_A_myl3_0", Count: 1}}}},
		{"a kind each", []string{"__myl_A_myl1_0"}, []string{"__myl_A_0x00112233445566778899aabbccddeeff"},
			result.KernelChanges{Gone: []result.KernelCount{{Name: "__myl_A_myl1_0", Count: 1}}, New: []result.KernelCount{{Name: "__myl_A_0x00112233445566778899aabbccddeeff", Count: 1}}}},
	} {
		if difference := cmp.Diff(&test.want, kernelChanges(withKernels(test.old...), withKernels(test.new...))); difference != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, difference)
		}
	}
	if kernelChanges(result.Scan{}, withKernels()) != nil {
		t.Error("kernels that were not looked for were compared")
	}
}

func TestKernelChangesProperty(t *testing.T) {
	names := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "x_myl1_0", "x_myl2_0", "x_myl3_0", "nvrtc_prog_1_a", "nvrtc_prog_2_a"}), 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		old, new := names.Draw(t, "old"), names.Draw(t, "new")
		there, back := kernelChanges(withKernels(old...), withKernels(new...)), kernelChanges(withKernels(new...), withKernels(old...))
		sum := func(list []result.KernelCount) (sum int64) {
			for _, k := range list {
				sum += k.Count
			}
			return sum
		}
		if there.Matched+sum(there.Gone) != int64(len(old)) || there.Matched+sum(there.New) != int64(len(new)) {
			t.Fatalf("kernels are lost: %+v", there)
		}
		if there.Matched != back.Matched || there.Renamed != back.Renamed || sum(there.Gone) != sum(back.New) {
			t.Fatalf("%+v is not %+v the other way round", there, back)
		}
		normal := map[string]int{}
		for _, k := range there.Gone {
			normal[normalName(k.Name)]++
		}
		for _, k := range there.New {
			if normal[normalName(k.Name)] > 0 {
				t.Fatalf("%s is gone and new", k.Name)
			}
		}
	})
}
