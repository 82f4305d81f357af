package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/planlint/planlint/internal/replace"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/zerorun"
)

// DefaultSilence is how long a worker may give no sign of life. Workers give one every second while they
// work, so it only has to cover a machine that is busy or asleep.
const DefaultSilence = 2 * time.Minute

// Options say which worker to start, and with which libraries.
type Options struct {
	// Path of the worker's program, and Folder with TensorRT's libraries.
	Path, Folder string
	// Family that the worker must be for; empty: any.
	Family trt.Family
	// Silence after which a worker is taken to hang and killed; 0: DefaultSilence.
	Silence time.Duration
	// MemoryLimit of the worker's private memory in bytes; 0: none.
	MemoryLimit int64
	// Env is added to the environment of this process.
	Env []string
}

// Client is a running worker. It can be asked often, for one thing at a time; Close ends it.
type Client struct {
	mutex   sync.Mutex
	session *session
	hello   Hello
}

// Start starts a worker and waits until it has opened its libraries. Errors but those of the context wrap
// trt.ErrUnavailable.
func Start(ctx context.Context, o Options) (*Client, error) {
	if o.Silence <= 0 {
		o.Silence = DefaultSilence
	}
	s, err := launch(o)
	if err != nil {
		return nil, err
	}
	hello, err := s.greet(ctx, o.Family)
	if err != nil {
		return nil, err
	}
	return &Client{session: s, hello: hello}, nil
}

// Hello is what the worker said of itself.
func (c *Client) Hello() Hello { return c.hello }

// Close ends the worker and waits for its end.
func (c *Client) Close() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.session.close()
}

// Request is a plan to build.
type Request struct {
	Model    string
	Settings trt.Settings
	// Target is the plan's file; empty: the plan is scanned and not kept.
	Target string
	// Overwrite allows to replace a file that is there.
	Overwrite bool
	// Scan says how the plan is scanned while it arrives.
	Scan zerorun.Options
	// NoScan leaves the scan out: so one can measure what it costs.
	NoScan bool
	// To takes the plan's bytes too, each writer in a goroutine of its own.
	To []io.Writer
}

// Built is a plan that was built. Log holds the worker's records, in order, without the Omitted ones that
// were too many.
type Built struct {
	Size    int64 // bytes
	Zeros   zerorun.Summary
	Log     []trt.Record
	Omitted int
}

// Build builds a plan. The target gets its name only when the worker has said that the plan is complete and
// all of it has arrived; else there is no file. A build that gave no plan is a *trt.BuildError or a
// *trt.UnsupportedError, or wraps trt.ErrUnavailable. After a crash, a hang or a cancellation the worker has
// ended.
func (c *Client) Build(ctx context.Context, r Request) (built Built, err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if r.Model, r.Settings.Plugins, err = absolute(r.Model, r.Settings.Plugins); err != nil {
		return Built{}, err
	}
	scanner, err := zerorun.New(r.Scan)
	if err != nil {
		return Built{}, err
	}
	writers := r.To[:len(r.To):len(r.To)]
	if !r.NoScan {
		writers = append(writers, scanner)
	}
	commit := func() error { return nil }
	if r.Target != "" {
		file, createErr := replace.Create(r.Target, r.Overwrite)
		if createErr != nil {
			return Built{}, createErr
		}
		defer func() { err = with(err, file.Discard()) }()
		writers, commit = append(writers, file), file.Commit
	}
	to := anywhere(writers...)
	cache, err := newCache(&r.Settings)
	if err != nil {
		return Built{}, err
	}
	if cache != nil {
		defer func() { err = with(err, cache.Discard()) }()
		to.cache = cache
	}
	var log records
	size, err := c.session.ask(ctx, request{kind: frameBuild, body: build{r.Model, r.Settings}, to: to, log: &log}, nil)
	if err != nil {
		return Built{}, log.explain(ctx, "", err)
	}
	var zeros zerorun.Summary
	if !r.NoScan {
		if zeros, err = scanner.Close(); err != nil {
			return Built{}, err
		}
	}
	if err := cache.commit(); err != nil {
		return Built{}, err
	}
	if err := commit(); err != nil {
		return Built{}, fmt.Errorf("the plan could not be kept: %w", err)
	}
	return Built{Size: size, Zeros: zeros, Log: log.all(), Omitted: log.omitted}, nil
}

// with adds an error to another one, which stays what it is if there is none to add: it may have a log.
func with(err, more error) error {
	if more == nil {
		return err
	}
	return errors.Join(err, more)
}
