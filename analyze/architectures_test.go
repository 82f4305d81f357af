package analyze

import (
	"slices"
	"testing"

	"github.com/planlint/planlint/analyze/gpucode"
)

func TestArchitectures(t *testing.T) {
	for name, test := range map[string]struct {
		images [][]string
		want   []string
	}{
		"none":                    {nil, nil},
		"host code only":          {[][]string{{}}, nil},
		"one":                     {[][]string{{"90"}}, []string{"90"}},
		"library kernels beside":  {[][]string{{"60", "61", "70", "75", "80", "86", "90"}, {"90"}, {}}, []string{"90"}},
		"library kernels only":    {[][]string{{"80", "86", "90"}, {"60", "80", "86", "90"}}, []string{"80", "86", "90"}},
		"special code":            {[][]string{{"80", "90"}, {"90a"}}, []string{"90a"}},
		"special and general":     {[][]string{{"90", "90a"}, {"80", "90"}}, []string{"90"}},
		"three digits sort last":  {[][]string{{"120", "90", "100"}}, []string{"90", "100", "120"}},
		"nothing in common":       {[][]string{{"80"}, {"90"}, {"80"}}, []string{"80", "90"}},
		"hardware compatible, 80": {[][]string{{"80"}, {"80", "86", "90"}}, []string{"80"}},
	} {
		t.Run(name, func(t *testing.T) {
			var images []gpucode.Image
			for _, sm := range test.images {
				images = append(images, gpucode.Image{SM: sm})
			}
			if got := architectures(images); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
