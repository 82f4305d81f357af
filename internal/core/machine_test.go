package core

import (
	"os"
	"path/filepath"
	"testing"
)

// machine is a machine for tests: a root with files, and an environment.
type machine struct {
	t       *testing.T
	root    string
	env     map[string]string
	options Options
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	m := &machine{t: t, root: resolved(t.TempDir()), env: map[string]string{}}
	m.options = Options{
		Env: func(name string) string { return m.env[name] }, Sources: "5041ce5", System: m.root,
		Cache: m.path("cache"), Home: m.path("home"), Executable: m.path("bin/planlint"),
	}
	return m
}

func (m *machine) path(name string) string { return filepath.Join(m.root, filepath.FromSlash(name)) }

// add creates files; those below bin or with the name of a worker are programs.
func (m *machine) add(names ...string) {
	m.t.Helper()
	for _, name := range names {
		path := m.path(name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			m.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("no library"), 0o777); err != nil {
			m.t.Fatal(err)
		}
	}
}

func (m *machine) link(from, to string) {
	m.t.Helper()
	if err := os.MkdirAll(filepath.Dir(m.path(from)), 0o777); err != nil {
		m.t.Fatal(err)
	}
	if err := os.Symlink(to, m.path(from)); err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) finder() *Finder { return New(m.options) }

func (m *machine) write(name, text string) {
	m.t.Helper()
	m.add(name)
	if err := os.WriteFile(m.path(name), []byte(text), 0o666); err != nil {
		m.t.Fatal(err)
	}
}
