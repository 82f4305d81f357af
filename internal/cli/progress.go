package cli

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/planlint/planlint/report"
)

const (
	progressDelay = 2 * time.Second
	progressEvery = 100 * time.Millisecond
)

// progress is the bar on standard error. It shows up late, and is out of the way while results are printed.
type progress struct {
	done, total atomic.Int64
	stopped     chan struct{}
	drawing     sync.WaitGroup

	mu   sync.Mutex
	w    io.Writer
	bar  *progressbar.ProgressBar // nil until it is due
	text string                   // of work whose length is not known; "" for a bar
	keep bool
}

// newProgress starts a bar: at once for "always", after a while on a terminal for "auto".
func newProgress(w io.Writer, when string, terminal bool) *progress {
	return newLabelled(w, when, terminal, "")
}

// newLabelled starts with a line for work whose length is not known, as label does.
func newLabelled(w io.Writer, when string, terminal bool, text string) *progress {
	p := &progress{w: w, stopped: make(chan struct{}), keep: when == "always", text: text}
	switch {
	case p.keep:
		p.draw()
		p.drawing.Go(func() { p.run(0) })
	case when == "auto" && terminal:
		p.drawing.Go(func() { p.run(progressDelay) })
	}
	return p
}

// expect adds bytes that will have to be read.
func (p *progress) expect(bytes int64) { p.total.Add(bytes) }

// add adds bytes that were read.
func (p *progress) add(bytes int64) { p.done.Add(bytes) }

// label starts work whose length is not known, such as a build, with a line instead of a bar: what is done, the
// bytes so far, and how long it takes.
func (p *progress) label(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = text
	p.done.Store(0)
	if p.bar != nil {
		p.clear()
		p.bar = nil
		p.drawLine()
	}
}

// aside clears the bar while something is printed.
func (p *progress) aside(print func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	return print()
}

// stop ends the bar. One that was asked for stays to be seen.
func (p *progress) stop() {
	close(p.stopped)
	p.drawing.Wait()
	if !p.keep {
		p.clear()
		return
	}
	p.draw()
	if p.done.Load() >= p.total.Load() {
		_ = p.bar.Finish()
	}
	_, _ = io.WriteString(p.w, "\n")
}

func (p *progress) run(delay time.Duration) {
	for wait := delay; ; wait = progressEvery {
		select {
		case <-p.stopped:
			return
		case <-time.After(wait):
			p.draw()
		}
	}
}

func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.text != "" {
		p.drawLine()
		return
	}
	total := max(p.total.Load(), 1)
	if p.bar == nil {
		p.bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(p.w), progressbar.OptionShowBytes(true),
			progressbar.OptionUseIECUnits(true), progressbar.OptionShowCount(), progressbar.OptionSetWidth(30))
	}
	// A bar that is full would be finished, and more files may follow. A bar that cannot be drawn is no
	// reason to stop.
	p.bar.ChangeMax64(total + 1)
	_ = p.bar.Set64(min(p.done.Load(), total))
}

// drawLine draws the line for work of unknown length.
func (p *progress) drawLine() {
	if p.bar == nil {
		p.bar = progressbar.NewOptions64(-1, progressbar.OptionSetWriter(p.w), progressbar.OptionShowBytes(true),
			progressbar.OptionUseIECUnits(true), progressbar.OptionSetDescription(report.Visible(p.text)),
			progressbar.OptionSetElapsedTime(true), progressbar.OptionSpinnerType(9), progressbar.OptionShowCount(),
			progressbar.OptionSetSpinnerChangeInterval(0)) // no goroutine of its own: this one draws
		_ = p.bar.RenderBlank()
	}
	_ = p.bar.Set64(p.done.Load())
}

func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
