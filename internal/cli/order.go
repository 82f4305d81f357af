package cli

import (
	"context"
	"iter"
	"sync"
)

// inOrder works on count things, at most parallel of them at a time, and hands out what comes of them in
// order. All work has ended when the loop over it ends; leaving the loop cancels what is under way.
func inOrder[T any](ctx context.Context, count, parallel int, work func(context.Context, int) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		var tasks sync.WaitGroup
		defer tasks.Wait()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		// The loop below holds one slot, so the channel holds one less.
		slots := make(chan chan T, parallel-1)
		tasks.Go(func() {
			defer close(slots)
			for i := range count {
				slot := make(chan T, 1)
				select {
				case slots <- slot:
				case <-ctx.Done():
					return
				}
				tasks.Go(func() { slot <- work(ctx, i) })
			}
		})
		for slot := range slots {
			if !yield(<-slot) {
				return
			}
		}
	}
}
