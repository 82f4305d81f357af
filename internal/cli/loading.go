package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/sparse"
	"github.com/planlint/planlint/internal/trt"
)

// installationFor is the TensorRT to load a plan with: the one that --trt names, else the one that built the plan,
// since no other loads it but for plans that were made for that.
func installationFor(ctx context.Context, finder *core.Finder, where string, c *result.Container) (core.Installation, error) {
	if where != "" {
		return finder.At(ctx, where)
	}
	if c == nil || c.Version == "" {
		return finder.Default(ctx)
	}
	family := trt.Family("trt" + strings.Split(c.Version, ".")[0])
	if c.Family == "tensorrt-rtx" {
		family = trt.RTX
	}
	all := finder.All(ctx)
	if err := ctx.Err(); err != nil {
		return core.Installation{}, err
	}
	for _, in := range all {
		if in.Family == family && in.Version != "" && strings.HasPrefix(c.Version+".", in.Version+".") {
			return in, nil
		}
	}
	for _, in := range all { // it may be of that version
		if in.Family == family && in.Version == "" {
			return in, nil
		}
	}
	return core.Installation{}, fmt.Errorf("%w: the one that built the plan, version %s, is not here: %s", trt.ErrUnavailable, c.Version, finder.Advice(family, c.Version))
}

// standsAlone tells whether the input is a file with the plan and nothing else, as TensorRT wants it.
func standsAlone(in analyze.Input, plan wrap.Plan) bool {
	return in.Path != "" && plan.File == "" && !plan.Encoded && plan.Offset == 0 && plan.Size == in.Size
}

// planFile is a file with the plan and nothing else: the input itself, or a copy, which remove removes.
func planFile(ctx context.Context, in analyze.Input, plan wrap.Plan) (path string, remove func() error, err error) {
	if standsAlone(in, plan) {
		return in.Path, func() error { return nil }, nil
	}
	folder, err := temporaryFolder("plan")
	if err != nil {
		return "", nil, err
	}
	remove = func() error { return os.RemoveAll(folder) }
	path = filepath.Join(folder, "engine.plan")
	if err := copyTo(ctx, path, io.NewSectionReader(plan.Reader, 0, plan.Size)); err != nil {
		return "", nil, errors.Join(err, remove())
	}
	return path, remove, nil
}

// copyTo writes a file for this run. Zeros in it take no disk.
func copyTo(ctx context.Context, path string, from io.Reader) (err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return sparse.NewTemporaryError(err)
	}
	defer func() { err = errors.Join(err, sparse.NewTemporaryError(file.Close())) }()
	to, err := sparse.NewWriter(file)
	if err != nil {
		return sparse.NewTemporaryError(err)
	}
	buffer := make([]byte, 1<<20)
	for {
		n, readErr := from.Read(buffer)
		if _, err := to.Write(buffer[:n]); err != nil {
			return sparse.NewTemporaryError(err)
		}
		switch {
		case errors.Is(readErr, io.EOF):
			return sparse.NewTemporaryError(to.Finish())
		case readErr != nil:
			return readErr
		case ctx.Err() != nil:
			return context.Cause(ctx)
		}
	}
}
