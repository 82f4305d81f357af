package worker

import (
	"sync"
	"time"
)

// watchdog calls bite once if nobody touches it for a while. Time in which the parent itself is busy, such
// as with a slow disk, does not count: the worker cannot be heard then.
type watchdog struct {
	mutex  sync.Mutex
	timer  *time.Timer
	limit  time.Duration
	busy   int
	bitten bool
	ended  bool
}

// newWatchdog starts a watchdog. bite is called in a goroutine of its own.
func newWatchdog(limit time.Duration, bite func()) *watchdog {
	w := &watchdog{limit: limit}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.timer = time.AfterFunc(limit, func() {
		if w.due() {
			bite()
		}
	})
	return w
}

// due decides when the timer has run out.
func (w *watchdog) due() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.ended {
		return false
	}
	if w.busy > 0 {
		w.timer.Reset(w.limit)
		return false
	}
	w.bitten, w.ended = true, true
	return true
}

// touch tells of a sign of life.
func (w *watchdog) touch() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if !w.ended {
		w.timer.Reset(w.limit)
	}
}

// pause and resume enclose work of the parent.
func (w *watchdog) pause() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.busy++
}

func (w *watchdog) resume() {
	w.mutex.Lock()
	w.busy--
	w.mutex.Unlock()
	w.touch()
}

// end stops the watchdog and tells whether it has bitten.
func (w *watchdog) end() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.ended = true
	w.timer.Stop()
	return w.bitten
}
