package core

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/worker"
)

// Whether install fetches libraries.
const (
	LibrariesAuto = "auto" // TensorRT-RTX, where none is here
	LibrariesYes  = "yes"
	LibrariesNo   = "no"
)

// InstallOptions say what to install.
type InstallOptions struct {
	// Names as recipes have them; none, and no TRT: the newest TensorRT-RTX.
	Names []string
	// TRT are TensorRTs to install the workers of, as At takes them.
	TRT []string
	// Libraries is one of the constants; empty: LibrariesAuto.
	Libraries string
	// Headers is a folder of headers to use; empty: found, or fetched.
	Headers string
	// Say takes a line about a step that takes its time. Output takes what other programs print; may be nil.
	Say    func(line string)
	Output io.Writer
}

// Installed is what there is of one worker now, or why it could not be installed.
type Installed struct {
	result.CoreInstall
	Err error
	// libraries that the worker can be used with; no folder: there are none.
	libraries Installation
}

// Install fetches and compiles what is missing. Each name has its own result, also after an error of
// another one. An error is about all of them.
func (f *Finder) Install(ctx context.Context, o InstallOptions) ([]Installed, error) {
	wanted, err := f.wanted(ctx, o)
	if err != nil {
		return nil, err
	}
	switch {
	case runtime.GOOS != "linux":
		return nil, unavailable("workers run on Linux alone, this is %s", runtime.GOOS)
	case f.options.Cache == "":
		return nil, f.noCache()
	case o.Headers != "" && len(wanted) > 1:
		return nil, &UsageError{"--headers are those of one TensorRT, and several are named"}
	}
	var list []Installed
	waiting := func() { o.Say("another planlint is installing; waiting for it") }
	err = locked(ctx, f.options.Cache, waiting, func() (err error) {
		if err := removeLeft(f.options.Cache); err != nil {
			return err
		}
		for _, w := range wanted {
			one := f.install(ctx, w, o)
			if err := ctx.Err(); err != nil {
				return context.Cause(ctx)
			}
			list = append(list, one)
		}
		return nil
	})
	return list, err
}

// wish is a worker to install, and the user's own TensorRT if that was named.
type wish struct {
	recipe
	own Installation
}

func (f *Finder) wanted(ctx context.Context, o InstallOptions) ([]wish, error) {
	var list []wish
	if len(o.Names) > 0 || len(o.TRT) == 0 {
		named, err := chosen(o.Names)
		if err != nil {
			return nil, err
		}
		for _, r := range named {
			list = append(list, wish{recipe: r})
		}
	}
	for _, where := range o.TRT {
		in, err := f.At(ctx, where)
		if err != nil {
			return nil, err
		}
		r, known := recipeFor(in)
		if !known {
			return nil, unavailable("there is no worker for %s", in.Title())
		}
		list = append(list, wish{r, in})
	}
	return list, nil
}

// install installs one worker, in a temporary folder that is removed in the end.
func (f *Finder) install(ctx context.Context, w wish, o InstallOptions) (done Installed) {
	done.Name = w.name
	temporary, err := os.MkdirTemp(f.options.Cache, temporaryPrefix)
	if err != nil {
		done.Err = err
		return done
	}
	s := step{f, w, o, temporary}
	defer func() { done.Err = errors.Join(s.ownError(done.Err), os.RemoveAll(temporary)) }()
	if done.Err = s.worker(ctx, &done); done.Err != nil {
		return done
	}
	// Last, because they can take minutes to fetch: nobody waits for them to hear that there is no compiler.
	if done.Err = s.libraries(ctx, &done); done.Err != nil {
		return done
	}
	if done.libraries.Folder != "" {
		done.Libraries.Version, done.Libraries.Folder, done.Libraries.Source = done.libraries.Version, done.libraries.Folder, done.libraries.Source
		if done.Worker.State == result.CoreCompiled || done.Libraries.State == result.CoreFetched {
			if done.Err = f.check(ctx, done); done.Err != nil { // so it is tried again the next time
				done.Err = errors.Join(done.Err, os.Remove(manifestOf(done.Worker.Path)))
			}
		}
	}
	return done
}

// step is one worker being installed.
type step struct {
	*Finder
	wish
	InstallOptions
	temporary string
}

func (s *step) say(format string, values ...any) {
	s.Say(s.name + ": " + fmt.Sprintf(format, values...))
}

// ownError gives an error about a file in the step's folder, which is gone by then, the name of planlint's folder.
func (s *step) ownError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) && strings.HasPrefix(path.Path, s.temporary+string(filepath.Separator)) {
		return fmt.Errorf("planlint's folder %s: %s: %w", s.options.Cache, path.Op, path.Err)
	}
	return err
}

// check starts a worker with its libraries, one of which is new.
func (f *Finder) check(ctx context.Context, done Installed) error {
	o := f.options
	o.Worker = done.Worker.Path
	client, err := New(o).Start(ctx, done.libraries, worker.Options{})
	if err != nil {
		return fmt.Errorf("the worker does not start with %s in %s: %w", done.libraries.Title(), done.libraries.Folder, err)
	}
	client.Close()
	return nil
}
