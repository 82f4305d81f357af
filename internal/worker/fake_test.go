//go:build unix

package worker

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/planlint/planlint/internal/trt"
)

// fakeVariable makes the test's program a worker that misbehaves as its value says.
const fakeVariable = "PLANLINT_FAKE_WORKER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(fakeVariable); mode != "" {
		fake(mode)
		os.Exit(0)
	}
	if target := os.Getenv(parentVariable); target != "" {
		os.Exit(parent(target))
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

// fakeWorker has the ends of the pipes of a fake worker.
type fakeWorker struct {
	requests *os.File
	frames   *os.File
	data     *os.File
}

// fake plays the worker. Whatever fails here shows in the parent.
func fake(mode string) {
	f := fakeWorker{os.NewFile(fdRequests, "requests"), os.NewFile(fdFrames, "frames"), os.NewFile(fdData, "data")}
	mode, argument, _ := strings.Cut(mode, ":")
	number, _ := strconv.ParseInt(argument, 10, 64)
	switch mode {
	case "cut": // killed after so many bytes
		hello := []message{{false, encoded(frameHello, fakeHello())}}
		if f.play(hello, &number) {
			f.play(transcript(f.request()), &number)
		}
		kill()
	case "crash-after-answer":
		f.send(frameHello, fakeHello())
		f.play(transcript(f.request()), nil)
		kill()
	case "good":
		f.send(frameHello, fakeHello())
		for {
			f.play(transcript(f.request()), nil)
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
		f.send(frameRefusal, answerOf(0, nil, fmt.Errorf("%w: no libnvinfer.so.11", trt.ErrUnavailable)))
	case "kept": // as by a library that never returns, with a pipe that tells when it has ended
		if pipe, err := os.OpenFile(argument, os.O_WRONLY, 0); err == nil {
			for {
				_, _ = pipe.WriteString("!")
				time.Sleep(time.Hour)
			}
		}
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
		_, _ = f.data.Write(encoded(frameData, make([]byte, 100))[:50])
		hang()
	case "closed-pipes":
		closeAll([]*os.File{f.frames, f.data, f.requests})
		hang()
	case "garbage":
		_, _ = f.frames.Write(bytes.Repeat([]byte{0x80, 0, 0, 0}, 100))
		hang()
	case "garbage-json":
		f.send(frameLog, []byte("{"))
		hang()
	case "garbage-plan":
		_, _ = f.data.Write([]byte{1, 0, 0, 0, frameAnswer, 0})
		hang()
	case "huge":
		_, _ = f.frames.Write([]byte{1, 0, 0, 1, frameLog})
		hang()
	case "huge-plan":
		_, _ = f.data.Write([]byte{0xff, 0xff, 0xff, 0xff, frameData})
		hang()
	case "size": // says another size than it sends
		_, _ = f.data.Write(append(encoded(frameData, []byte("abc")), encoded(frameEnd, []byte{})...))
		f.send(frameAnswer, answer{Kind: answerDone, Size: 4})
	case "early-answer": // and no end of the plan
		f.send(frameAnswer, answer{Kind: answerDone, Size: 4})
	case "kind":
		_, _ = f.data.Write(encoded(frameEnd, []byte{}))
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
	case "cache": // whether or not it was asked for
		f.play(transcript(frameCachedBuild), nil)
	case "no-cache":
		f.play(transcript(frameBuild), nil)
	case "cache-first":
		_, _ = f.data.Write(encoded(frameCache, []byte(fakeCache)))
		hang()
	case "data-last":
		_, _ = f.data.Write(append(encoded(frameData, []byte("abc")), encoded(frameCache, []byte(fakeCache))...))
		_, _ = f.data.Write(encoded(frameData, []byte("d")))
		hang()
	case "failed-cache":
		_, _ = f.data.Write(append(encoded(frameData, []byte("abc")), encoded(frameCache, []byte(fakeCache))...))
		_, _ = f.data.Write(encoded(frameEnd, []byte{}))
		f.send(frameAnswer, answer{Kind: answerFailed, Message: "no", Size: 3})
	case "no-tensors": // data that nobody knows of
		_, _ = f.data.Write(encoded(frameData, []byte("abc")))
		f.finish(3, fakeResult())
	case "tensors-twice":
		f.send(frameTensors, fakeTensors())
		f.send(frameTensors, fakeTensors())
		hang()
	case "tensors-garbage":
		f.send(frameTensors, []byte(`{"name": 3}`))
		hang()
	case "tensors-negative":
		f.send(frameTensors, []trt.Tensor{{Name: "y", Mode: trt.ModeOutput, Bytes: -1}})
		hang()
	case "tensors-overflow":
		f.send(frameTensors, []trt.Tensor{{Mode: trt.ModeOutput, Bytes: 1 << 62}, {Mode: trt.ModeOutput, Bytes: 1 << 62}})
		hang()
	case "too-many":
		f.send(frameTensors, fakeTensors())
		_, _ = f.data.Write(encoded(frameData, make([]byte, len(fakeOutputs)+1)))
		hang()
	case "too-few":
		f.send(frameTensors, fakeTensors())
		_, _ = f.data.Write(encoded(frameData, make([]byte, len(fakeOutputs)-1)))
		f.finish(int64(len(fakeOutputs)-1), fakeResult())
	case "result-garbage":
		f.send(frameTensors, []trt.Tensor{})
		f.finish(0, []string{"no result"})
	case "no-result":
		f.send(frameTensors, []trt.Tensor{})
		f.finish(0, nil)
	case "hang-in-data":
		f.send(frameTensors, fakeTensors())
		_, _ = f.data.Write(encoded(frameData, make([]byte, 3)))
		hang()
	case "failed-run": // behind the first run
		f.send(frameTensors, fakeTensors())
		_, _ = f.data.Write(encoded(frameData, []byte("ab")))
		f.send(frameLog, trt.Record{Severity: trt.SeverityError, Text: "an illegal memory access"})
		_, _ = f.data.Write(encoded(frameEnd, []byte{}))
		f.send(frameAnswer, answer{Kind: answerFailed, Message: "run 3 of context 1: CUDA_ERROR_ILLEGAL_ADDRESS", Size: 2})
		f.play(transcript(f.request()), nil)
	case "child": // a crash that leaves a process behind, which holds the pipes
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), fakeVariable+"=mute")
		child.ExtraFiles = []*os.File{f.requests, f.frames, f.data, os.NewFile(6, "witness")}
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

// finish ends the data and sends a good answer.
func (f fakeWorker) finish(size int64, result any) {
	_, _ = f.data.Write(encoded(frameEnd, []byte{}))
	f.send(frameAnswer, answerOf(size, result, nil))
}

func (f fakeWorker) fail(mode string) {
	_, _ = f.data.Write(append(encoded(frameData, []byte("half of a plan")), encoded(frameEnd, []byte{})...))
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
	frame := encoded(frameData, make([]byte, 1<<20))
	for range size >> 20 {
		if _, err := f.data.Write(frame); err != nil {
			return
		}
	}
	_, _ = f.data.Write(encoded(frameEnd, []byte{}))
	f.send(frameAnswer, answer{Kind: answerDone, Size: size})
}

func (f fakeWorker) send(kind byte, value any) { _, _ = f.frames.Write(encoded(kind, value)) }

// request reads one, and checks that it is one. It returns the type of its frame.
func (f fakeWorker) request() byte {
	kind, payload, err := readFrame(f.requests)
	var r struct {
		Model, Plan string
		Settings    trt.Settings
	}
	if err != nil || json.Unmarshal(payload, &r) != nil || kind != frameProbe && kind != frameRoutes && !strings.HasPrefix(r.Model+r.Plan, "/") {
		os.Exit(5)
	}
	if r.Settings.TimingCache != "" {
		if !strings.HasPrefix(r.Settings.TimingCache, "/") {
			os.Exit(6)
		}
		return frameCachedBuild
	}
	return kind
}

// play sends messages up to a number of bytes, which it counts down; nil: all of them. It returns whether that
// was all.
func (f fakeWorker) play(list []message, limit *int64) bool {
	for _, m := range list {
		part := m.bytes
		if limit != nil {
			part = part[:min(int64(len(part)), *limit)]
			*limit -= int64(len(part))
		}
		to := f.frames
		if m.data {
			to = f.data
		}
		if _, err := to.Write(part); err != nil || len(part) < len(m.bytes) {
			return false
		}
	}
	return true
}

// hang does nothing for as long as the test's program runs.
func hang() {
	for parent := os.Getppid(); os.Getppid() == parent; {
		time.Sleep(time.Second)
	}
}

func kill() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	hang()
}
