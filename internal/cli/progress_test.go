package cli

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// screen is a writer that can be looked at while it is written to.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func TestProgressShowsUpLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w screen
		p := newProgress(&w, "auto", true)
		p.expect(1000)
		p.add(500)
		time.Sleep(progressDelay - time.Millisecond)
		synctest.Wait()
		if got := w.String(); got != "" {
			t.Errorf("before its time: %q", got)
		}
		time.Sleep(2 * time.Millisecond)
		synctest.Wait()
		if got := w.String(); !strings.Contains(got, "%") {
			t.Errorf("after its time: %q", got)
		}
		p.stop()
		if got := w.String(); strings.TrimSpace(got[strings.LastIndexByte(got[:len(got)-1], '\r')+1:]) != "" {
			t.Errorf("the bar is still there: %q", got)
		}
	})
}

func TestProgressIsQuiet(t *testing.T) {
	for _, test := range []struct {
		when     string
		terminal bool
	}{{"never", true}, {"never", false}, {"auto", false}} {
		synctest.Test(t, func(t *testing.T) {
			var w screen
			p := newProgress(&w, test.when, test.terminal)
			time.Sleep(time.Minute)
			p.stop()
			if got := w.String(); got != "" {
				t.Errorf("%s, terminal %v: %q", test.when, test.terminal, got)
			}
		})
	}
}

func TestProgressStepsAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w screen
		p := newProgress(&w, "always", false)
		p.expect(10)
		if err := p.aside(func() error { _, err := w.Write([]byte("result\n")); return err }); err != nil {
			t.Fatal(err)
		}
		before, _, _ := strings.Cut(w.String(), "result\n")
		if last := before[strings.LastIndexByte(before, '\r')+1:]; strings.TrimSpace(last) != "" {
			t.Errorf("the result follows %q on its line", last)
		}
		p.add(10)
		p.stop()
		if got := w.String(); !strings.Contains(got, "100%") {
			t.Errorf("at the end: %q", got)
		}
	})
}
