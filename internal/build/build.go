// Package build builds plans through workers, judges each while it arrives, and says what it was built from and
// with.
package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/compare"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// Request is a plan to build.
type Request struct {
	Model    string
	Settings trt.Settings
	// Output is the plan's file; empty: the plan is judged and not kept.
	Output string
	// Overwrite allows to replace a file that is there.
	Overwrite bool
	// Name is what results call a plan that is not kept.
	Name string
	// Options say how the plan is judged.
	Options analyze.Options
}

// Built is a plan that was built. The caller closes it.
type Built struct {
	result.BuiltPlan
	// Err says why the plan cannot be judged; the plan is there all the same.
	Err error
	// Log is TensorRT's, without the Omitted records that were too many.
	Log     []trt.Record
	Omitted int

	store store
}

// Bytes are the plan's, to compare it with others.
func (b *Built) Bytes() compare.Plan { return compare.Plan{Reader: b.store, Size: b.store.Size()} }

// Keep gives the plan its name, if it is to be kept. Before that there is no file, whatever happens.
func (b *Built) Keep() error { return b.store.keep() }

// Close ends the use of the plan's bytes.
func (b *Built) Close() error { return b.store.Close() }

// Build builds a plan. Its bytes go to where they are kept, or to a temporary file, and are scanned and hashed
// meanwhile. Errors are those of worker.Client.Build.
func Build(ctx context.Context, client *worker.Client, r Request) (*Built, error) {
	to, err := newStore(r.Output, r.Overwrite)
	if err != nil {
		return nil, err
	}
	passing, hash := analyze.NewPassing(r.Options), sha256.New()
	built, err := client.Build(ctx, worker.Request{Model: r.Model, Settings: r.Settings, Scan: passing.Settings(), To: []io.Writer{to, hash}})
	if err == nil {
		err = to.finish()
	}
	if err != nil {
		return nil, joined(err, to.Close())
	}
	b := &Built{Log: built.Log, Omitted: built.Omitted, store: to,
		BuiltPlan: result.BuiltPlan{Output: r.Output, Size: built.Size, SHA256: hex.EncodeToString(hash.Sum(nil))}}
	// What the file takes on disk is left out: it depends on the disk, and not on the build.
	in := analyze.Input{Name: r.Name, Reader: to, Size: built.Size}
	if r.Output != "" {
		in.Name = r.Output
	}
	report := passing.Judge(ctx, in, built.Zeros)
	b.Scan, b.Err = report.Scan, report.Err
	if ctx.Err() != nil {
		return nil, errors.Join(context.Cause(ctx), b.Close())
	}
	return b, nil
}

// joined is errors.Join that leaves a single error what it is: it may have a log.
func joined(err, more error) error {
	if more == nil {
		return err
	}
	return errors.Join(err, more)
}
