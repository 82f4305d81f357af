package compare

import (
	"os"
	"testing"

	"github.com/planlint/planlint/internal/result"
)

// TestSaved reads what the first planlint printed that had each version 1: the files never change. A new kind of document
// adds one.
func TestSaved(t *testing.T) {
	sides := map[string]Side{}
	for name, check := range map[string]func(Side) bool{
		"scan": func(s Side) bool {
			return s.Known == KnownAll && !s.Explained && s.Scan.Zeros.Longest.Length == 5_486_674_044
		},
		"explain": func(s Side) bool {
			return s.Known == KnownAll && s.Explained && len(s.Scan.Zeros.Runs[0].Explained) == 2
		},
		"info":    func(s Side) bool { return s.Known == KnownEnds && *s.Scan.Container.DeclaredSize == 5_487_774_180 },
		"build":   func(s Side) bool { return s.Known == KnownAll && s.Built != nil && s.Scan.Size == 367_724 },
		"predict": func(s Side) bool { return s.Known == KnownPrediction && s.Prediction.PaddingBytes == 5_486_673_920 },
	} {
		file, err := os.Open("testdata/v1/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		info, err := file.Stat()
		if err != nil {
			t.Fatal(err)
		}
		side, err := ReadDocument(file, info.Size())
		if err != nil || !check(side) {
			t.Errorf("%s: %+v, %v", name, side, err)
		}
		sides[name] = side
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}
	for old, a := range sides {
		for new, b := range sides {
			if err := Comparable(a, b); (err != nil) != ((old == "predict") != (new == "predict")) {
				t.Errorf("%s, %s: %v", old, new, err)
			}
			c := Results(a, b, nil)
			same := old == new || old != "build" && new != "build" // of one plan, but for that
			if same != (c.Outcome == result.OutcomeSameResults) && old != "predict" && new != "predict" {
				t.Errorf("%s, %s: %s", old, new, c.Outcome)
			}
		}
	}
}

// TestPredictions: of two, what they let expect is compared, and nothing is left unchecked.
func TestPredictions(t *testing.T) {
	predicted := func(padding int64, alone ...bool) Side {
		p := result.Predict{Model: "m.onnx", Target: "11.2.1.2", Law: result.Law{Name: "output7x"}, PaddingBytes: padding, PaddingBytesMax: padding}
		for _, a := range alone {
			p.Groups = append(p.Groups, result.PredictGroup{Alone: a})
		}
		return Side{Scan: result.Scan{File: p.Model}, Prediction: &p, Known: KnownPrediction}
	}
	c := Results(predicted(14, true, true), predicted(0, true, false), nil)
	if c.Outcome != result.OutcomeDifferent || c.Cause != nil || len(c.NotChecked) != 0 {
		t.Errorf("%+v", c)
	}
	for name, want := range map[string][2]int64{result.AmountPadding: {14, 0}, result.AmountPaddingMin: {0, 0}, result.AmountGroups: {2, 2}, result.AmountGroupsAlone: {2, 1}} {
		found := false
		for _, a := range c.Amounts {
			if a.Name == name {
				found = true
				if *a.Old != want[0] || *a.New != want[1] {
					t.Errorf("%s: %d, %d", name, *a.Old, *a.New)
				}
			}
		}
		if !found {
			t.Errorf("no %s in %+v", name, c.Amounts)
		}
	}
	if c := Results(predicted(14, true), predicted(14, true), nil); c.Outcome != result.OutcomeSameResults {
		t.Errorf("%+v", c)
	}
}
