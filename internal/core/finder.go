package core

import (
	"context"
	"fmt"
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
	// NoCache says why Cache is empty, for people.
	NoCache string
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
	o.Cache, o.NoCache = cacheFolder()
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

// cacheFolder is planlint's own folder below the user's for caches, or why there is none.
func cacheFolder() (folder, why string) {
	cache, err := os.UserCacheDir()
	switch xdg, home := os.Getenv("XDG_CACHE_HOME"), os.Getenv("HOME"); {
	case err == nil && filepath.IsAbs(cache):
		return filepath.Join(cache, "planlint", "core"), ""
	case xdg != "" && !filepath.IsAbs(xdg):
		return "", fmt.Sprintf("XDG_CACHE_HOME is %q, which is no absolute path", xdg)
	case home != "" && !filepath.IsAbs(home):
		return "", fmt.Sprintf("HOME is %q, which is no absolute path", home)
	case err != nil && home != "": // of another system, which has other variables
		return "", err.Error()
	}
	return "", "neither XDG_CACHE_HOME nor HOME is set"
}

// noCache is the error of what needs planlint's own folder, where there is none.
func (f *Finder) noCache() error {
	why := f.options.NoCache
	if why == "" {
		why = "the user has no folder for caches"
	}
	return unavailable("planlint has no folder for what it installs: %s", why)
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
