//go:build unix

package worker

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"

	"github.com/planlint/planlint"
	"github.com/planlint/planlint/internal/trt"
)

// message is one frame that the fake worker sends, as it goes over the pipe.
type message struct {
	data  bool // on the data's pipe
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

// fakeInspection is what the fake's inspector says.
const fakeInspection = `{"Layers": ["conv"], "Bindings": ["x", "y"]}`

// fakeRoutes are build routes.
const fakeRoutes = `{"fusion":{"default":true}}`

func fakeDescription() trt.Description {
	return trt.Description{Layers: 1, Verbosity: "LAYER_NAMES_ONLY", Profiles: 1, Bindings: []trt.Binding{
		{Name: "x", Mode: trt.ModeInput, DType: "float16", Shape: []int64{-1, 4}}}}
}

func fakeTensors() []trt.Tensor {
	return []trt.Tensor{
		{Name: "x", Mode: trt.ModeInput, DType: "float16", Shape: []int64{2, 4}, Bytes: 16},
		{Name: "y", Mode: trt.ModeOutput, DType: "float16", Shape: []int64{2, 4}, Bytes: 16},
		{Name: "z", Mode: trt.ModeOutput, DType: "bool", Shape: []int64{0}},
		{Name: "n", Mode: trt.ModeOutput, DType: "int8", Shape: []int64{3}, Bytes: 3},
	}
}

// fakeOutputs are the bytes of the three outputs.
const fakeOutputs = "sixteen bytes...abc"

func fakeResult() trt.RunResult {
	return trt.RunResult{Tensors: fakeTensors(), Runs: 10, Contexts: 2, DeviceMemory: 1 << 30,
		Differing: []trt.Difference{{Context: 1, Run: 3, Tensor: "y", First: 2, Elements: 1}}}
}

func fakeProbe() trt.Probe {
	return trt.Probe{Driver: "570.86.15", CUDA: "12.8", Devices: []trt.Device{{Name: "NVIDIA H200", SM: "90", Memory: 150 << 30}},
		Build:   trt.Ability{State: trt.StateNo, Why: "TensorRT made no builder"},
		Run:     trt.Ability{State: trt.StateUnknown, Why: "nothing to run"},
		Missing: []string{"libnvinfer_builder_resource_sm90.so.11.2.1"}}
}

// frameCachedBuild stands for a build with a timing cache, in these tests.
const frameCachedBuild = 'B'

// fakeCache is what the fake's timing cache becomes.
const fakeCache = "timing cache of some bytes"

// transcript is all that a good worker sends for one request, behind its hello.
func transcript(kind byte) []message {
	log := message{false, encoded(frameLog, trt.Record{Severity: trt.SeverityError, Text: "CUDA driver is insufficient"})}
	end := message{true, encoded(frameEnd, []byte{})}
	switch kind {
	case frameInspect:
		return []message{log,
			{true, encoded(frameData, []byte(fakeInspection[:20]))},
			{true, encoded(frameData, []byte(fakeInspection[20:]))},
			end, {false, encoded(frameAnswer, answerOf(int64(len(fakeInspection)), fakeDescription(), nil))}}
	case frameRun:
		return []message{log, {false, encoded(frameTensors, fakeTensors())},
			{true, encoded(frameData, []byte(fakeOutputs[:5]))},
			{false, encoded(frameAlive, []byte{})},
			{true, encoded(frameData, []byte(fakeOutputs[5:]))},
			end, {false, encoded(frameAnswer, answerOf(int64(len(fakeOutputs)), fakeResult(), nil))}}
	case frameProbe:
		return []message{log, end, {false, encoded(frameAnswer, answerOf(0, fakeProbe(), nil))}}
	case frameRoutes:
		return []message{log, end, {false, encoded(frameAnswer, answerOf(0, json.RawMessage(fakeRoutes), nil))}}
	}
	plan := fakePlan()
	list := []message{log,
		{true, encoded(frameData, plan[:4096])},
		{false, encoded(frameAlive, []byte{})},
		{true, encoded(frameData, plan[4096:8192])},
		{true, encoded(frameData, plan[8192:])},
	}
	if kind == frameCachedBuild {
		list = append(list, message{true, encoded(frameCache, []byte(fakeCache[:9]))}, message{true, encoded(frameCache, []byte(fakeCache[9:]))})
	}
	return append(list, end, message{false, encoded(frameAnswer, answer{Kind: answerDone, Size: fakePlanSize})})
}
