package inspect

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// Times are what trtexec measured: of layers (--exportProfile) or of whole runs (--exportTimes).
type Times struct {
	// Measured is how often each layer was run; nil if that is not told.
	Measured *int64
	// Layers are in the order in which they ran.
	Layers []TimedLayer
	// Runs is nil in a file with the times of layers.
	Runs *result.RunTimes
}

// TimedLayer is the time of the layer of that name.
type TimedLayer struct {
	Name string
	result.LayerTime
}

// rawTime is an entry of either file.
type rawTime struct {
	Count      *float64 `json:"count"`
	Name       *word    `json:"name"`
	Total      *float64 `json:"timeMs"`
	Average    *float64 `json:"averageMs"`
	Median     *float64 `json:"medianMs"`
	Percentage *float64 `json:"percentage"`
	Compute    *float64 `json:"computeMs"`
	Latency    *float64 `json:"latencyMs"`
}

// ReadTimes reads what trtexec --exportProfile or --exportTimes wrote. Errors about the text wrap ErrNoTimes.
func ReadTimes(r io.Reader) (Times, error) {
	m := newMender(r)
	decoder := json.NewDecoder(m)
	t := timesReader{}
	err := t.read(decoder, m)
	if err == nil {
		err = atEnd(decoder)
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return Times{}, noTimes("the text breaks off")
	case errors.Is(err, errTooLarge), errors.Is(err, errMore), errors.As(err, &syntax), errors.As(err, &kind):
		return Times{}, noTimes("%v", err)
	case errors.Is(err, ErrNoTimes):
		return Times{}, err
	case err != nil:
		return Times{}, fmt.Errorf("reading times: %w", err)
	}
	return t.finish()
}

type timesReader struct {
	times            Times
	kept             int
	compute, latency []int64 // nanoseconds
}

func (t *timesReader) read(decoder *json.Decoder, m *mender) error {
	open, err := decoder.Token()
	switch {
	case err != nil:
		return err
	case open != json.Delim('['):
		return noTimes("trtexec writes a list")
	}
	for decoder.More() {
		m.restart()
		var raw rawTime
		if err := decoder.Decode(&raw); err != nil {
			return err
		}
		if err := t.add(raw); err != nil {
			return err
		}
		if t.kept > maxKept || max(len(t.compute), len(t.latency)) > maxRuns {
			return fmt.Errorf("more times than a file has: %w", errTooLarge)
		}
	}
	_, err = decoder.Token()
	return err
}

func (t *timesReader) add(raw rawTime) error {
	switch average := nanoseconds(raw.Average); {
	case raw.Name != nil && average != nil:
		layer := TimedLayer{Name: string(*raw.Name), LayerTime: result.LayerTime{Average: *average, Median: nanoseconds(raw.Median)}}
		if raw.Percentage != nil && *raw.Percentage >= 0 && *raw.Percentage <= 100 {
			layer.Share = *raw.Percentage / 100
		}
		t.kept += 128 + len(layer.Name)
		t.times.Layers = append(t.times.Layers, layer)
	case raw.Count != nil && *raw.Count >= 0 && *raw.Count < 1<<53:
		count := int64(*raw.Count)
		t.times.Measured = &count
	case raw.Compute != nil || raw.Latency != nil:
		t.compute, t.latency = appendKnown(t.compute, raw.Compute), appendKnown(t.latency, raw.Latency)
	default:
		return noTimes("JSON of something else: trtexec writes averageMs of layers and latencyMs of runs")
	}
	return nil
}

// nanoseconds converts milliseconds; nil for what is no time.
func nanoseconds(milliseconds *float64) *int64 {
	if milliseconds == nil || *milliseconds < 0 || *milliseconds > 1e12 {
		return nil
	}
	value := int64(math.Round(*milliseconds * 1e6))
	return &value
}

func appendKnown(list []int64, milliseconds *float64) []int64 {
	if value := nanoseconds(milliseconds); value != nil {
		return append(list, *value)
	}
	return list
}

func (t *timesReader) finish() (Times, error) {
	runs := int64(max(len(t.compute), len(t.latency)))
	switch {
	case len(t.times.Layers) == 0 && runs == 0:
		return Times{}, noTimes("the list has none")
	case runs > 0:
		t.times.Runs = &result.RunTimes{Runs: runs, MedianCompute: median(t.compute), MedianLatency: median(t.latency)}
	}
	return t.times, nil
}

// median is the middle one, the lower of two.
func median(list []int64) *int64 {
	if len(list) == 0 {
		return nil
	}
	slices.Sort(list)
	return &list[(len(list)-1)/2]
}

// AddTimes gives layers their times, by name; of several layers of one name in order. It returns how many layers
// of the times are not among the layers: the times are of another plan, then.
func AddTimes(layers *result.Layers, times Times) (unknown int) {
	if times.Runs != nil {
		layers.Runs = times.Runs
	}
	if times.Measured != nil {
		layers.Measured = times.Measured
	}
	waiting := map[string][]int{}
	for i, layer := range layers.List {
		waiting[layer.Name] = append(waiting[layer.Name], i)
	}
	for _, timed := range times.Layers {
		indexes := waiting[timed.Name]
		if len(indexes) == 0 {
			unknown++
			continue
		}
		layers.List[indexes[0]].Time, waiting[timed.Name] = &timed.LayerTime, indexes[1:]
	}
	return unknown
}
