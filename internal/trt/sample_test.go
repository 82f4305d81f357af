package trt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"testing"

	"github.com/planlint/planlint/internal/tensor"
)

// goProber tries nothing.
type goProber struct {
	gpu, build, runtime, run error
	logs                     map[error][]Record
	change                   func(i int, x float32) float32
	result                   RunResult
}

func (p goProber) system() (cudaSystem, error) {
	if p.gpu != nil {
		return cudaSystem{}, p.gpu
	}
	return cudaSystem{Driver: "570.86", CUDA: "12.8", Devices: []Device{{Name: "NVIDIA H200", SM: "90", Memory: 150}}}, nil
}

func (p goProber) buildSample() error { return p.build }

func (p goProber) loadRuntime() error { return p.runtime }

func (p goProber) runSample(r RunRequest, receive func([]Tensor) (io.Writer, error)) (RunResult, error) {
	if p.run != nil {
		return RunResult{}, p.run
	}
	data := make([]byte, 16)
	if err := tensor.Fill(data, 0, "x", "float32", r.Input); err != nil {
		return RunResult{}, err
	}
	for i := 0; i < 16; i += 4 {
		y := max(math.Float32frombits(binary.LittleEndian.Uint32(data[i:])), 0)
		if p.change != nil {
			y = p.change(i/4, y)
		}
		binary.LittleEndian.PutUint32(data[i:], math.Float32bits(y))
	}
	to, err := receive(nil)
	if err == nil {
		_, err = to.Write(data)
	}
	return p.result, err
}

func (p goProber) listen(what func() error) ([]Record, error) {
	err := what()
	return p.logs[err], err
}

func TestProbe(t *testing.T) {
	noDriver := fmt.Errorf("%w: no CUDA driver: libcuda.so.1: cannot open", ErrUnavailable)
	noBuilder, failed := errors.New("TensorRT made no builder"), errors.New("TensorRT could not load the plan")
	logs := map[error][]Record{
		noBuilder: {{SeverityWarning, "Unable to load library: libnvinfer_builder_resource_sm90.so.11.2.1: cannot open shared object file"},
			{SeverityInfo, "libnvinfer_builder_resource_ptx.so.11.2.1 is here"},
			{SeverityError, "Could not load libnvinfer_builder_resource_sm90.so.11.2.1."}},
		failed: {{SeverityError, "no driver"}, {SeverityError, "compute capability 9.0\nis not supported"}},
	}
	yes, here := Ability{State: StateYes}, []Device{{Name: "NVIDIA H200", SM: "90", Memory: 150}}
	for name, test := range map[string]struct {
		prober goProber
		want   Probe
	}{
		"all":         {goProber{}, Probe{"570.86", "12.8", here, yes, yes, nil}},
		"no GPU":      {goProber{gpu: noDriver}, Probe{"", "", []Device{}, yes, Ability{StateNo, "no CUDA driver: libcuda.so.1: cannot open"}, nil}},
		"refused GPU": {goProber{run: failed, logs: logs}, Probe{"570.86", "12.8", here, yes, Ability{StateNo, "TensorRT could not load the plan: compute capability 9.0 is not supported"}, nil}},
		"no kernels": {goProber{build: noBuilder, logs: logs}, Probe{"570.86", "12.8", here,
			Ability{StateNo, "TensorRT made no builder: Could not load libnvinfer_builder_resource_sm90.so.11.2.1."},
			Ability{StateUnknown, "TensorRT has a runtime for this GPU, but no plan could be built to try it with"},
			[]string{"libnvinfer_builder_resource_sm90.so.11.2.1"}}},
		"nothing": {goProber{build: noBuilder, runtime: failed}, Probe{"570.86", "12.8", here,
			Ability{StateNo, "TensorRT made no builder"}, Ability{StateNo, "TensorRT could not load the plan"}, []string{}}},
		"wrong": {goProber{change: func(i int, y float32) float32 { return y + float32(i/3) }},
			Probe{"570.86", "12.8", here, yes, Ability{StateNo, "a plan of one layer gave wrong numbers"}, nil}},
		"unsteady": {goProber{result: RunResult{Differing: []Difference{{}}}},
			Probe{"570.86", "12.8", here, yes, Ability{StateNo, "a plan of one layer gave other numbers when it ran again"}, nil}},
	} {
		if got := probe(test.prober); !reflect.DeepEqual(got, test.want) && (len(got.Missing)+len(test.want.Missing) > 0 || fmt.Sprint(got) != fmt.Sprint(test.want)) {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

func TestRecordQueue(t *testing.T) {
	var q recordQueue
	var native []Record
	drain := func() []Record {
		list := native
		native = nil
		return list
	}
	log := func(text string) { native = append(native, Record{SeverityInfo, text}) }
	log("before")
	q.listen(drain)
	log("one")
	if got := q.take(drain); fmt.Sprint(got) != "[{info before} {info one}]" {
		t.Errorf("taken %v", got)
	}
	log("two")
	if got := q.heard(drain); fmt.Sprint(got) != "[{info one} {info two}]" {
		t.Errorf("heard %v", got)
	}
	log("after")
	if got := q.take(drain); fmt.Sprint(got) != "[{info two} {info after}]" {
		t.Errorf("taken %v", got)
	}
}
