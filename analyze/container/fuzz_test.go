package container

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/planlint/planlint/fixtures"
)

// seeds returns plans, damaged plans and files that are no plans, as far as they are small.
func seeds(f *testing.F) [][]byte {
	f.Helper()
	recipes := []fixtures.Recipe{
		fixtures.Small(fixtures.TagTensorRT), fixtures.Small(fixtures.TagRTX), fixtures.SeedCleanLeakyRelu(),
		fixtures.Padded{Content: 500, Zeros: 500, Version: fixtures.VersionPadded}.Recipe(fixtures.OutsideBehindEndTag),
	}
	bad, err := fixtures.BadPlans()
	if err != nil {
		f.Fatal(err)
	}
	for _, b := range bad {
		recipes = append(recipes, b.Recipe)
	}
	foreign, err := fixtures.NotPlans()
	if err != nil {
		f.Fatal(err)
	}
	for _, n := range foreign {
		recipes = append(recipes, n.Recipe)
	}
	var all [][]byte
	for _, r := range recipes {
		if r.Size() > 1<<20 {
			continue
		}
		b, err := r.Bytes()
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, b)
	}
	return all
}

// FuzzParse: a result or an error, never both; a result that agrees with itself; an error of one line.
func FuzzParse(f *testing.F) {
	for _, b := range seeds(f) {
		f.Add(b, int64(0))
	}
	small, err := fixtures.Small(fixtures.TagTensorRT).Bytes()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(small, int64(3<<30)) // followed by zeros
	f.Fuzz(func(t *testing.T, b []byte, tail int64) {
		if tail < 0 || tail > 1<<40 {
			tail = 0
		}
		r := fixtures.Literal("fuzzed", b).Append("fuzzed", fixtures.Zeros("", tail))
		counted := &countingReader{ReaderAt: r, size: r.Size()}
		c, err := Parse(counted, r.Size())
		if (c == nil) == (err == nil) {
			t.Fatalf("container %v, error %v", c, err)
		}
		if counted.outside {
			t.Error("read outside of the two windows")
		}
		if err != nil {
			checkError(t, err)
			return
		}
		checkContainer(t, c, r)
	})
}

func checkError(t *testing.T, err error) {
	t.Helper()
	var damage *DamagedError
	var not *NotPlanError
	if !errors.As(err, &damage) && !errors.As(err, &not) {
		t.Errorf("an error of no known type: %v", err)
	}
	if strings.ContainsFunc(err.Error(), func(c rune) bool { return c > unicode.MaxASCII || !unicode.IsPrint(c) }) {
		t.Errorf("not one line of plain text: %q", err)
	}
	if damage != nil && damage.Container != nil {
		if _, err := json.Marshal(damage.Container.Result()); err != nil {
			t.Error(err)
		}
	}
}

func checkContainer(t *testing.T, c *Container, r fixtures.Recipe) {
	t.Helper()
	if c.HeaderEnd() < minHeader || c.HeaderEnd() > c.Size || c.Size != r.Size() {
		t.Errorf("header ends at %d of %d", c.HeaderEnd(), c.Size)
	}
	declared, known := c.DeclaredSize()
	if known && (declared > c.Size || declared < c.HeaderEnd() || c.TrailingBytes() != c.Size-declared) {
		t.Errorf("declared %d, trailing %d of %d", declared, c.TrailingBytes(), c.Size)
	}
	sorted := slices.DeleteFunc(slices.Clone(c.Sections), func(s Section) bool { return s.Size == 0 })
	slices.SortFunc(sorted, func(a, b Section) int { return int(min(1, max(-1, a.Offset-b.Offset))) })
	for i, s := range sorted {
		if s.Offset < c.HeaderEnd() || s.Size < 0 || s.End() > declared || (i > 0 && s.Offset < sorted[i-1].End()) {
			t.Errorf("sections %v", sorted)
		}
	}
	if offset, found, _ := c.EndTag(); found {
		end := outerEndTag()
		got := make([]byte, tagSize)
		if _, err := r.ReadAt(got, offset); err != nil || !bytes.Equal(got, end[:]) {
			t.Errorf("no end tag at %d: % x, %v", offset, got, err)
		}
	}
	if err := c.ReadInner(r); err != nil {
		t.Error(err)
	}
	if _, err := json.Marshal(c.Result()); err != nil {
		t.Error(err)
	}
}

// FuzzIdentify: every file that is neither empty nor a plan has a name, of one line and plain text.
func FuzzIdentify(f *testing.F) {
	for _, b := range seeds(f) {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		what := Identify(bytes.NewReader(b), int64(len(b)))
		if (what == "") != (len(b) == 0 || HasTag(b)) {
			t.Errorf("% x... is %q", b[:min(len(b), 16)], what)
		}
		if len(what) > 1000 || strings.ContainsFunc(what, func(c rune) bool { return c > unicode.MaxASCII || !unicode.IsPrint(c) }) {
			t.Errorf("not one line of plain text: %q", what)
		}
	})
}
