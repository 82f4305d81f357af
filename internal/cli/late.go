package cli

import (
	"strings"
	"sync"
	"time"
)

// late holds lines about steps back until they take so long that somebody may wonder.
type late struct {
	timer *time.Timer

	mu    sync.Mutex
	lines []string
	show  func(line string) // nil: nothing is shown any more
	due   bool
}

// late returns lines for standard error: of a terminal after a while, or as --progress says.
func (a *app) late(s *settings) *late {
	l := &late{}
	delay := progressDelay
	switch {
	case s.progress == "always":
		delay = 0
	case s.progress == "never" || s.quiet || !isTerminal(a.stderr):
		return l
	}
	l.show = func(line string) { a.note(s, line) }
	if delay == 0 {
		l.due = true
		return l
	}
	l.timer = time.AfterFunc(delay, l.dueNow)
	return l
}

// say shows a line now or when it is due.
func (l *late) say(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.show == nil:
	case l.due:
		l.show(line)
	default:
		l.lines = append(l.lines, line)
	}
}

func (l *late) dueNow() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.show != nil && len(l.lines) > 0 {
		l.show(strings.Join(l.lines, "; "))
	}
	l.due = true
}

// stop shows nothing more.
func (l *late) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.show = nil
	if l.timer != nil {
		l.timer.Stop()
	}
}
