package worker

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestWatchdog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bites := 0
		dog := newWatchdog(time.Minute, func() { bites++ })
		rest := func(d time.Duration) { time.Sleep(d); synctest.Wait() } // the bubble's time
		for range 10 {
			rest(59 * time.Second)
			dog.touch()
		}
		dog.pause()
		rest(time.Hour)
		dog.resume()
		if rest(59 * time.Second); bites != 0 {
			t.Fatal("it bit somebody who was alive")
		}
		if rest(2 * time.Second); bites != 1 {
			t.Errorf("%d bites after a minute of silence, want 1", bites)
		}
		dog.touch()
		if rest(time.Hour); bites != 1 || !dog.end() {
			t.Errorf("%d bites, want one", bites)
		}
		quiet := newWatchdog(time.Minute, func() { bites++ })
		if quiet.end() {
			t.Error("it says it has bitten")
		}
		if rest(time.Hour); bites != 1 {
			t.Error("it bit after its end")
		}
	})
}
