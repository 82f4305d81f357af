package gate

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/planlint/planlint/internal/result"
)

func drawEntry(t *rapid.T) result.BaselineEntry {
	return result.BaselineEntry{
		Path: rapid.SampledFrom([]string{"a.plan", "b.plan", "x/a.plan", "llm/"}).Draw(t, "path"), Version: rapid.SampledFrom([]string{"", "9.3.0.1", "10.9.0.34", "10.16.1.11"}).Draw(t, "version"),
		SM: rapid.SampledFrom([]string{"", "90", "8.0,8.6"}).Draw(t, "SM"), Label: rapid.SampledFrom([]string{"", "nightly"}).Draw(t, "label"),
		BaselineFacts: result.BaselineFacts{Size: rapid.Int64Range(0, 1<<40).Draw(t, "size"), LongestRun: rapid.Int64Range(0, 100).Draw(t, "run")},
	}
}

// TestBaselineProperties: whatever is written is found under its key and no other, the file is sorted, reads back as what it
// was, and does not depend on the order of updates; the anchor is the first size, of whichever version.
func TestBaselineProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.SliceOfN(rapid.Custom(drawEntry), 1, 30).Draw(t, "entries")
		b := &Baseline{}
		anchor := func(k Key) Key { k.Version = ""; return k }
		first, last := map[Key]int64{}, map[Key]int64{}
		for _, e := range entries {
			k := KeyOf(e)
			change := b.Update(e, nil, today, false)
			if _, known := first[anchor(k)]; !known {
				first[anchor(k)] = e.Size
			}
			if _, known := last[k]; !known {
				if change.Change != result.BaselineAdded {
					t.Fatalf("%s: %s", k, change.Change)
				}
			} else if change.Change == result.BaselineAdded || *change.Before != last[k] {
				t.Fatalf("%s: %+v", k, change)
			}
			last[k] = e.Size
			if again := b.Update(e, nil, today.AddDate(1, 0, 0), false); again.Change != result.BaselineKept {
				t.Fatalf("%s again: %s", k, again.Change)
			}
		}
		if len(b.Entries()) != len(last) || !slices.IsSortedFunc(b.Entries(), func(x, y result.BaselineEntry) int { return KeyOf(x).compare(KeyOf(y)) }) {
			t.Fatalf("%d entries of %d, or out of order", len(b.Entries()), len(last))
		}
		for k, size := range last {
			if e := b.find(k); e == nil || e.Size != size || e.Anchor.Size != first[anchor(k)] || e.Anchor.Since != "2026-12-01" {
				t.Fatalf("%s: %+v", k, e)
			}
		}
		text := encode(t, b)
		read, err := ReadBaseline(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(encode(t, read), text) {
			t.Fatal("what was read is not what was written")
		}
		backwards := &Baseline{}
		for _, e := range slices.Backward(b.Entries()) {
			backwards.Update(e, nil, today, true)
		}
		for i, e := range backwards.Entries() {
			if KeyOf(e) != KeyOf(b.Entries()[i]) || e.Size != b.Entries()[i].Size {
				t.Fatal("the order of updates shows")
			}
		}
	})
}

func encode(t interface{ Fatal(...any) }, b *Baseline) []byte {
	text, err := json.Marshal(b.Document())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func entryOf(path, version string) result.BaselineEntry {
	return result.BaselineEntry{Path: path, Version: version, SM: "90", BaselineFacts: result.BaselineFacts{Size: 1}}
}

// TestPredecessor: the nearest version below, else above; versions are compared by their numbers.
func TestPredecessor(t *testing.T) {
	t.Parallel()
	b := &Baseline{}
	for _, version := range []string{"9.3.0.1", "10.9.0.34", "10.16.1.11", "11.2.1.2"} {
		b.Update(entryOf("models/det/1/model.plan", version), nil, today, false)
	}
	b.Update(entryOf("models/det/9/model.plan", "10.9.0.34"), nil, today, false)
	b.Update(entryOf("models/det/10/model.plan", "10.9.0.34"), nil, today, false)
	b.Update(entryOf("models/other/11/model.plan", "10.9.0.34"), nil, today, false)
	triton := &result.Member{Kind: "triton", Name: "det", Version: "12"}
	for _, test := range []struct {
		key    Key
		member *result.Member
		want   string
	}{
		{Key{"models/det/1/model.plan", "10.10.0.31", "90", ""}, nil, "models/det/1/model.plan, TensorRT 10.9.0.34, SM 90"},
		{Key{"models/det/1/model.plan", "11.4.0.1", "90", ""}, nil, "models/det/1/model.plan, TensorRT 11.2.1.2, SM 90"},
		{Key{"models/det/1/model.plan", "8.6.1.6", "90", ""}, nil, "models/det/1/model.plan, TensorRT 9.3.0.1, SM 90"},
		{Key{"models/det/1/model.plan", "10.10.0.31", "89", ""}, nil, ""},
		{Key{"models/det/1/model.plan", "10.10.0.31", "90", "x"}, nil, ""},
		{Key{"models/det/12/model.plan", "10.9.0.34", "90", ""}, triton, "models/det/10/model.plan, TensorRT 10.9.0.34, SM 90"},
		{Key{"models/det/12/model.plan", "10.9.0.34", "90", ""}, nil, ""},
		{Key{"models/new/12/model.plan", "10.9.0.34", "90", ""}, triton, ""},
	} {
		got := ""
		if e := b.predecessor(test.key, test.member); e != nil {
			got = KeyOf(*e).String()
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.key, got, test.want)
		}
	}
}

// TestAnchorOutlivesVersions: the first entry of a later version of TensorRT or of a Triton model is measured from where
// its predecessor was, unless the user wants a new start.
func TestAnchorOutlivesVersions(t *testing.T) {
	t.Parallel()
	triton := &result.Member{Kind: "triton", Name: "det", Version: "2"}
	for name, test := range map[string]struct {
		path, version string
		member        *result.Member
		anew          bool
		want          int64
	}{
		"TensorRT":                {"models/det/1/model.plan", "11.2.1.2", nil, false, 1},
		"Triton":                  {"models/det/2/model.plan", "10.9.0.34", triton, false, 1},
		"asked for":               {"models/det/1/model.plan", "11.2.1.2", nil, true, 1000},
		"a plan of its own":       {"models/seg/1/model.plan", "10.9.0.34", triton, false, 1000},
		"beside, and not a model": {"models/det/2/model.plan", "10.9.0.34", nil, false, 1000},
	} {
		b := &Baseline{}
		b.Update(entryOf("models/det/1/model.plan", "10.9.0.34"), nil, today, false)
		e := entryOf(test.path, test.version)
		e.Size = 1000
		change := b.Update(e, test.member, today.AddDate(0, 1, 0), test.anew)
		if change.Change != result.BaselineAdded || change.Entry.Anchor.Size != test.want || b.find(KeyOf(e)).Anchor != change.Entry.Anchor {
			t.Errorf("%s: %+v", name, change)
		}
	}
}

// TestKeyNamesTheDevice: the key has the GPU that the header names, whatever machine code says, and no suffixes.
func TestKeyNamesTheDevice(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		header string
		images []string
		want   string
	}{
		{"90", []string{"90a"}, "90"}, {"89", []string{"80"}, "89"}, {"", []string{"90a"}, "90"}, {"", []string{"80", "90", "90a"}, "80,90"}, {"", nil, ""},
	} {
		p := planOf(scanOf(1))
		p.SM, p.Scan.Container.SM = test.header, test.images
		if got := p.Entry("").SM; got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestStale: an entry is stale if its file is gone, and superseded by a later version of the same GPU and label alone.
func TestStale(t *testing.T) {
	t.Parallel()
	b := &Baseline{}
	other := entryOf("a.plan", "9.3.0.1")
	other.SM = "89"
	for _, e := range []result.BaselineEntry{entryOf("a.plan", "9.3.0.1"), entryOf("a.plan", "10.9.0.34"), entryOf("gone.plan", "10.9.0.34"), other} {
		b.Update(e, nil, today, false)
	}
	exists := func(path string) bool { return path == "a.plan" }
	names := func(superseded bool) (list []string) {
		for _, c := range b.Stale(exists, superseded) {
			list = append(list, KeyOf(c.Entry).String())
		}
		return list
	}
	if got := names(false); !slices.Equal(got, []string{"gone.plan, TensorRT 10.9.0.34, SM 90"}) {
		t.Errorf("%q", got)
	}
	if got := names(true); !slices.Equal(got, []string{"a.plan, TensorRT 9.3.0.1, SM 90", "gone.plan, TensorRT 10.9.0.34, SM 90"}) {
		t.Errorf("%q", got)
	}
	b.Remove(b.Stale(exists, true))
	if len(b.Entries()) != 2 {
		t.Errorf("%+v", b.Entries())
	}
}

func FuzzReadBaseline(f *testing.F) {
	f.Add(`{"schema":"planlint/baseline/v1","entries":[{"path":"a","size":1,"anchor":{"size":1}}]}`)
	f.Add(`{"schema":"planlint/baseline/v1","entries":null}`)
	f.Add(`{"schema":"planlint/baseline/v1","entries":[]} x`)
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ReadBaseline(strings.NewReader(text))
		if (b == nil) == (err == nil) {
			t.Fatalf("%v and %v", b, err)
		}
		if b == nil {
			return
		}
		for _, e := range b.Entries() {
			if b.find(KeyOf(e)) == nil {
				t.Fatalf("%s is not found", KeyOf(e))
			}
		}
		b.Stale(func(string) bool { return false }, true)
	})
}

// TestFirstVersion: a baseline as version 1 was first written is read, every field of it, by all later ones.
func TestFirstVersion(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/v1/baseline.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	b, err := ReadBaseline(file)
	if err != nil {
		t.Fatal(err)
	}
	want := result.BaselineEntry{Path: "engines/a.plan", Version: "10.16.1.11", SM: "90", Label: "nightly", Spread: new(int64(4096)),
		Anchor: result.BaselineAnchor{Size: 9_437_184, Since: "2026-12-01"},
		BaselineFacts: result.BaselineFacts{Size: 10_485_760, PlanSize: new(int64(10_000_000)), Wrapper: "ultralytics", LongestRun: 7_323, Weights: new(int64(8_388_608)),
			HostCode: new(int64), Sections: map[string]int64{"ENGN": 9_999_940}}}
	if len(b.Entries()) != 1 || !equal(b.Entries()[0], want) {
		t.Errorf("%+v", b.Entries())
	}
}
