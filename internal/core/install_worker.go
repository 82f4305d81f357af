package core

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/planlint/planlint"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/worker"
)

// workerManifest says what a worker was compiled from. All of it must be as it is now for the worker to stay.
type workerManifest struct {
	File      installed  `json:"file"`
	Sources   string     `json:"sources"`
	Planlint  string     `json:"planlint"`
	Tags      string     `json:"tags"`
	Headers   headers    `json:"headers"`
	Compilers []compiler `json:"compilers"`
}

// manifestOf is where the manifest of a worker is.
func manifestOf(program string) string { return program + ".json" }

// compiler is a program that took part, known by what can be seen without starting it.
type compiler struct {
	Name     string    `json:"name"`
	Path     string    `json:"path"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
}

// worker compiles the worker, if there is none or if it would come out different.
func (s *step) worker(ctx context.Context, done *Installed) error {
	h, err := s.findHeaders(ctx)
	if err != nil {
		return err
	}
	done.Headers = result.CoreHeaders{Version: h.Version, Source: h.Source}
	folder := filepath.Join(s.options.Cache, s.options.Sources)
	name := programOf(s.family, s.line)
	program := filepath.Join(folder, name)
	manifest := manifestOf(program)
	done.Worker = result.CoreWorker{Path: program, State: result.CorePresent}
	var kept workerManifest
	if readJSON(manifest, &kept) && s.upToDate(kept, h) && kept.File.intact(folder) {
		return nil
	}
	compilers, err := s.compilers()
	if err != nil {
		return err
	}
	s.say("compiling %s against headers of %s", name, h.title())
	built, err := s.compile(ctx, h, compilers)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	if err := os.Remove(manifest); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Rename(built, program); err != nil {
		return err
	}
	file, err := describe(folder, name)
	if err != nil {
		return err
	}
	done.Worker.State = result.CoreCompiled
	temporary := filepath.Join(s.temporary, "manifest")
	if err := writeJSON(temporary, workerManifest{file, s.options.Sources, worker.Version(), string(s.family), h, compilers}); err != nil {
		return err
	}
	return os.Rename(temporary, manifest)
}

// upToDate compares what a worker was made from with what there is. A compiler that is gone is no reason to
// compile again, one that has changed is.
func (s *step) upToDate(kept workerManifest, h headers) bool {
	if kept.Sources != s.options.Sources || kept.Tags != string(s.family) || kept.Headers.Digest != h.Digest {
		return false
	}
	now, err := s.compilers()
	if err != nil {
		return true
	}
	for _, was := range kept.Compilers {
		for _, is := range now {
			if was.Name == is.Name && (was.Path != is.Path || was.Size != is.Size || !was.Modified.Equal(is.Modified)) {
				return false
			}
		}
	}
	return true
}

// compilers finds what compiles: Go, and C and C++ by the variables that Go obeys.
func (s *step) compilers() ([]compiler, error) {
	var list []compiler
	for _, c := range []struct {
		name     string
		programs []string
		missing  string
	}{
		{"go", []string{"go", "/usr/local/go/bin/go"}, "Go, which is not here: install Go 1.26 or later"},
		{"CC", []string{"gcc", "clang"}, "a C compiler, and there is no gcc: install gcc and g++"},
		{"CXX", []string{"g++", "clang++"}, "a C++ compiler, and there is no g++: install g++"},
	} {
		if words := strings.Fields(s.options.Env(c.name)); c.name != "go" && len(words) > 0 {
			c.programs = words[:1]
			c.missing = "the compiler that " + c.name + " names, " + words[0] + ", which is not here"
		}
		path, ok := find(c.programs...)
		if !ok {
			return nil, unavailable("the worker is compiled with %s", c.missing)
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		list = append(list, compiler{c.name, path, info.Size(), info.ModTime().UTC()})
	}
	return list, nil
}

// compile writes out the sources that this planlint carries and compiles the worker from them.
func (s *step) compile(ctx context.Context, h headers, compilers []compiler) (string, error) {
	sources := filepath.Join(s.temporary, "sources")
	err := planlint.WorkerSources(func(name string, content []byte) error {
		path := filepath.Join(sources, filepath.FromSlash(name))
		return errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, content, 0o666))
	})
	if err != nil {
		return "", err
	}
	out := filepath.Join(s.temporary, workerName)
	args := []string{"build", "-trimpath", "-buildvcs=false", "-tags", string(s.family),
		"-ldflags", "-X " + worker.VersionVariable + "=" + worker.Version(), "-o", out, "./cmd/" + workerName}
	env := []string{"CGO_ENABLED=1", "CGO_CPPFLAGS=" + quotedWord("-I"+h.folder), "GOFLAGS=", "GOWORK=off", "GOOS=", "GOARCH=", "GO111MODULE=on"}
	for _, c := range compilers[1:] {
		if s.options.Env(c.Name) == "" {
			env = append(env, c.Name+"="+quotedWord(c.Path))
		}
	}
	return out, s.use(ctx, tool{name: "go build", program: compilers[0].Path, args: args, dir: sources, env: env})
}

// quotedWord makes one word of a text for the Go command, which splits these variables at spaces and knows no
// escapes.
func quotedWord(text string) string {
	if strings.Contains(text, "'") {
		return `"` + text + `"`
	}
	return "'" + text + "'"
}
