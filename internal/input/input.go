// Package input opens what a user names on the command line: a file, standard input, a pipe or an http(s)
// address. Each becomes a Source with random access; what is a stream is kept in a sparse temporary file.
package input

import (
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// Source is an input that is open for reading. A source that knows of holes is a zerorun.DataSeeker too.
type Source interface {
	io.ReaderAt
	io.Closer
	// Path is where the file lies, "" if it has no place of its own.
	Path() string
	// Size is the size in bytes.
	Size() int64
	// Allocated is what the file takes on disk, in bytes, if that is known.
	Allocated() (int64, bool)
	// Changed returns an error that wraps zerorun.ErrChanged if the source is not what it was when opened.
	Changed() error
}

// Options say how to open inputs. The zero value can open files and addresses.
type Options struct {
	// Stdin is what "-" stands for.
	Stdin io.Reader
	// Client makes the requests; nil means NewClient's.
	Client *http.Client
	// Pause is the time before a failed request is made again; 0 means half a second.
	Pause time.Duration
	// Spooled, if not nil, is told how many bytes more of a stream are in the temporary file.
	Spooled func(bytes int64)
}

// Stdin is the name of standard input.
const Stdin = "-"

// Open opens an input by the name that the user gave. Errors do not repeat the name.
func Open(ctx context.Context, name string, options Options) (Source, error) {
	switch {
	case name == Stdin:
		return openStdin(ctx, options)
	case IsAddress(name):
		return openAddress(ctx, name, options)
	}
	return openPath(ctx, name, options)
}

// IsAddress tells whether a name is an http(s) address.
func IsAddress(name string) bool {
	scheme, _, found := strings.Cut(name, "://")
	return found && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// DisplayName is the name of an input as it may be printed: what can be secret in an address, also in one that
// is not read, its user, password and query, is left out.
func DisplayName(name string) string {
	if !scheme.MatchString(name) {
		return name
	}
	return redact(name)
}

// scheme starts an address, of whatever kind. One letter is a drive of Windows.
var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+://`)
