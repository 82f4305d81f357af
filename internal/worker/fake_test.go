//go:build unix

package worker

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/planlint/planlint"
	"github.com/planlint/planlint/internal/trt"
)

// fakeVariable makes the test's program a worker that misbehaves as its value says.
const fakeVariable = "PLANLINT_FAKE_WORKER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(fakeVariable); mode != "" {
		fake(mode)
		os.Exit(0)
	}
	code := m.Run()
	if err := leftOvers(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// leftOvers is an error if any worker was not waited for, or any goroutine of a client goes on.
func leftOvers() error {
	if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); !errors.Is(err, syscall.ECHILD) {
		return fmt.Errorf("a worker is left, %d, %v", pid, err)
	}
	var stacks strings.Builder
	if err := pprof.Lookup("goroutine").WriteTo(&stacks, 1); err != nil {
		return err
	}
	for _, of := range []string{"(*session)", "(*process)", "(*watchdog)", "worker.receive"} {
		if strings.Contains(stacks.String(), of) {
			return fmt.Errorf("a goroutine is left:\n%s", &stacks)
		}
	}
	return nil
}

// message is one frame that the fake worker sends, as it goes over the pipe.
type message struct {
	plan  bool // on the plan's pipe
	bytes []byte
}

// fakePlanSize is that of the plan in the transcript, in bytes: two whole frames and a part of one.
const fakePlanSize = 2*4096 + 100

func fakePlan() []byte {
	plan := make([]byte, fakePlanSize)
	random := rand.NewChaCha8([32]byte{1})
	_, _ = random.Read(plan[:4096]) // cannot fail
	return plan
}

func fakeHello() Hello {
	return Hello{protocol, Version(), planlint.WorkerDigest(), trt.About{Family: trt.RTX, Headers: "1.7.1", Library: "1.7.1", Features: []string{}}}
}

func encoded(kind byte, value any) []byte {
	var frame bytes.Buffer
	var err error
	if data, ok := value.([]byte); ok {
		err = writeFrame(&frame, kind, data)
	} else {
		err = writeJSON(&frame, kind, value)
	}
	if err != nil {
		panic(err)
	}
	return frame.Bytes()
}

// transcript is all that a good worker sends for one build.
func transcript() []message {
	plan := fakePlan()
	return []message{
		{false, encoded(frameHello, fakeHello())},
		{false, encoded(frameLog, trt.Record{Severity: trt.SeverityError, Text: "CUDA driver is insufficient"})},
		{true, encoded(framePlan, plan[:4096])},
		{false, encoded(frameAlive, []byte{})},
		{true, encoded(framePlan, plan[4096:8192])},
		{true, encoded(framePlan, plan[8192:])},
		{true, encoded(frameEnd, []byte{})},
		{false, encoded(frameAnswer, answer{Kind: answerDone, Size: fakePlanSize})},
	}
}

// fakeWorker has the ends of the pipes of a fake worker.
type fakeWorker struct {
	requests *os.File
	frames   *os.File
	plan     *os.File
}

// fake plays the worker. Whatever fails here shows in the parent.
func fake(mode string) {
	f := fakeWorker{os.NewFile(fdRequests, "requests"), os.NewFile(fdFrames, "frames"), os.NewFile(fdPlan, "plan")}
	mode, argument, _ := strings.Cut(mode, ":")
	number, _ := strconv.ParseInt(argument, 10, 64)
	switch mode {
	case "cut": // killed after so many bytes
		f.play(transcript(), number, 1)
		kill()
	case "crash-after-answer":
		f.play(transcript(), 1<<40, 1)
		kill()
	case "good":
		f.play(transcript(), 1<<40, 1)
		for {
			f.play(transcript()[1:], 1<<40, 0)
		}
	case "exit-before-hello":
		fmt.Fprintln(os.Stderr, "libnvinfer.so.11: cannot open shared object file")
		os.Exit(3)
	case "version":
		hello := fakeHello()
		hello.Planlint, hello.Sources = "v0.0.1\x1b[31m\nred", "0123456789abcdef"
		f.send(frameHello, hello)
	case "protocol":
		hello := fakeHello()
		hello.Protocol = 99
		f.send(frameHello, hello)
	case "garbage-hello":
		_, _ = f.frames.WriteString("Hello, world! This is no frame.")
	case "huge-hello":
		_, _ = f.frames.Write([]byte{0xff, 0xff, 0xff, 0xff, frameHello})
	case "refusal":
		f.send(frameRefusal, answerOf(0, fmt.Errorf("%w: no libnvinfer.so.11", trt.ErrUnavailable)))
	case "mute":
		_, _ = io.Copy(io.Discard, f.requests)
	default:
		f.send(frameHello, fakeHello())
		f.request()
		f.misbehave(mode, number)
	}
}

// misbehave is what follows a request.
func (f fakeWorker) misbehave(mode string, number int64) {
	switch mode {
	case "crash":
		fmt.Fprint(os.Stderr, "terminate called after throwing an instance of 'std::bad_alloc'\n  what(): more\n")
		kill()
	case "exit":
		os.Exit(0)
	case "hang":
		_, _ = io.Copy(io.Discard, f.requests) // ends with the parent
		hang()
	case "hang-in-plan":
		_, _ = f.plan.Write(encoded(framePlan, make([]byte, 100))[:50])
		hang()
	case "closed-pipes":
		closeAll([]*os.File{f.frames, f.plan, f.requests})
		hang()
	case "garbage":
		_, _ = f.frames.Write(bytes.Repeat([]byte{0x80, 0, 0, 0}, 100))
		hang()
	case "garbage-json":
		f.send(frameLog, []byte("{"))
		hang()
	case "garbage-plan":
		_, _ = f.plan.Write([]byte{1, 0, 0, 0, frameAnswer, 0})
		hang()
	case "huge":
		_, _ = f.frames.Write([]byte{1, 0, 0, 1, frameLog})
		hang()
	case "huge-plan":
		_, _ = f.plan.Write([]byte{0xff, 0xff, 0xff, 0xff, framePlan})
		hang()
	case "size": // says another size than it sends
		_, _ = f.plan.Write(append(encoded(framePlan, []byte("abc")), encoded(frameEnd, []byte{})...))
		f.send(frameAnswer, answer{Kind: answerDone, Size: 4})
	case "early-answer": // and no end of the plan
		f.send(frameAnswer, answer{Kind: answerDone, Size: 4})
	case "kind":
		_, _ = f.plan.Write(encoded(frameEnd, []byte{}))
		f.send(frameAnswer, answer{Kind: "odd\nkind"})
	case "failed", "unsupported":
		f.fail(mode)
	case "log":
		for i := range number {
			f.send(frameLog, trt.Record{Severity: trt.SeverityInfo, Text: strconv.FormatInt(i, 10) + strings.Repeat("x", 8000)})
		}
		f.fail("failed")
	case "zeros":
		f.zeros(number)
	case "child": // a crash that leaves a process behind, which holds the pipes
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), fakeVariable+"=mute")
		child.ExtraFiles = []*os.File{f.requests, f.frames, f.plan, os.NewFile(6, "witness")}
		if err := child.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		kill()
	case "eat":
		for hoard := [][]byte{}; ; hoard = append(hoard, bytes.Repeat([]byte{1}, 64<<20)) {
			if len(hoard) > 64 {
				os.Exit(0) // 4 GiB: there is no limit
			}
		}
	}
}

func (f fakeWorker) fail(mode string) {
	_, _ = f.plan.Write(append(encoded(framePlan, []byte("half of a plan")), encoded(frameEnd, []byte{})...))
	f.send(frameLog, trt.Record{Severity: trt.SeverityError, Text: "CUDA driver is insufficient"})
	f.send(frameLog, trt.Record{Severity: trt.SeverityError, Text: "Error Code 4: no\nbuilder \x1b[31mresource"})
	f.send(frameLog, trt.Record{Severity: trt.SeverityInfo, Text: "cleaning up"})
	a := answer{Kind: answerFailed, Message: "TensorRT gave no plan", Size: 14}
	if mode == "unsupported" {
		a = answer{Kind: answerUnsupported, Feature: "flag WEIGHT_STREAMING", MinVersion: "TensorRT 10.0", Size: 14}
	}
	f.send(frameAnswer, a)
}

// zeros sends a plan of zeros.
func (f fakeWorker) zeros(size int64) {
	frame := encoded(framePlan, make([]byte, 1<<20))
	for range size >> 20 {
		if _, err := f.plan.Write(frame); err != nil {
			return
		}
	}
	_, _ = f.plan.Write(encoded(frameEnd, []byte{}))
	f.send(frameAnswer, answer{Kind: answerDone, Size: size})
}

func (f fakeWorker) send(kind byte, value any) { _, _ = f.frames.Write(encoded(kind, value)) }

// request reads one, and checks that it is one.
func (f fakeWorker) request() {
	kind, payload, err := readFrame(f.requests)
	var request build
	if err != nil || kind != frameBuild || json.Unmarshal(payload, &request) != nil || !strings.HasPrefix(request.Model, "/") {
		os.Exit(5)
	}
}

// play sends messages up to a number of bytes, and reads a request before one of them.
func (f fakeWorker) play(list []message, limit int64, requested int) {
	for i, m := range list {
		if i == requested {
			f.request()
		}
		part := m.bytes[:min(int64(len(m.bytes)), limit)]
		to := f.frames
		if m.plan {
			to = f.plan
		}
		if _, err := to.Write(part); err != nil {
			return
		}
		limit -= int64(len(part))
		if len(part) < len(m.bytes) {
			return
		}
	}
}

// hang does nothing for longer than any test. Not a select: with no other goroutine the runtime would end it.
func hang() { time.Sleep(24 * time.Hour) }

func kill() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	hang()
}
