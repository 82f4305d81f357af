package faketrt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// Inspector is a worker for TensorRT 8.6.1 whose engine inspector tells what is in the file that FAKE_INSPECTION
// names, or that behaves as that says.
func Inspector() {
	requests, frames, data, ok := worker.Pipes()
	if !ok {
		log.Fatal("planlint starts this program")
	}
	if err := worker.Serve(requests, frames, data, &inspections{}); err != nil {
		log.Fatal(err)
	}
	os.Exit(0)
}

// inspections is the engine of that worker.
type inspections struct {
	*trt.Core // nil: for what it is not asked

	mutex   sync.Mutex
	records []trt.Record
}

func (*inspections) About() trt.About {
	return trt.About{Family: trt.TRT8, Headers: "8.6.1", Library: "8.6.1", Features: []string{}}
}

func (e *inspections) Records() []trt.Record {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	records := e.records
	e.records = nil
	return records
}

// Inspect tells the layers of any plan, if it is one and stands alone in its file.
func (e *inspections) Inspect(r trt.InspectRequest, data *os.File) (trt.Description, int64, error) {
	plan, err := os.ReadFile(r.Plan)
	if err != nil || !strings.HasPrefix(string(plan), "ftrt") || !filepath.IsAbs(r.Plan) {
		return trt.Description{}, 0, fmt.Errorf("no plan: %.4q, %w", plan, err)
	}
	what := os.Getenv("FAKE_INSPECTION")
	switch what {
	case "refuse":
		e.mutex.Lock()
		e.records = append(e.records, trt.Record{Severity: trt.SeverityError, Text: "Error Code 1: Serialization (the plan is of\nanother version)"})
		e.mutex.Unlock()
		return trt.Description{}, 0, errors.New("TensorRT cannot load the plan")
	case "crash":
		os.Exit(134)
	case "plugin":
		if !slices.Equal(r.Plugins, []string{filepath.Join(filepath.Dir(r.Plan), "plugin.so")}) || !r.HostCode {
			return trt.Description{}, 0, fmt.Errorf("plugins %q, host code %v", r.Plugins, r.HostCode)
		}
		what = filepath.Join(filepath.Dir(r.Plan), "head.json")
	}
	text, err := os.ReadFile(what)
	if err != nil {
		return trt.Description{}, 0, err
	}
	for part := range slices.Chunk(text, 777) {
		frame := binary.LittleEndian.AppendUint32(nil, uint32(len(part)))
		if _, err := data.Write(append(append(frame, trt.PlanFrame), part...)); err != nil {
			return trt.Description{}, 0, err
		}
	}
	return trt.Description{Bindings: []trt.Binding{}}, int64(len(text)), nil
}
