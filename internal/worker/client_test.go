//go:build unix

package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/planlint/planlint/internal/replace"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/zerorun"
)

// startFake starts the test's program as a worker. The silence is long: only a test of hanging shortens it,
// when the fake is known to say nothing more.
func startFake(mode string, change ...func(*Options)) (*Client, error) {
	o := Options{Path: os.Args[0], Folder: "/nowhere", Family: trt.RTX, Silence: time.Hour, Env: []string{fakeVariable + "=" + mode}}
	for _, c := range change {
		c(&o)
	}
	return Start(context.Background(), o)
}

func mustStart(t *testing.T, mode string) *Client {
	t.Helper()
	client, err := startFake(mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// oneLine checks that an error is one line without control characters and has an exit status of 4.
func oneLine(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	if text := err.Error(); strings.ContainsFunc(text, func(r rune) bool { return r < ' ' }) || len(text) > 3000 {
		t.Errorf("not one line: %q", text)
	}
	var coder interface{ ExitCode() int }
	if !errors.As(err, &coder) || coder.ExitCode() != 4 {
		t.Errorf("no exit status 4: %v", err)
	}
}

// empty checks that no file, whole or partial, is in a folder.
func empty(t *testing.T, folder string) {
	t.Helper()
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("files left: %v, %v", left, err)
	}
}

func TestGoodWorker(t *testing.T) {
	client := mustStart(t, "good")
	target := filepath.Join(t.TempDir(), "a.plan")
	for i := range 3 { // one worker, several builds
		built, err := client.Build(t.Context(), Request{Model: "m.onnx", Target: target, Overwrite: i > 0})
		if err != nil {
			t.Fatalf("%+v", err)
		}
		if want := (zerorun.Run{Offset: 4096, Length: 4196}); built.Size != fakePlanSize || built.Zeros.Longest != want || len(built.Log) != 1 {
			t.Errorf("built %+v", built)
		}
		if got, err := os.ReadFile(target); err != nil || !bytes.Equal(got, fakePlan()) {
			t.Errorf("the file has %d bytes, %v", len(got), err)
		}
	}
	_, err := client.Build(t.Context(), Request{Model: "m.onnx", Target: target})
	if !errors.Is(err, replace.ErrExists) {
		t.Errorf("error %v, want ErrExists", err)
	}
	var copies [2]bytes.Buffer
	built, err := client.Build(t.Context(), Request{Model: "m.onnx", NoScan: true, To: []io.Writer{&copies[0], &copies[1]}})
	if err != nil || built.Size != fakePlanSize || built.Zeros != (zerorun.Summary{}) {
		t.Errorf("built %+v without a scan, %v", built, err)
	}
	for _, c := range copies {
		if !bytes.Equal(c.Bytes(), fakePlan()) {
			t.Errorf("a writer got %d bytes", c.Len())
		}
	}
}

func TestCrashAfterAnswer(t *testing.T) {
	client := mustStart(t, "crash-after-answer")
	if _, err := client.Build(t.Context(), Request{Model: "m.onnx", Target: filepath.Join(t.TempDir(), "a.plan")}); err != nil {
		t.Errorf("the answer was complete: %+v", err)
	}
	_, err := client.Build(t.Context(), Request{Model: "m.onnx"})
	oneLine(t, err)
}

func TestBadStart(t *testing.T) {
	for mode, want := range map[string]string{
		"exit-before-hello": "exit status 3: libnvinfer.so.11: cannot open shared object file",
		"version":           "the worker was made from other sources (planlint v0.0.1 [31m red) than this planlint " + Version(),
		"protocol":          "the worker speaks protocol 99, this planlint 2",
		"garbage-hello":     "does not keep to the protocol",
		"huge-hello":        "a frame of 4294967295 bytes",
		"refusal":           "no libnvinfer.so.11",
	} {
		_, err := startFake(mode)
		oneLine(t, err)
		if !errors.Is(err, trt.ErrUnavailable) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", mode, err, want)
		}
	}
	_, err := startFake("good", func(o *Options) { o.Family = trt.TRT11 })
	if oneLine(t, err); !strings.Contains(err.Error(), `the worker is for family "rtx", "trt11" is needed`) {
		t.Errorf("error %v", err)
	}
	_, err = startFake("good", func(o *Options) { o.Path = "/nowhere/planlint-trt" })
	if oneLine(t, err); !errors.Is(err, trt.ErrUnavailable) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	_, err = startFake("mute", func(o *Options) { o.Silence = time.Millisecond })
	if oneLine(t, err); !errors.Is(err, errSilent) {
		t.Errorf("error %v", err)
	}
}

func TestBadBuild(t *testing.T) {
	for mode, want := range map[string]string{
		"crash":        "signal: killed: terminate called after throwing an instance of 'std::bad_alloc'",
		"exit":         "ended early: exit status 0",
		"closed-pipes": "ended early: signal: killed",
		"garbage":      "does not keep to the protocol",
		"garbage-json": "does not keep to the protocol",
		"garbage-plan": `a frame of type 'a' on the data's pipe`,
		"huge":         "a frame of 16777217 bytes, more than 16777216",
		"huge-plan":    "a frame of 4294967295 bytes",
		"size":         "3 bytes of data came, it says 4",
		"early-answer": "ended early: exit status 0",
		"kind":         "an answer of kind \"odd kind\"",
		"failed":       "TensorRT gave no plan: Error Code 4: no builder",
		"unsupported":  "flag WEIGHT_STREAMING is not supported here: it needs TensorRT 10.0",
		"hang":         "no sign of life for 1ms",
		"hang-in-plan": "no sign of life for 1ms",
		"child":        "ended early: signal: killed",
		"log:1100":     "TensorRT gave no plan",
	} {
		t.Run(mode, func(t *testing.T) {
			client := mustStart(t, mode)
			if strings.HasPrefix(want, "no sign") {
				client.session.silence = time.Millisecond
			}
			folder := t.TempDir()
			_, err := client.Build(t.Context(), Request{Model: "m.onnx", Target: filepath.Join(folder, "a.plan")})
			oneLine(t, err)
			empty(t, folder)
			if !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want %q", err, want)
			}
			var failed *trt.BuildError
			if mode == "unsupported" {
				if !errors.Is(err, trt.ErrUnsupported) {
					t.Errorf("error %T", err)
				}
			} else if !errors.As(err, &failed) {
				t.Errorf("error %T", err)
			} else if whole := fmt.Sprintf("%+v", err); len(failed.Log) > 0 && !strings.Contains(whole, "\n") {
				t.Errorf("%q lacks the log", whole)
			}
			if mode == "log:1100" && (len(failed.Log) != 1000 || failed.Omitted != 103 || len(failed.Log[0].Text) != maxRecord) {
				t.Errorf("%d records, %d omitted", len(failed.Log), failed.Omitted)
			}
		})
	}
}

// TestCutStream kills the worker behind each frame and behind 100 byte counts of all that it sends, for each
// kind of request.
func TestCutStream(t *testing.T) {
	for kind, ask := range asks() {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			cuts, total := map[int64]bool{0: true}, int64(len(encoded(frameHello, fakeHello())))
			for _, m := range transcript(kind) {
				cuts[total] = true
				total += int64(len(m.bytes))
			}
			cuts[total-1] = true
			counts, random := 100, rand.New(rand.NewPCG(7, 11))
			if testing.Short() {
				counts = 10
			}
			for range counts {
				cuts[random.Int64N(total)] = true
			}
			for cut := range cuts {
				folder := t.TempDir()
				client, err := startFake(fmt.Sprint("cut:", cut))
				if err == nil {
					err = ask(client, folder)
					client.Close()
				}
				if err == nil {
					t.Fatalf("no error after %d of %d bytes", cut, total)
				}
				if oneLine(t, err); !strings.Contains(err.Error(), "ended early: signal: killed") {
					t.Errorf("after %d bytes: %v", cut, err)
				}
				empty(t, folder)
			}
			client, err := startFake(fmt.Sprint("cut:", total))
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			if err := ask(client, t.TempDir()); err != nil {
				t.Errorf("nothing was cut: %v", err)
			}
		})
	}
}

func TestCancel(t *testing.T) {
	stopped := errors.New("stopped")
	client := mustStart(t, "hang")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stopped)
	folder := t.TempDir()
	if _, err := client.Build(ctx, Request{Model: "m.onnx", Target: filepath.Join(folder, "a.plan")}); !errors.Is(err, stopped) {
		t.Errorf("error %v, want the context's", err)
	}
	empty(t, folder)
	if _, err := client.Build(t.Context(), Request{Model: "m.onnx"}); !errors.Is(err, trt.ErrUnavailable) {
		t.Errorf("error %v after the end", err)
	}
}

// TestOwnError cuts a build short because the parent cannot take the plan.
func TestOwnError(t *testing.T) {
	full := errors.New("full")
	client := mustStart(t, "zeros:8388608")
	emit := zerorun.Options{Emit: func(zerorun.Run) error { return full }}
	client2 := mustStart(t, "good")
	if _, err := client2.Build(t.Context(), Request{Model: "m.onnx", Scan: emit}); !errors.Is(err, full) {
		t.Errorf("error %v, want the scan's", err)
	}
	pr, pw, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	_ = pr.Close()
	defer pw.Close()
	var log records
	if _, err := client.session.ask(t.Context(), request{kind: frameBuild, body: build{Model: "/m"}, to: anywhere(pw), log: &log}, nil); !errors.Is(err, syscall.EPIPE) {
		t.Errorf("error %v, want that of the write", err)
	}
}

// TestLargePlan scans gigabytes that are kept nowhere, in little memory.
func TestLargePlan(t *testing.T) {
	size := int64(4 << 30)
	if testing.Short() {
		size = 256 << 20
	}
	client := mustStart(t, fmt.Sprint("zeros:", size))
	before := allocated()
	built, err := client.Build(t.Context(), Request{Model: "m.onnx"})
	if err != nil {
		t.Fatal(err)
	}
	if want := (zerorun.Run{Offset: 0, Length: size}); built.Size != size || built.Zeros.Longest != want {
		t.Errorf("built %+v", built)
	}
	if grown := allocated() - before; grown > 8<<20 {
		t.Errorf("%d bytes were allocated for a plan of %d bytes", grown, size)
	}
}

// allocated is all that was ever allocated on the heap, in bytes.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// TestMemoryLimit gives a worker less memory than it takes.
func TestMemoryLimit(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("skipped: memory can be limited on Linux only")
	}
	client, err := startFake("eat", func(o *Options) { o.MemoryLimit = 256 << 20 })
	if err == nil { // under the race detector it does not even say hello
		_, err = client.Build(t.Context(), Request{Model: "m.onnx"})
		client.Close()
	}
	if oneLine(t, err); !errors.Is(err, errEarly) || strings.Contains(err.Error(), "exit status 0") {
		t.Errorf("error %v, want that of a crash", err)
	}
}

func TestEnvironment(t *testing.T) {
	got := environment([]string{"A=1", "LD_LIBRARY_PATH=/old"}, Options{Folder: "/trt", Env: []string{"B=2"}})
	want := []string{"A=1", "LD_LIBRARY_PATH=/old", "B=2", "LD_LIBRARY_PATH=/trt:/old", environmentMark}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}
