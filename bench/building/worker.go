package building

import (
	"encoding/binary"
	"os"
	"strconv"

	"github.com/planlint/planlint/bench/data"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// sizeVariable tells the fake worker how large a plan to send, in bytes.
const sizeVariable = "PLANLINT_BENCH_PLAN"

const (
	frameSize   = 1 << 20
	frameHeader = 5  // length and type
	frames      = 64 // that are different
)

// fake is a worker that builds nothing and sends a plan as fast as its pipe takes it.
type fake struct {
	*trt.Core // nil: what a fake does not do
	size      int64
	frames    [][]byte
}

// Serve plays the worker, if this process was started as one. The caller then ends.
func Serve() (started bool, err error) {
	requests, out, plan, ok := worker.Pipes()
	if !ok {
		return false, nil
	}
	size, err := strconv.ParseInt(os.Getenv(sizeVariable), 10, 64)
	if err != nil {
		return true, err
	}
	f := &fake{size: size}
	source, err := data.New("plan")
	if err != nil {
		return true, err
	}
	for range frames {
		frame := make([]byte, frameHeader+frameSize)
		binary.LittleEndian.PutUint32(frame, frameSize)
		frame[4] = trt.PlanFrame
		_, _ = source.Read(frame[frameHeader:]) // never fails
		f.frames = append(f.frames, frame)
	}
	return true, worker.Serve(requests, out, plan, f)
}

func (f *fake) About() trt.About {
	return trt.About{Family: trt.RTX, Headers: "0.0.0", Library: "0.0.0", Features: []string{}}
}

func (f *fake) Build(_ string, _ trt.Settings, plan *os.File) (int64, error) {
	var sent int64
	for i := 0; sent < f.size; i++ {
		if _, err := plan.Write(f.frames[i%frames]); err != nil {
			return sent, err
		}
		sent += frameSize
	}
	return sent, nil
}

func (*fake) Records() []trt.Record { return nil }
