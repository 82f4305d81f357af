package core

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/planlint/planlint"
)

// Options say where a Finder looks. An empty field is a place that is not looked in.
type Options struct {
	// Env returns an environment variable.
	Env func(name string) string
	// Cache is planlint's own folder, which core install fills; <the user's cache folder>/planlint/core.
	Cache string
	// Home is the user's home folder.
	Home string
	// Executable is planlint's own program.
	Executable string
	// System is the root of the file system that the system's folders are looked for in.
	System string
	// Worker is the program of --worker, used whatever it is.
	Worker string
	// Sources names the sources that a worker must have been made from.
	Sources string
	// Python asks python3 for its folders. That starts a program, so that only doctor and install set it.
	Python bool
}

// Here returns the options for this machine and user.
func Here() Options {
	o := Options{Env: os.Getenv, System: "/", Sources: planlint.WorkerDigest()}
	if cache, err := os.UserCacheDir(); err == nil && filepath.IsAbs(cache) {
		o.Cache = filepath.Join(cache, "planlint", "core")
	}
	if home, err := os.UserHomeDir(); err == nil && filepath.IsAbs(home) {
		o.Home = home
	}
	if program, err := os.Executable(); err == nil {
		o.Executable = resolved(program)
	}
	if runtime.GOOS != "linux" { // TensorRT for others is not run by workers
		o.System = ""
	}
	return o
}

// Finder finds TensorRTs and workers. It keeps nothing: every call looks again.
type Finder struct{ options Options }

// New returns a Finder.
func New(o Options) *Finder {
	if o.Env == nil {
		o.Env = func(string) string { return "" }
	}
	return &Finder{o}
}

// All returns every TensorRT that is found, the newest first, TensorRT before TensorRT-RTX. A version that
// is found in several places is listed once.
func (f *Finder) All(ctx context.Context) []Installation {
	var list []Installation
	for _, place := range f.places(ctx) {
		if ctx.Err() != nil {
			return nil
		}
		if place.below {
			list = merge(list, search(place.folder, place.source))
		} else {
			list = merge(list, look(place.folder, place.source))
		}
	}
	slices.SortStableFunc(list, newerFirst)
	return list
}
