package worker

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestWatchdog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var bites atomic.Int32
		dog := newWatchdog(time.Minute, func() { bites.Add(1) })
		rest := func(d time.Duration) { time.Sleep(d); synctest.Wait() } // the bubble's time
		for range 10 {
			rest(59 * time.Second)
			dog.touch()
		}
		dog.pause()
		rest(time.Hour)
		dog.resume()
		if rest(59 * time.Second); bites.Load() != 0 {
			t.Fatal("it bit somebody who was alive")
		}
		if rest(2 * time.Second); bites.Load() != 1 {
			t.Errorf("%d bites after a minute of silence, want 1", bites.Load())
		}
		dog.touch()
		if rest(time.Hour); bites.Load() != 1 || !dog.end() {
			t.Errorf("%d bites, want one", bites.Load())
		}
		quiet := newWatchdog(time.Minute, func() { bites.Add(1) })
		if quiet.end() {
			t.Error("it says it has bitten")
		}
		if rest(time.Hour); bites.Load() != 1 {
			t.Error("it bit after its end")
		}
	})
}
