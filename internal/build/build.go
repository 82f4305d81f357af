// Package build builds plans through workers, judges each while it arrives, and says what it was built from and
// with.
package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/compare"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/sparse"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
	"github.com/planlint/planlint/zerorun"
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

	source source
}

// source is where the plan's bytes can be read.
type source interface {
	io.ReaderAt
	io.Closer
	Path() string
	Size() int64
}

// Bytes are the plan's, to compare it with others.
func (b *Built) Bytes() compare.Plan { return compare.Plan{Reader: b.source, Size: b.source.Size()} }

// Close ends the use of the plan's bytes.
func (b *Built) Close() error { return b.source.Close() }

// Build builds a plan. Its bytes go to their file, or to a temporary one without a name, and are scanned and
// hashed meanwhile. Errors are those of worker.Client.Build.
func Build(ctx context.Context, client *worker.Client, r Request) (*Built, error) {
	passing, hash := analyze.NewPassing(r.Options), sha256.New()
	request := worker.Request{Model: r.Model, Settings: r.Settings, Target: r.Output, Overwrite: r.Overwrite,
		Scan: passing.Settings(), To: []io.Writer{hash}}
	open := func() (source, error) { return input.Open(ctx, r.Output, input.Options{}) }
	discard := func() error { return nil }
	if r.Output == "" {
		temporary, err := newTemporary()
		if err != nil {
			return nil, err
		}
		request.To = append(request.To, temporary.writer)
		open, discard = temporary.source, temporary.file.Close
	}
	built, err := client.Build(ctx, request)
	if err != nil {
		return nil, errors.Join(err, discard())
	}
	from, err := open()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the plan cannot be read back: %w", err), discard())
	}
	b := &Built{Log: built.Log, Omitted: built.Omitted, source: from,
		BuiltPlan: result.BuiltPlan{Output: r.Output, Size: built.Size, SHA256: hex.EncodeToString(hash.Sum(nil))}}
	// What the file takes on disk is left out: it depends on the disk, and not on the build.
	in := analyze.Input{Name: r.Name, Path: from.Path(), Reader: from, Size: built.Size}
	if r.Output != "" {
		in.Name = r.Output
	}
	report := passing.Judge(ctx, in, built.Zeros)
	b.Scan, b.Err = report.Scan, report.Err
	if err := ctx.Err(); err != nil {
		return nil, errors.Join(context.Cause(ctx), b.Close())
	}
	return b, nil
}

// temporary is a plan that is not kept. Its zeros take no disk.
type temporary struct {
	file   *os.File
	writer *sparse.Writer
}

func newTemporary() (*temporary, error) {
	file, err := sparse.Temporary("")
	if err != nil {
		return nil, fmt.Errorf("no temporary file for the plan in %s (TMPDIR names another folder): %w", os.TempDir(), err)
	}
	writer, err := sparse.NewWriter(file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &temporary{file, writer}, nil
}

// source ends the writing.
func (t *temporary) source() (source, error) {
	if err := t.writer.Finish(); err != nil {
		return nil, err
	}
	file, err := zerorun.NewFile(t.file)
	if err != nil {
		return nil, err
	}
	return &unnamed{file, t.file}, nil
}

// unnamed is the source of a temporary file.
type unnamed struct {
	*zerorun.File
	file *os.File
}

func (*unnamed) Path() string   { return "" }
func (u *unnamed) Close() error { return u.file.Close() }
