package wrap

import (
	"context"
	"errors"
	"io"
	"sync"
)

// Plan is one plan found in a file, or the place of one that cannot be read.
type Plan struct {
	// Member names the plan inside of the file, such as an archive's member; empty if the file holds one
	// plan by its format.
	Member string
	// Wrapper names the formats around the plan, the outermost first; empty for a bare plan.
	Wrapper string
	// File is the path of the file beside the input that holds the plan; empty if the input does.
	File string
	// Offset is where the plan starts, in bytes: in the input or in File, or, if the plan is Encoded, in
	// what the encoding decodes to.
	Offset int64
	// Size is the plan's size in bytes, decoded.
	Size int64
	// Reader reads the plan from its start. It is safe for concurrent use, and is a zerorun.DataSeeker.
	Reader io.ReaderAt
	// Encoded is true if the plan's bytes are not in the file as they are.
	Encoded bool
	// Err says why a member that may hold a plan cannot be read. Reader then fails with it, and Size
	// means nothing.
	Err error

	release func() error
}

// Close gives back what the plan holds open. It is needed once, and harmless after that.
func (p Plan) Close() error {
	if p.release == nil {
		return nil
	}
	return p.release()
}

// Spooled is a store of decoded bytes. It may be a zerorun.DataSeeker.
type Spooled interface {
	io.ReaderAt
	// Size is the number of bytes stored.
	Size() int64
	Close() error
}

// DefaultMaxDecoded is how many bytes a file may decode to, unless Options say otherwise: 1 TiB.
const DefaultMaxDecoded = 1 << 40

// Options are the settings of Find. The zero value reads what is not compressed.
type Options struct {
	// Path is where the file lies, for files beside it; empty if it has no place, such as standard input.
	Path string
	// Spool stores a decoded stream to its end, or fails and keeps nothing: with an error, its store is not
	// looked at. If Spool is nil, compressed wrappers end in ErrNoSpool.
	Spool func(context.Context, io.Reader) (Spooled, error)
	// MaxDecoded limits the bytes that all streams of the file decode to; 0 means DefaultMaxDecoded.
	MaxDecoded int64
}

// ErrNoSpool says that a plan is compressed and that the caller gave no place to decode it to.
var ErrNoSpool = errors.New("compressed, and there is no place to decode it to")

// hold keeps something open that several plans read from.
type hold struct {
	mu     sync.Mutex
	users  int
	closer io.Closer
}

func newHold(closer io.Closer) *hold { return &hold{users: 1, closer: closer} }

func (h *hold) add() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.users++
}

// drop closes what is held after its last user.
func (h *hold) drop() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.users--; h.users > 0 {
		return nil
	}
	return h.closer.Close()
}

// releaser returns the Close of a plan that uses the holds.
func releaser(holds []*hold) func() error {
	if len(holds) == 0 {
		return nil
	}
	for _, h := range holds {
		h.add()
	}
	return sync.OnceValue(func() error {
		var errs []error
		for _, h := range holds {
			errs = append(errs, h.drop())
		}
		return errors.Join(errs...)
	})
}

// failed is the reader of a member that cannot be read.
type failed struct{ err error }

func (f failed) ReadAt([]byte, int64) (int, error) { return 0, f.err }
