//go:build linux

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/worker"
	"github.com/planlint/planlint/zerorun"
)

// TestRealCancelled kills a real worker while its plan arrives, behind a few numbers of bytes.
func TestRealCancelled(t *testing.T) {
	model := rtx.Named(t, rtx.LargeWeights)[0].ONNX
	stopped := errors.New("stopped")
	for _, limit := range []int64{1, 100_000, 1 << 20, 3 << 20} {
		client := start(t, newest())
		ctx, cancel := context.WithCancelCause(t.Context())
		done, folder := int64(0), t.TempDir()
		_, err := client.Build(ctx, worker.Request{Model: model, Target: filepath.Join(folder, "a.plan"),
			Scan: zerorun.Options{Progress: func(n int64) {
				if done += n; done >= limit {
					cancel(stopped)
					<-ctx.Done()
				}
			}}})
		cancel(nil)
		left, dirErr := os.ReadDir(folder)
		// The rest of a plan can be in the pipes already; then it is complete.
		if whole := err == nil && len(left) == 1; dirErr != nil || !whole && (!errors.Is(err, stopped) || len(left) != 0) {
			t.Errorf("after %d bytes: error %v, files %v, %v", limit, err, left, dirErr)
		}
		if limit < 1<<20 && err == nil {
			t.Errorf("after %d bytes: no error, though the plan has megabytes", limit)
		}
	}
}
