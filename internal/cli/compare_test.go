package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/result"
)

// compareFiles runs planlint compare and returns its result.
func compareFiles(t *testing.T, old, new string, exit int) result.Compare {
	t.Helper()
	var out, errs bytes.Buffer
	if got := Main(t.Context(), []string{"compare", "--format", "json", old, new}, nil, &out, &errs); got != exit {
		t.Fatalf("exit status %d, want %d: %s", got, exit, errs.String())
	}
	var document result.Document[result.Compare]
	if err := json.Unmarshal(out.Bytes(), &document); err != nil || len(document.Results) != 1 {
		t.Fatalf("%d results, %v", len(document.Results), err)
	}
	return document.Results[0]
}

// differing counts the bytes that differ in two files, and says where the first is.
func differing(t *testing.T, old, new string) (count, first int64) {
	t.Helper()
	a, err := os.ReadFile(old)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(new)
	if err != nil {
		t.Fatal(err)
	}
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			if count == 0 {
				first = int64(i)
			}
			count++
		}
	}
	return count, first
}

// TestCompareRTX compares the plans that several TensorRT-RTX versions made of one model.
func TestCompareRTX(t *testing.T) {
	for _, name := range []string{rtx.HeadBug, rtx.MatMulGelu} {
		plans := rtx.Named(t, name)
		for i, newer := range plans {
			same := compareFiles(t, newer.Path, newer.Path, exitClean)
			if same.Outcome != result.OutcomeIdentical || same.Runs.Matched != *amountOf(t, same, result.AmountRuns).Old {
				t.Errorf("%s with itself: %+v", newer.Path, same)
			}
			if i == 0 {
				continue
			}
			older := plans[i-1]
			c := compareFiles(t, older.Path, newer.Path, exitFindings)
			count, first := differing(t, older.Path, newer.Path)
			if c.Outcome != result.OutcomeDifferent || c.Bytes.Differing != count || *c.Bytes.First != first {
				t.Errorf("%s: %s, %d bytes from %d; want %d from %d", newer.Path, c.Outcome, c.Bytes.Differing, *c.Bytes.First, count, first)
			}
			if file := amountOf(t, c, result.AmountFile); *file.Old != older.Size || *file.New != newer.Size {
				t.Errorf("%s: sizes %d and %d; the builder said %d and %d", newer.Path, *file.Old, *file.New, older.Size, newer.Size)
			}
			for _, p := range c.Properties {
				if p.Name == "version" && (*p.Old != older.Version || *p.New != newer.Version || !p.Differs) {
					t.Errorf("%s: %s and %s, want %s and %s", newer.Path, *p.Old, *p.New, older.Version, newer.Version)
				}
			}
		}
	}
}

// TestCompareSaved compares a saved result with the plan that it is of, and with that of another version.
func TestCompareSaved(t *testing.T) {
	plans := rtx.Named(t, rtx.ConvLeakyRelu)
	saved := filepath.Join(t.TempDir(), "saved.json")
	var out, errs bytes.Buffer
	if got := Main(t.Context(), []string{"scan", "--format", "json", plans[0].Path}, nil, &out, &errs); got != exitClean {
		t.Fatalf("exit status %d: %s", got, errs.String())
	}
	if err := os.WriteFile(saved, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if c := compareFiles(t, saved, plans[0].Path, exitClean); c.Outcome != result.OutcomeSameResults || c.Bytes != nil {
		t.Errorf("a plan and its own result: %+v", c)
	}
	if c := compareFiles(t, saved, plans[1].Path, exitFindings); c.Outcome != result.OutcomeDifferent {
		t.Errorf("the result of another version: %+v", c)
	}
}

func amountOf(t *testing.T, c result.Compare, name string) result.AmountChange {
	t.Helper()
	for _, a := range c.Amounts {
		if a.Name == name {
			return a
		}
	}
	t.Fatalf("no amount %s", name)
	return result.AmountChange{}
}
