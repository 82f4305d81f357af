package core

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

func TestLocked(t *testing.T) {
	t.Parallel()
	cache := filepath.Join(t.TempDir(), "not", "there", "yet")
	held, release := make(chan bool), make(chan bool)
	first := make(chan error)
	go func() {
		first <- locked(t.Context(), cache, func() { t.Error("the first one waits") }, func() error { close(held); <-release; return nil })
	}()
	<-held
	// Another one waits, says so once, and gives up when its context ends.
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	err := locked(ctx, cache, func() { cancel(cause) }, func() error { t.Error("two at once"); return nil })
	if !errors.Is(err, cause) {
		t.Errorf("error %v", err)
	}
	// And one gets its turn.
	var waited, done atomic.Int32
	err = locked(t.Context(), cache, func() { waited.Add(1); close(release) }, func() error { done.Add(1); return nil })
	if err != nil || waited.Load() != 1 || done.Load() != 1 {
		t.Errorf("waited %d times, done %d times, error %v", waited.Load(), done.Load(), err)
	}
	if err := <-first; err != nil {
		t.Error(err)
	}
}

func TestIntact(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "library")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("twelve bytes")
	known, err := describe(folder, "library")
	if err != nil || known.Size != 12 || len(known.SHA256) != 64 {
		t.Fatalf("%+v, %v", known, err)
	}
	check := func(what string, want bool) {
		t.Helper()
		if got := known.intact(folder); got != want {
			t.Errorf("%s: intact %v", what, got)
		}
	}
	check("as it was", true)
	touched := known.Modified.Add(-time.Hour)
	if err := os.Chtimes(path, touched, touched); err != nil {
		t.Fatal(err)
	}
	check("touched", true)
	write("other bytes!")
	check("changed", false)
	write("cut")
	check("shorter", false)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	check("gone", false)
	if err := os.Mkdir(path, 0o777); err != nil {
		t.Fatal(err)
	}
	check("a folder", false)
}

func TestMoveInto(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.write("temporary/new/file", "new")
	m.write("to/here/old", "old")
	for range 2 { // what was replaced before is in the way the second time
		m.write("temporary/new/file", "new")
		if err := moveInto(m.path("temporary/new"), m.path("to/here"), m.path("temporary")); err != nil {
			t.Fatal(err)
		}
		if got := namesIn(m.path("to/here")); !slices.Equal(got, []string{"file"}) {
			t.Errorf("there are %v", got)
		}
	}
}
