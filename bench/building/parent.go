// Package building measures what it costs to look at a plan while it is being built: planlint's side of a worker,
// which writes the plan into a file.
package building

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/bench/timing"
	"github.com/planlint/planlint/internal/worker"
)

// What is done with the plan, beside writing it.
const (
	Nothing    = "nothing"
	Scan       = "scan"       // its zeros are counted
	Everything = "everything" // and its kernels are found, and its SHA-256 is computed, as "planlint build" does
)

// Parent receives one plan of the given size from a fake worker, which is this program too, in a folder, and
// prints what that took. It is to be a process of its own, so that its memory can be measured.
func Parent(ctx context.Context, folder string, size int64, look string) (err error) {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	client, err := worker.Start(ctx, worker.Options{Path: program, Folder: folder, Env: []string{fmt.Sprint(sizeVariable, "=", size)}})
	if err != nil {
		return err
	}
	defer client.Close()
	request := worker.Request{Model: "model.onnx", Target: filepath.Join(folder, "a.plan"), NoScan: look == Nothing}
	if look == Everything {
		request.Scan = analyze.NewPassing(analyze.Options{}).Settings()
		request.To = []io.Writer{sha256.New()}
	}
	defer func() { err = errors.Join(err, os.Remove(request.Target)) }()
	before, err := usage()
	if err != nil {
		return err
	}
	start := time.Now()
	built, err := client.Build(ctx, request)
	if err != nil {
		return err
	}
	cost := timing.Cost{Seconds: time.Since(start).Seconds()}
	after, err := usage()
	if err != nil {
		return err
	}
	cost.User, cost.System = after.User-before.User, after.System-before.System
	if cost.Peak, err = peak(); err != nil {
		return err
	}
	if built.Size != size || request.NoScan == (built.Zeros.Zeros > 0) {
		return fmt.Errorf("built %+v, want %d bytes", built, size)
	}
	return json.NewEncoder(os.Stdout).Encode(cost)
}

// usage is the processor time of this process, without its worker.
func usage() (timing.Cost, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return timing.Cost{}, err
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return timing.Cost{User: seconds(u.Utime), System: seconds(u.Stime)}, nil
}

// peak is the largest resident memory of this process in bytes. Rusage has that of its parent's fork in it.
func peak() (int64, error) {
	file, err := os.Open("/proc/self/status")
	if err != nil {
		return 0, err
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if text, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			var kib int64
			_, err := fmt.Sscanf(text, "%d kB", &kib)
			return kib << 10, err
		}
	}
	return 0, fmt.Errorf("/proc/self/status has no VmHWM")
}
