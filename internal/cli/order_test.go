package cli

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestInOrder(t *testing.T) {
	for _, parallel := range []int{1, 2, 3, 8} {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			running, most := 0, 0
			change := func(by int) {
				mu.Lock()
				defer mu.Unlock()
				running += by
				most = max(most, running)
			}
			work := func(_ context.Context, i int) int {
				change(1)
				time.Sleep(time.Duration(10-i) * time.Second) // the last ones are done first
				change(-1)
				return i
			}
			got := slices.Collect(inOrder(t.Context(), 10, parallel, work))
			if !slices.Equal(got, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
				t.Errorf("%d at a time: %v", parallel, got)
			}
			if most != parallel {
				t.Errorf("%d ran at once, want %d", most, parallel)
			}
		})
	}
}

func TestInOrderStops(t *testing.T) {
	var running atomic.Int64
	work := func(ctx context.Context, i int) int {
		running.Add(1)
		defer running.Add(-1)
		if i > 0 {
			<-ctx.Done()
		}
		return i
	}
	for i := range inOrder(t.Context(), 1000, 4, work) {
		if i == 0 {
			break
		}
	}
	if n := running.Load(); n != 0 {
		t.Errorf("%d still run after the loop", n)
	}
}

func TestInOrderOfNothing(t *testing.T) {
	for range inOrder(t.Context(), 0, 1, func(context.Context, int) int { return 0 }) {
		t.Error("something came")
	}
}
