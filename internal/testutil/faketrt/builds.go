package faketrt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/internal/trt"
)

// About tells the family and version by the name of the library that libtensorrt_rtx.so.1 or libnvinfer.so.10 is a
// link to; without them it is TensorRT 8.6.1.
func (e *engine) About() trt.About {
	for _, a := range []struct {
		about trt.About
		link  string
	}{
		{trt.About{Family: trt.RTX, Headers: "1.7.1"}, "libtensorrt_rtx.so.1"},
		{trt.About{Family: trt.TRT10, Headers: "10.15.1"}, "libnvinfer.so.10"},
	} {
		if name, err := os.Readlink(filepath.Join(e.folder, a.link)); err == nil {
			_, a.about.Library, _ = strings.Cut(name, ".so.")
			a.about.Features = []string{}
			return a.about
		}
	}
	return trt.About{Family: trt.TRT8, Headers: "8.6.1", Library: "8.6.1", Features: []string{}}
}

// Records hands on what was logged.
func (e *engine) Records() []trt.Record {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	records := e.records
	e.records = nil
	return records
}

func (e *engine) log(severity trt.Severity, text string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.records = append(e.records, trt.Record{Severity: severity, Text: text})
}

// Build builds a plan of the fixtures, or fails, as the name of the model says.
func (e *engine) Build(model string, s trt.Settings, plan *os.File) (size int64, err error) {
	e.built++
	timings := "timings"
	defer func() {
		if err == nil && s.TimingCache != "" {
			err = sendFrame(plan, trt.CacheFrame, []byte(timings))
		}
	}()
	e.log(trt.SeverityInfo, "all is well")
	e.log(trt.SeverityWarning, "weights of\nsome \x1b[31mlayers")
	what := strings.TrimSuffix(filepath.Base(model), ".onnx")
	if err := s.Check(e.About()); err != nil {
		return 0, err
	}
	switch what {
	case "padded":
		return e.send(fixtures.Padded{Content: 20_000, Zeros: 3 << 20, Version: e.version()}.Recipe(fixtures.InsideBehindEndTag), plan)
	case "suspect":
		return e.send(fixtures.Padded{Content: 40 << 20, Zeros: 1 << 20, Version: e.version()}.Recipe(fixtures.OutsideBehindEndTag), plan)
	case "names": // the builder counts its kernels, in one process
		return e.send(fixtures.Padded{Content: 20_000, Version: e.version(), Kernels: []string{fmt.Sprintf("__myl_MulMax_myl%d_0", e.built)}}.Recipe(fixtures.InsideBehindEndTag), plan)
	case "drift": // it chooses other kernels each time, unless timings say which
		chosen := e.chosen(s)
		timings = strconv.FormatInt(chosen, 10)
		return e.send(fixtures.Padded{Content: 20_000 + 8*chosen, Version: e.version()}.Recipe(fixtures.InsideBehindEndTag), plan)
	case "junk":
		return e.send(fixtures.Literal("junk", []byte("no plan at all")), plan)
	case "cut":
		return e.send(fixtures.Small(fixtures.TagTensorRT).Cut(10_000), plan)
	case "nothing":
		return 0, nil
	case "fail":
		e.log(trt.SeverityError, "Error Code 9: no kernel\nfor it")
		return 0, errors.New("TensorRT gave no plan")
	case "crash":
		fmt.Fprintln(os.Stderr, "terminate called after throwing an instance of 'std::bad_alloc'")
		os.Exit(134)
	case "hang":
		if _, err := e.send(fixtures.Literal("half of a plan", make([]byte, 100_000)), plan); err != nil {
			return 0, err
		}
		if err := os.WriteFile(filepath.Join(e.folder, "pid"), []byte(strconv.Itoa(os.Getpid())), 0o666); err != nil {
			return 0, err
		}
		for { // it computes
			time.Sleep(time.Millisecond)
		}
	}
	return e.send(fixtures.Padded{Content: 20_000, Version: e.version(), Kernels: []string{"__myl_MulMax_myl6_0"}}.Recipe(fixtures.InsideBehindEndTag), plan)
}

// version is that of the library, as plans have it.
func (e *engine) version() (v [4]byte) {
	for i, part := range strings.Split(e.About().Library, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || i >= len(v) {
			log.Fatal(e.About())
		}
		v[i] = byte(n)
	}
	return v
}

// chosen counts the builds in a file beside the libraries; timings keep the number that they were made with.
func (e *engine) chosen(s trt.Settings) int64 {
	if s.TimingCache != "" {
		if text, err := os.ReadFile(s.TimingCache); err == nil && len(text) > 0 {
			return number(text)
		}
	}
	file := filepath.Join(e.folder, "count")
	text, _ := os.ReadFile(file) // the first time there is none
	next := number(text) + 1
	if err := os.WriteFile(file, []byte(strconv.FormatInt(next, 10)), 0o666); err != nil {
		log.Fatal(err)
	}
	return next
}

func number(text []byte) int64 {
	n, _ := strconv.ParseInt(string(text), 10, 64) // nothing is 0
	return n
}

// send writes a plan as the workers do, in frames of odd sizes.
func (e *engine) send(recipe fixtures.Recipe, plan *os.File) (int64, error) {
	data, err := recipe.Bytes()
	if err != nil {
		return 0, err
	}
	for part := range slices.Chunk(data, 77_777) {
		if err := sendFrame(plan, trt.PlanFrame, part); err != nil {
			return 0, err
		}
	}
	return int64(len(data)), nil
}

func sendFrame(to *os.File, kind byte, data []byte) error {
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(data)))
	_, err := to.Write(append(append(frame, kind), data...))
	return err
}
