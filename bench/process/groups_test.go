package process

import (
	"slices"
	"testing"
)

func TestWithoutFolder(t *testing.T) {
	got := withoutFolder([]string{"/var/tmp/tmp.Ab3/planlint", "scan", "if=/var/tmp/bench-12/a.plan", "/home/me/b.plan"}, "/var/tmp")
	if want := []string{"planlint", "scan", "if=a.plan", "/home/me/b.plan"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
