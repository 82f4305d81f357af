package inference

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/planlint/planlint/bench/timing"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/shape"
)

// Names of the subjects.
const (
	Shape = "layers/shape"
	ONNX  = "onnx.shape_inference"
)

// least is how long the inferences that are timed together take.
const least = 20 * time.Millisecond

// Result is the measurement of one model.
type Result struct {
	Model string `json:"model"`
	// Nodes are those of the main graph.
	Nodes  int             `json:"nodes"`
	Series []timing.Series `json:"series"`
}

// Get returns the series of a subject.
func (r Result) Get(name string) timing.Series {
	for _, s := range r.Series {
		if s.Name == name {
			return s
		}
	}
	return timing.Series{}
}

// Faster is how many times as fast as onnx.shape_inference layers/shape is.
func (r Result) Faster() float64 { return r.Get(ONNX).Ratio(r.Get(Shape)) }

// Measure infers all models of a folder in turns. Models that one of the two cannot read or infer are an error.
func Measure(ctx context.Context, interpreter, folder string, l timing.Limits) (all []Result, err error) {
	peer, err := startPython(interpreter)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, peer.close()) }()
	err = filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".onnx" {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		name = strings.TrimSuffix(filepath.ToSlash(name), ".onnx")
		made, err := measure(ctx, peer, path, name, l)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, made)
		return nil
	})
	return all, err
}

func measure(ctx context.Context, peer *python, path, name string, l timing.Limits) (made Result, err error) {
	m, err := onnx.Open(ctx, path)
	if err != nil {
		return made, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	given := inputs[name]
	if err := peer.open(path, given); err != nil {
		return made, err
	}
	made.Model, made.Nodes = name, len(m.Graph.Nodes)
	made.Series, err = timing.Interleave(l, []timing.Subject{
		{Name: Shape, Run: func() (timing.Cost, error) { return infer(ctx, m, shape.Options{Inputs: given}) }}, {Name: ONNX, Run: peer.infer},
	})
	return made, err
}

// infer infers a model that is read already, as often as takes a measurable time.
func infer(ctx context.Context, m *onnx.Model, o shape.Options) (timing.Cost, error) {
	count, start := 0, time.Now()
	for count == 0 || time.Since(start) < least {
		if _, err := shape.Infer(ctx, m, o); err != nil {
			return timing.Cost{}, err
		}
		count++
	}
	return timing.Cost{Seconds: time.Since(start).Seconds() / float64(count)}, nil
}
