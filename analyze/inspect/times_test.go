package inspect

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
)

func timesIn(t testing.TB, name string) Times {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	times, err := ReadTimes(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return times
}

func TestAddTimes(t *testing.T) {
	layers, err := Read(bytes.NewReader(texts(t)["head"]))
	if err != nil {
		t.Fatal(err)
	}
	if unknown := AddTimes(&layers, timesIn(t, "profile.json")); unknown != 0 {
		t.Errorf("%d times of no layer", unknown)
	}
	if unknown := AddTimes(&layers, timesIn(t, "times.json")); unknown != 0 {
		t.Errorf("%d times of no layer", unknown)
	}
	if *layers.Measured != 1500 || layers.Runs.Runs != 3 || *layers.Runs.MedianCompute != 470_000 || *layers.Runs.MedianLatency != 480_000 {
		t.Errorf("%d, %+v", *layers.Measured, layers.Runs)
	}
	if time := layers.List[1].Time; time.Average != 50_000 || *time.Median != 50_100 || time.Share != 0.5 {
		t.Errorf("%+v", time)
	}
	if time := layers.List[4].Time; time == nil || time.Average != 10_000 {
		t.Errorf("%+v", time)
	}
}

// TestAddTimesByName has a layer twice and a time of another plan.
func TestAddTimesByName(t *testing.T) {
	layers := result.Layers{List: []result.Layer{{Name: "a"}, {Name: "b"}, {Name: "a"}}}
	times, err := ReadTimes(strings.NewReader(`[{"name": "a", "averageMs": 1}, {"name": "a", "averageMs": 2, "percentage": 400}, {"name": "c", "averageMs": 3}]`))
	if err != nil {
		t.Fatal(err)
	}
	if unknown := AddTimes(&layers, times); unknown != 1 || layers.List[0].Time.Average != 1e6 || layers.List[1].Time != nil || layers.List[2].Time.Average != 2e6 ||
		layers.List[2].Time.Share != 0 {
		t.Errorf("%d, %+v", unknown, layers.List)
	}
}

func TestReadTimesErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "breaks off",
		"[":                                    "breaks off",
		"[]":                                   "the list has none",
		`[{"count": 1}]`:                       "the list has none",
		`{"Layers": []}`:                       "trtexec writes a list",
		`[{"a": 1}]`:                           "JSON of something else",
		`[{"name": "a"}]`:                      "JSON of something else",
		`[{"name": "a", "averageMs": "fast"}]`: "cannot unmarshal string",
		`[1]`:                                  "cannot unmarshal number",
		`[{"name": "a", "averageMs": 1}] x`:    "invalid character",
	} {
		if _, err := ReadTimes(strings.NewReader(text)); !errors.Is(err, ErrNoTimes) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if times, err := ReadTimes(strings.NewReader(`[{"name": "say "hi"", "averageMs": nan}, {"name": "b", "averageMs": -1}]`)); err == nil {
		t.Errorf("%+v", times)
	}
}

func FuzzReadTimes(f *testing.F) {
	for _, name := range []string{"profile.json", "times.json"} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`[{"name": "a", "averageMs": 1e300}, {"count": -1}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		times, err := ReadTimes(bytes.NewReader(text))
		if err != nil {
			return
		}
		layers := result.Layers{List: []result.Layer{{Name: "a"}}}
		unknown := AddTimes(&layers, times)
		if unknown < 0 || unknown > len(times.Layers) || len(times.Layers) == 0 && times.Runs == nil {
			t.Fatalf("%+v", times)
		}
		for _, timed := range times.Layers {
			if timed.Average < 0 || timed.Share < 0 || timed.Share > 1 {
				t.Fatalf("%+v", timed)
			}
		}
	})
}
