package report

import (
	"runtime"
	"testing"
)

func TestPlaces(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("names of files are those of Unix here")
	}
	for _, c := range []struct {
		root, folder, file string
		want               place
	}{
		{"", "", "engines/a.plan", place{"engines/a.plan", "engines/a.plan", true}},
		{"/r", "/r", "./engines//a.plan", place{"engines/a.plan", "engines/a.plan", true}},
		{"/r", "/r/models/x", "a.plan", place{"models/x/a.plan", "models/x/a.plan", true}},
		{"/r", "/r/models/x", "../a.plan", place{"models/a.plan", "models/a.plan", true}},
		{"/r", "/r/models", "/r/b.plan", place{"b.plan", "b.plan", true}},
		{"/r", "/r", "../outside.plan", place{"../outside.plan", "../outside.plan", false}},
		{"/r", "/r", "/elsewhere/b c.plan", place{"/elsewhere/b c.plan", "file:///elsewhere/b%20c.plan", false}},
		{"/", "/", "/b.plan", place{"b.plan", "b.plan", true}},
		{"/r", "/r", "-", place{"standard-input", "standard-input", true}},
		{"/r", "/r", "a:b.plan", place{"a:b.plan", "./a:b.plan", true}},
		{"/r", "/r", "100% [x]\xff.plan", place{"100% [x]\xff.plan", "100%25%20%5Bx%5D%FF.plan", true}},
		{"/r", "/r", "a.zip!b.plan", place{"a.zip!b.plan", "a.zip%21b.plan", true}},
		{"/r", "/r", "https://example.invalid/a%20b.plan?x", place{"https://example.invalid/a%20b.plan?x", "https://example.invalid/a%20b.plan?x", false}},
		{"/r", "/r", "https://example.invalid/a b", place{"https://example.invalid/a b", "https://example.invalid/a%20b", false}},
	} {
		if got := (Places{c.root, c.folder}).of(c.file); got != c.want {
			t.Errorf("%q in %q of %q: %+v, want %+v", c.file, c.folder, c.root, got, c.want)
		}
	}
}
