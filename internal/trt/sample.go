package trt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/tensor"
)

// cudaSystem is what CUDA says of a machine.
type cudaSystem struct {
	Driver  string   `json:"driver"`
	CUDA    string   `json:"cuda"`
	Devices []Device `json:"devices"`
}

// prober tries what a TensorRT can do. Errors and their records tell what it cannot.
type prober interface {
	system() (cudaSystem, error)
	// buildSample builds a plan of one layer, y = max(x, 0) for 4 numbers of float32; runSample runs it.
	buildSample() error
	runSample(r RunRequest, receive func([]Tensor) (io.Writer, error)) (RunResult, error)
	// loadRuntime makes a runtime and nothing else.
	loadRuntime() error
	// listen does something and returns what was logged meanwhile.
	listen(what func() error) ([]Record, error)
}

// probe tries what can be done.
func probe(p prober) Probe {
	var result Probe
	system, noGPU := p.system()
	result.Driver, result.CUDA, result.Devices = system.Driver, system.CUDA, append([]Device{}, system.Devices...) // never null
	log, err := p.listen(p.buildSample)
	result.Build = ability(err, log)
	result.Missing = missing(err, log)
	switch {
	case noGPU != nil:
		result.Run = ability(noGPU, nil)
	case err != nil:
		if log, err = p.listen(p.loadRuntime); err != nil {
			result.Run = ability(err, log)
		} else {
			result.Run = Ability{StateUnknown, "TensorRT has a runtime for this GPU, but no plan could be built to try it with"}
		}
	default:
		log, err = p.listen(func() error { return trySample(p) })
		result.Run = ability(err, log)
	}
	return result
}

// ability is yes without an error, else no and why.
func ability(err error, log []Record) Ability {
	if err == nil {
		return Ability{State: StateYes}
	}
	why := strings.TrimPrefix(OneLine(err.Error()), ErrUnavailable.Error()+": ")
	return Ability{StateNo, withTold(why, err, log)}
}

// resource is the name of a library with kernels for the builder.
var resource = regexp.MustCompile(`lib[\w.+-]*builder_resource[\w.+-]*\.so[\w.]*`)

// missing are the builder resource libraries that an error or a log complains about.
func missing(err error, log []Record) []string {
	if err == nil {
		return nil
	}
	names := resource.FindAllString(err.Error(), -1)
	for _, r := range log {
		if r.Severity <= SeverityWarning {
			names = append(names, resource.FindAllString(r.Text, -1)...)
		}
	}
	for i, name := range names {
		names[i] = strings.TrimRight(name, ".") // that of the sentence
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// trySample runs the sample and checks its numbers.
func trySample(p prober) error {
	recipe := tensor.Recipe{Seed: 1, Distribution: "normal"}
	input := make([]byte, 16)
	if err := tensor.Fill(input, 0, "x", "float32", recipe); err != nil {
		return err
	}
	want := make([]byte, 0, len(input))
	for i := 0; i < len(input); i += 4 {
		x := math.Float32frombits(binary.LittleEndian.Uint32(input[i:]))
		want = binary.LittleEndian.AppendUint32(want, math.Float32bits(max(x, 0)))
	}
	var got bytes.Buffer
	result, err := p.runSample(RunRequest{Runs: 2, Input: recipe}, func([]Tensor) (io.Writer, error) { return &got, nil })
	switch {
	case err != nil:
		return err
	case got.Len() != len(want):
		return fmt.Errorf("a plan of one layer gave %d bytes, not %d", got.Len(), len(want))
	case !bytes.Equal(got.Bytes(), want):
		return errors.New("a plan of one layer gave wrong numbers")
	case len(result.Differing) > 0:
		return errors.New("a plan of one layer gave other numbers when it ran again")
	}
	return nil
}
