package cli

import (
	"slices"
	"testing"
)

// A setting of the file is one of a flag, so that the two cannot drift apart.
func TestConfigurableFlagsExist(t *testing.T) {
	var s settings
	flags := s.flags("")
	for _, key := range configurable {
		if flags.Lookup(key) == nil {
			t.Errorf("there is no flag --%s", key)
		}
	}
	if !slices.IsSorted(configurable) {
		t.Error("the keys are not in order")
	}
}

func FuzzConfig(f *testing.F) {
	for _, seed := range []string{
		"version: 1\nmin-run: 64KiB\n", "version: 1\n? [a]\n: b\n", "version: &a 1\njobs: *a\n", "- 1\n", "version: 1\n---\nversion: 1\n",
		"version: 1\ngate: {budgets: [{plan: a, max: 1, growth: 5%, ratio: {to: m, max: 1.5}}], allow: [{plan: b, budget: max, reason: r, expires: 2027-01-01}]}\n",
		"version: 1\ngate: &a {budgets: *a}\n", "version: 1\njobs: !!binary aGk=\n", "{version: 1, jobs: 2}", "version: 1\n<<: {jobs: 2}\n", "", "\xff\xfe", "version: 1\njobs:\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		read, err := parseConfig("planlint.yaml", data)
		if err != nil {
			if read != nil {
				t.Errorf("both %v and %v", read, err)
			}
			return
		}
		for _, e := range read.entries {
			if !slices.Contains(configurable, e.key) || e.valueLine < 1 || e.valueColumn < 1 {
				t.Errorf("%+v", e)
			}
		}
	})
}
