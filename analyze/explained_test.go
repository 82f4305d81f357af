package analyze

import (
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
)

// TestExplained judges scans anew in which some runs are explained.
func TestExplained(t *testing.T) {
	const size = 100 << 20
	explained := func(offset, length int64) result.Run {
		residue := int64(124)
		return result.Run{Offset: offset, Length: length, Explanation: &result.Explanation{Explained: []result.RunPart{{Group: 3, Bytes: length - residue}}, Residue: &residue}}
	}
	unexplained := func(offset, length int64) result.Run {
		return result.Run{Offset: offset, Length: length, Explanation: &result.Explanation{}}
	}
	weights := func(offset, length int64) result.Run {
		return result.Run{Offset: offset, Length: length, Explanation: &result.Explanation{Initializers: []string{"w"}}}
	}
	both := func(offset, length int64) result.Run {
		run := explained(offset, length)
		run.Initializers = []string{"w"}
		return run
	}
	finding := func(rule string, level result.Level, offset, bytes int64) result.Finding {
		return result.Finding{Rule: rule, Level: level, Message: "zeros", Offset: &offset, Bytes: &bytes}
	}
	for name, test := range map[string]struct {
		declared int64
		runs     []result.Run
		findings []result.Finding
		want     string // the findings, and the verdict
	}{
		"behind the end tag":   {size, []result.Run{explained(1<<20, 50<<20)}, []result.Finding{finding("PL202", result.LevelError, 1<<20, 50<<20)}, "PL201 error 52428800, padded"},
		"inside":               {size, []result.Run{explained(1<<20, 50<<20)}, []result.Finding{finding("PL203", result.LevelError, 1<<20, 50<<20)}, "PL201 error 52428800, padded"},
		"a small part":         {size, []result.Run{explained(1<<20, 2<<20)}, []result.Finding{finding("PL203", result.LevelWarning, 1<<20, 2<<20)}, "PL201 warning 2097152, padded"},
		"outside":              {1 << 20, []result.Run{explained(1<<20, 50<<20)}, []result.Finding{finding("PL103", result.LevelError, 1<<20, 50<<20)}, "PL201 error 52428800, padded"},
		"on both sides":        {20 << 20, []result.Run{explained(10<<20, 50<<20)}, []result.Finding{finding("PL103", result.LevelError, 20<<20, 40<<20), finding("PL203", result.LevelError, 10<<20, 10<<20)}, "PL201 error 52428800, padded"},
		"another run is left":  {size, []result.Run{explained(1<<20, 50<<20), unexplained(60<<20, 4<<20)}, []result.Finding{finding("PL203", result.LevelError, 1<<20, 54<<20)}, "PL201 error 52428800, PL203 warning 4194304, padded"},
		"short, in no finding": {size, []result.Run{explained(1<<20, 100_000)}, nil, "PL201 warning 100000, padded"},
		"weights":              {size, []result.Run{weights(1<<20, 50<<20)}, []result.Finding{finding("PL203", result.LevelError, 1<<20, 50<<20)}, "PL203 note 52428800, clean"},
		"weights or padding":   {size, []result.Run{both(1<<20, 50<<20)}, []result.Finding{finding("PL203", result.LevelError, 1<<20, 50<<20)}, "PL203 note 52428800, clean"},
		"nothing explained":    {size, []result.Run{unexplained(1<<20, 50<<20)}, []result.Finding{finding("PL203", result.LevelError, 1<<20, 50<<20)}, "PL203 error 52428800, suspect"},
		"others stay":          {size, nil, []result.Finding{{Rule: "PL105", Level: result.LevelNote}, {Rule: "PL106", Level: result.LevelError}}, "PL105 note, PL106 error, clean"},
	} {
		scan := result.Scan{Container: &result.Container{PlanSize: size, DeclaredSize: &test.declared}, Zeros: &result.Zeros{Runs: test.runs}, Findings: test.findings}
		got := Explained(scan, func(group int) string { return strings.Repeat("x", group) })
		var words []string
		for _, f := range got.Findings {
			word := f.Rule + " " + string(f.Level)
			if f.Bytes != nil {
				word += " " + strings.ReplaceAll(strings.TrimSuffix(inBytes(*f.Bytes), " bytes"), ",", "")
			}
			words = append(words, word)
			if f.Rule == "PL201" && !strings.Contains(f.Message, "xxx; 124 bytes are left") {
				t.Errorf("%s: %s", name, f.Message)
			}
		}
		if text := strings.Join(append(words, string(got.Verdict)), ", "); text != test.want {
			t.Errorf("%s: %s, want %s", name, text, test.want)
		}
		if len(test.findings) > 0 && test.findings[0].Message != "" && test.findings[0].Message != "zeros" {
			t.Errorf("%s: the scan's own findings were changed", name)
		}
	}
	raw := result.Scan{Verdict: result.VerdictNotPlan, Zeros: &result.Zeros{Runs: []result.Run{explained(0, 50<<20)}}}
	if got := Explained(raw, nil); got.Verdict != result.VerdictNotPlan || len(got.Findings) > 0 {
		t.Errorf("plain bytes: %+v", got)
	}
}
