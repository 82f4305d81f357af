package container

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures"
)

func TestHasTag(t *testing.T) {
	for prefix, want := range map[string]bool{"ftrt": true, "vtrt\x00": true, "trtf": false, "ptrt": false, "ftr": false, "": false} {
		if HasTag([]byte(prefix)) != want {
			t.Errorf("%q", prefix)
		}
	}
}

func TestIdentify(t *testing.T) {
	foreign, err := fixtures.NotPlans()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range foreign {
		counted := &countingReader{ReaderAt: f, size: f.Size()}
		c, err := Parse(counted, f.Size())
		checkNotPlan(t, f, c, err)
		if counted.outside {
			t.Errorf("%s: read outside of the two windows", f.Name)
		}
	}
	for _, r := range []fixtures.Recipe{fixtures.Small(fixtures.TagRTX), fixtures.Literal("empty", nil)} {
		if what := Identify(r, r.Size()); what != "" {
			t.Errorf("%s is %q", r.Name, what)
		}
	}
	names := make([]string, 0, len(foreign))
	for _, f := range foreign {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(foreign) {
		t.Error("two examples have one name")
	}
}

func checkNotPlan(t *testing.T, f fixtures.Foreign, c *Container, err error) {
	t.Helper()
	var not *NotPlanError
	if c != nil || !errors.As(err, &not) || !errors.Is(err, ErrNotPlan) {
		t.Errorf("%s: %v, %v", f.Name, c, err)
		return
	}
	if !strings.Contains(err.Error(), f.What) {
		t.Errorf("%s: %q, want %q", f.Name, err, f.What)
	}
	for _, letter := range err.Error() {
		if letter < ' ' || letter > '~' {
			t.Errorf("%s: a message with %q", f.Name, letter)
		}
	}
}

// TestAlmost has files that share their start with a known format and are not of it: they must not be
// called by its name.
func TestAlmost(t *testing.T) {
	for _, tt := range []struct{ name, content, not string }{
		{"header length past the end", "\x00\x01\x00\x00\x00\x00\x00\x00{\"a\"", "safetensors"},
		{"varint like an IR version", "\x08\x08\xff\xff\xff\xff", "ONNX"},
		{"IR version alone", "\x08\x08", "ONNX"},
		{"graph longer than the file", "\x08\x08\x3a\x7f....", "ONNX"},
		{"IR version that is none", "\x08\x80\x80\x80\x80\x3a\x04....", "ONNX"},
		{"MZ without PE", "MZ" + strings.Repeat("\x90", 100), "Windows"},
		{"BZh without a block", "BZh91AYnope..", "bzip2"},
		{"three bytes", "abc", "text"},
		{"text with a NUL", "hello\x00world", "text"},
		{"lfs in the middle", "see version https://git-lfs.github.com/spec/v1\n", "pointer"},
		{"calibration in prose", "TRT-8601 is an EntropyCalibration2 cache\n", "calibration"},
		{"archive of another size", "ptrt\x00\x00\x00\x00\xec\x00\x00\x00\x00\x00\x00\x00\x33\x21\x00\x00\x00\x00\x00\x00\x18\x80\x01\x00", "serialization"},
	} {
		r := fixtures.Literal(tt.name, []byte(tt.content))
		if what := Identify(r, r.Size()); what == "" || strings.Contains(what, tt.not) {
			t.Errorf("%s is %q", tt.name, what)
		}
	}
}

// TestTitleIsEscaped: a page's title is the page's text, not ours.
func TestTitleIsEscaped(t *testing.T) {
	r := fixtures.Literal("page", []byte("<html><title>\x1b[31mred\u202e\n</title>"))
	if what := Identify(r, r.Size()); !strings.Contains(what, `\x1b[31mred\u202e`) {
		t.Errorf("got %q", what)
	}
}
