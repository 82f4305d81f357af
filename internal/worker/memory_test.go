//go:build unix

package worker

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"testing"

	"github.com/planlint/planlint/zerorun"
)

// parentVariable makes the test's program the parent of a fake worker whose plan it writes to the file that its value
// names. sizeVariable is the plan's size in bytes.
const (
	parentVariable = "PLANLINT_FAKE_PARENT"
	sizeVariable   = "PLANLINT_FAKE_SIZE"
)

// parent builds and prints the most memory that it has had, in KiB.
func parent(target string) int {
	mode := "zeros:" + os.Getenv(sizeVariable)
	if fifo := os.Getenv(fifoVariable); fifo != "" {
		mode = "kept:" + fifo
	}
	client, err := startFake(mode)
	if err == nil {
		defer client.Close()
		_, err = client.Build(context.Background(), Request{Model: "m.onnx", Target: target, Scan: zerorun.Options{}})
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Printf("%s\n", regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)[1])
	return 0
}

// TestParentMemory writes a plan of a gibibyte, or of as many bytes as sizeVariable says, to disk and scans it
// meanwhile, in less than 60 MB.
func TestParentMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("skipped: only Linux says how much memory a process has had")
	}
	size := int64(1 << 30)
	if testing.Short() {
		size = 128 << 20
	}
	if text := os.Getenv(sizeVariable); text != "" {
		var err error
		if size, err = strconv.ParseInt(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	target := filepath.Join(t.TempDir(), "a.plan")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), parentVariable+"="+target, fmt.Sprintf("%s=%d", sizeVariable, size))
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	most, err := strconv.ParseInt(string(output[:len(output)-1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("a plan of %d MiB: at most %d KiB of memory", size>>20, most)
	if limit := int64(60_000_000 >> 10); most > limit && !raceEnabled {
		t.Errorf("the parent had %d KiB, want at most %d", most, limit)
	}
	if info, err := os.Stat(target); err != nil || info.Size() != size {
		t.Errorf("the plan: %v, %v", info, err)
	}
}
