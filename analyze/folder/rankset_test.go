package folder_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A number in a configuration must not make as many problems.
func TestMissingRanksInOneLine(t *testing.T) {
	root := tree(t, map[string]string{
		"config.json":   `{"pretrained_config":{"mapping":{"world_size":65536}}}`,
		"rank1.engine":  "plan",
		"rank3.engine":  "plan",
		"rank7.engine":  "",
		"rank99.engine": "plan",
	})
	_, problems, err := search(t, root)
	want := []string{
		"rank0.engine: rank 0 of 65536 is missing: config.json asks for it",
		"rank2.engine: rank 2 of 65536 is missing: config.json asks for it",
		"rank4.engine: ranks 4 to 6 of 65536 are missing: config.json asks for them",
		"rank7.engine: empty: 0 bytes, as a failed build or copy leaves it",
		"rank8.engine: ranks 8 to 98 of 65536 are missing: config.json asks for them",
		"rank100.engine: ranks 100 to 65535 of 65536 are missing: config.json asks for them",
	}
	if err != nil || !cmp.Equal(problems, want) {
		t.Errorf("%v\n%s", err, cmp.Diff(want, problems))
	}
}
