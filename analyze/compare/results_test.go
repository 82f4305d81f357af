package compare

import (
	"slices"
	"testing"

	"github.com/planlint/planlint/internal/result"
)

func base() result.Scan {
	scan := plan{size: 1000, weights: 10, version: "8.6.1.6", runs: []int64{5000}}.scan()
	scan.File = "a.plan"
	scan.Container.Network = "Unnamed Network 0"
	scan.Container.SM, scan.Container.Sections = []string{"90"}, []result.Section{{Name: "ENGN", Size: 900}}
	scan.Kernels = []result.Kernel{{Name: "__myl_A_myl1_0"}}
	scan.Findings = []result.Finding{{Rule: "PL108", Level: result.LevelNote, Message: "5 bytes"}}
	return scan
}

// TestOutcomeOfResults changes one thing at a time.
func TestOutcomeOfResults(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*result.Scan)
		want   result.Outcome
	}{
		"nothing":                  {func(*result.Scan) {}, result.OutcomeSameResults},
		"the file's name":          {func(s *result.Scan) { s.File = "b.plan" }, result.OutcomeSameResults},
		"a generated name":         {func(s *result.Scan) { s.Kernels[0].Name = "__myl_A_myl2_0" }, result.OutcomeSameResults},
		"a finding's numbers":      {func(s *result.Scan) { s.Findings[0].Message = "6 bytes" }, result.OutcomeSameResults},
		"what one does not know":   {func(s *result.Scan) { s.Container.WeightsBytes, s.Container.SM, s.Kernels = nil, nil, nil }, result.OutcomeSameResults},
		"the verdict":              {func(s *result.Scan) { s.Verdict = result.VerdictSuspect }, result.OutcomeDifferent},
		"the size":                 {func(s *result.Scan) { s.Size++ }, result.OutcomeDifferent},
		"the version":              {func(s *result.Scan) { s.Container.Version = "8.6.1.7" }, result.OutcomeDifferent},
		"the SM":                   {func(s *result.Scan) { s.Container.SM = []string{"89"} }, result.OutcomeDifferent},
		"the weights":              {func(s *result.Scan) { s.Container.WeightsBytes = ptr[int64](11) }, result.OutcomeDifferent},
		"a section's size":         {func(s *result.Scan) { s.Container.Sections[0].Size++ }, result.OutcomeDifferent},
		"a section's name":         {func(s *result.Scan) { s.Container.Sections[0].Name = "WGHT" }, result.OutcomeDifferent},
		"the wrapper":              {func(s *result.Scan) { s.Container.Wrapper = "zip" }, result.OutcomeDifferent},
		"a GPU that one knows":     {func(s *result.Scan) { s.Container.Device = &result.Device{ComputeCapability: "8.9"} }, result.OutcomeSameResults},
		"a network's number":       {func(s *result.Scan) { s.Container.Network = "Unnamed Network 12" }, result.OutcomeSameResults},
		"a network's name":         {func(s *result.Scan) { s.Container.Network = "head" }, result.OutcomeDifferent},
		"a zero byte":              {func(s *result.Scan) { s.Zeros.Bytes++ }, result.OutcomeDifferent},
		"a zero run":               {func(s *result.Scan) { s.Zeros.Runs[0].Length++ }, result.OutcomeDifferent},
		"the place of a zero run":  {func(s *result.Scan) { s.Zeros.Runs[0].Offset++ }, result.OutcomeSameResults},
		"a kernel":                 {func(s *result.Scan) { s.Kernels[0].Name = "other" }, result.OutcomeDifferent},
		"the size of machine code": {func(s *result.Scan) { s.Images[0].Size++ }, result.OutcomeDifferent},
		"a finding":                {func(s *result.Scan) { s.Findings[0].Level = result.LevelError }, result.OutcomeDifferent},
	} {
		changed := base()
		test.change(&changed)
		for _, sides := range [][2]Side{{{Scan: base(), Saved: "a.json"}, {Scan: changed, Saved: "b.json"}}, {{Scan: changed}, {Scan: base(), Saved: "b.json"}}} {
			if got := Results(sides[0], sides[1], nil); got.Outcome != test.want {
				t.Errorf("%s: %s, want %s", name, got.Outcome, test.want)
			}
		}
	}
}

// TestOutcomeOfBytes: where the bytes were compared, they alone decide.
func TestOutcomeOfBytes(t *testing.T) {
	other := base()
	other.Size, other.Verdict, other.Container.Wrapper = 2000, result.VerdictSuspect, "zip"
	for want, bytes := range map[result.Outcome]result.ByteChanges{
		result.OutcomeIdentical: {Compared: 1000},
		result.OutcomeNames:     {Compared: 1000, Differing: 1, NamesOnly: true},
		result.OutcomeDifferent: {Compared: 1000, OnlyNew: 1},
	} {
		if got := Results(Side{Scan: base()}, Side{Scan: other}, &bytes); got.Outcome != want {
			t.Errorf("%s, want %s", got.Outcome, want)
		}
	}
}

func TestAmounts(t *testing.T) {
	changed := base()
	changed.Size, changed.Container.WeightsBytes = 1500, nil
	changed.Container.Sections = append(changed.Container.Sections, result.Section{Name: "LEAN", Size: 7})
	list := amounts(Side{Scan: base()}, Side{Scan: changed})
	at := func(name string) result.AmountChange {
		return list[slices.IndexFunc(list, func(a result.AmountChange) bool { return a.Name == name })]
	}
	if a := at(result.AmountFile); *a.Change != 500 || *a.Ratio != 1.5 || !a.Differs || a.Unit != unitBytes {
		t.Errorf("file: %+v", a)
	}
	if a := at(result.AmountWeights); a.New != nil || a.Change != nil || a.Differs {
		t.Errorf("weights: %+v", a)
	}
	if a := at(result.AmountSection + "LEAN"); *a.Old != 0 || *a.New != 7 || a.Ratio != nil || !a.Differs {
		t.Errorf("a new section: %+v", a)
	}
}

func TestNotChecked(t *testing.T) {
	unknown := base()
	unknown.Kernels, unknown.Zeros = nil, nil
	unknown.NotChecked = []result.NotChecked{{What: "model", Why: "none"}, {What: "kernels", Why: "not asked for"}}
	var whats []string
	for _, n := range Results(Side{Scan: base()}, Side{Scan: unknown, Saved: "b.json"}, nil).NotChecked {
		whats = append(whats, n.What)
	}
	if want := []string{"bytes", "zero runs", "kernels", "kernels of a.plan", "layers"}; !slices.Equal(whats, want) {
		t.Errorf("%q, want %q", whats, want)
	}
}
