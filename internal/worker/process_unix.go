//go:build unix

package worker

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/planlint/planlint/internal/trt"
)

// The descriptors of a worker.
const (
	fdRequests = 3
	fdFrames   = 4
	fdData     = 5
)

// environmentMark is set for workers, so that a program knows that its descriptors are there.
const environmentMark = "PLANLINT_WORKER=1"

// outputDelay is how long the output of a dead worker is waited for, if something outside of its process
// group holds it open.
const outputDelay = 2 * time.Second

// process is a worker's process and the parent's ends of its pipes.
type process struct {
	cmd                    *exec.Cmd
	requests, frames, data *os.File
	output                 *tail
	ended                  chan struct{} // closed when nobody waits for the process any more
	killed, reaped         sync.Once
	how                    string
}

// launch starts a worker in a process group of its own.
func launch(o Options) (*session, error) {
	p := &process{output: &tail{}, ended: make(chan struct{})}
	var theirs []*os.File
	defer func() { closeAll(theirs) }()
	for _, end := range []struct {
		ours   **os.File
		toThem bool
	}{{&p.requests, true}, {&p.frames, false}, {&p.data, false}} {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll([]*os.File{p.requests, p.frames, p.data})
			return nil, fmt.Errorf("%w: %w", trt.ErrUnavailable, err)
		}
		if end.toThem {
			r, w = w, r
		}
		*end.ours, theirs = r, append(theirs, w)
	}
	growPipe(p.data)
	p.cmd = exec.Command(o.Path, "--libraries", o.Folder)
	p.cmd.Env = environment(os.Environ(), o)
	p.cmd.ExtraFiles = theirs
	p.cmd.Stdout, p.cmd.Stderr = p.output, p.output
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.WaitDelay = outputDelay
	endWithParent(p.cmd.SysProcAttr)
	if err := p.start(); err != nil {
		closeAll([]*os.File{p.requests, p.frames, p.data})
		return nil, fmt.Errorf("%w: the worker cannot be started: %w", trt.ErrUnavailable, err)
	}
	s := &session{requests: p.requests, frames: drain{p.frames}, data: drain{p.data}, kill: p.kill, reap: p.reap, silence: o.Silence}
	if err := limitMemory(p.cmd.Process.Pid, o.MemoryLimit); err != nil {
		p.reap()
		return nil, err
	}
	return s, nil
}

// environment puts the folder of the libraries first where the dynamic linker looks: TensorRT opens its
// builder resources by name.
func environment(base []string, o Options) []string {
	const variable = "LD_LIBRARY_PATH"
	list := append(base[:len(base):len(base)], o.Env...)
	path := o.Folder
	for _, entry := range list {
		if value, ok := strings.CutPrefix(entry, variable+"="); ok && value != "" {
			path = o.Folder + string(os.PathListSeparator) + value
		}
	}
	return append(list, variable+"="+path, environmentMark)
}

// kill ends the whole process group. The group's number cannot belong to others, because the worker is
// waited for only after this.
func (p *process) kill() {
	p.killed.Do(func() {
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // it may have ended already
		closeAll([]*os.File{p.requests, p.frames, p.data})
	})
}

// start starts the process on a thread that lives as long: a worker ends with the thread that started it.
func (p *process) start() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err == nil {
			p.notice()
		}
	}()
	return <-started
}

// notice waits for the process's end and then lets nobody wait for its pipes, which others may hold open.
func (p *process) notice() {
	defer close(p.ended)
	if err := waitEnd(p.cmd.Process.Pid); err != nil {
		return
	}
	now := time.Now()
	for _, set := range []func(time.Time) error{p.frames.SetReadDeadline, p.data.SetReadDeadline, p.requests.SetWriteDeadline} {
		_ = set(now) // they may have been closed by now
	}
}

func (p *process) reap() string {
	p.reaped.Do(func() {
		p.kill()
		<-p.ended
		err := p.cmd.Wait()
		var exit *exec.ExitError
		switch {
		case err == nil || errors.Is(err, exec.ErrWaitDelay):
			p.how = "exit status 0"
		case errors.As(err, &exit):
			p.how = exit.Error()
		default:
			p.how = err.Error()
		}
		if words := p.output.telling(); words != "" {
			p.how += ": " + words
		}
	})
	return p.how
}

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close() // pipes, which have nothing to flush
		}
	}
}

// Pipes returns a worker's ends of the pipes to its parent; false: nobody has started this program as one.
func Pipes() (requests io.Reader, frames io.Writer, data *os.File, ok bool) {
	name, value, _ := strings.Cut(environmentMark, "=")
	if os.Getenv(name) != value {
		return nil, nil, nil, false
	}
	return os.NewFile(fdRequests, "requests"), os.NewFile(fdFrames, "frames"), os.NewFile(fdData, "data"), true
}
