package compare

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/internal/result"
)

func saved(results string) string {
	return `{"schema":"planlint/scan/v1","tool":{"version":"0.1.0"},"results":[` + results + `],"errors":[],"exit":0}`
}

func savedInfo(results string) string {
	return `{"schema":"planlint/info/v1","tool":{"version":"0.1.0"},"results":[` + results + `],"errors":[],"exit":0}`
}

func read(text string) (result.Scan, error) {
	side, err := ReadDocument(strings.NewReader(text), int64(len(text)))
	return side.Scan, err
}

func TestReadDocument(t *testing.T) {
	// All that version 1 has, and what a later one may add.
	text := saved(`{"file":"a.plan","size":10508,"allocated":12288,"new field":{"a":[1]},
		"container":{"family":"tensorrt","tag":"ftrt","header_version":0,"version":"8.6.1.6","serialization_version":236,"declared_size":10508,"offset":0,
			"plan_size":10508,"wrapper":"","end_tag_offset":10504,"sm":["90"],"weights_bytes":64,"sections":[{"name":"ENGN","offset":56,"size":10448}],"unknown":{"word at 8":"00"}},
		"zeros":{"bytes":5115,"share":0.48677,"min_run":4096,"runs_total":0,"runs_omitted":0,"longest":{"offset":3,"length":658,"to_end":false},"runs":[]},
		"images":[{"kind":"elf","offset":1,"size":2,"sm":["90"]}],"kernels":[{"name":"k","origin":"other","offset":1}],
		"findings":[{"rule":"PL999","level":"unheard-of","message":"m","offset":1,"bytes":2}],"not_checked":[{"what":"model","why":"none"}],"verdict":"clean"}`)
	scan, err := read("\xef\xbb\xbf \n" + text)
	if err != nil {
		t.Fatal(err)
	}
	if scan.File != "a.plan" || *scan.Allocated != 12288 || *scan.Container.WeightsBytes != 64 || scan.Zeros.Longest.Length != 658 ||
		scan.Kernels[0].Name != "k" || scan.Images[0].SM[0] != "90" || scan.Findings[0].Rule != "PL999" {
		t.Errorf("%+v", scan)
	}
	again, err := json.Marshal(scan)
	if err != nil {
		t.Fatal(err)
	}
	second, err := read(saved(string(again)))
	if difference := cmp.Diff(scan, second); err != nil || difference != "" {
		t.Errorf("written and read again: %v\n%s", err, difference)
	}
}

func TestReadDocumentErrors(t *testing.T) {
	for text, want := range map[string]string{
		"{":                             "not well-formed JSON",
		"{}":                            "names its schema",
		`{"schema":1}`:                  "names its schema",
		`{"schema":"planlint/map/v1"}`:  `its schema is "planlint/map/v1"`,
		`{"schema":"planlint/info/v1"}`: "the results of 0 plans",
		savedInfo(`{"size":-1}`):        "-1 is no number of bytes",
		`{"schema":"planlint/explain/v1","results":[{"verdict":"damaged"}]}`:                       "a damaged plan",
		`{"schema":"planlint/build/v1","results":[{"plans":[]}]}`:                                  "it has 0 plans",
		`{"schema":"planlint/build/v1","results":[{"plans":[{},{}]}]}`:                             "it has 2 plans",
		`{"schema":"planlint/predict/v1","results":[{"padding_bytes":-7}]}`:                        "-7 is no number of bytes of padding",
		savedInfo(`{"size":1,"layers":{"list":[{"name":"a","output_bytes":-7}]}}`):                 "-7 is no number of bytes of a layer",
		`{"schema":"planlint/info/v1","results":[{"size":1}],"errors":[{"kind":"truncated"}]}`:     "a damaged plan",
		`{"schema":"planlint/scan/v2"}`:                                                            "and version 1 of what scan, explain, info, build or predict prints is needed",
		saved(""):                                                                                  "the results of 0 plans",
		saved("{},{}"):                                                                             "the results of 2 plans",
		saved(`{"size":-1}`):                                                                       "-1 is no number of bytes",
		saved(`{"size":1e3}`):                                                                      "", // as JavaScript would write it
		saved(`{"size":9223372036854775807}`):                                                      "is no number of bytes",
		saved(`{"size":99999999999999999999}`):                                                     "not as planlint/scan/v1 says",
		saved(`{"size":"1"}`):                                                                      "not as planlint/scan/v1 says",
		saved(`{"verdict":"damaged"}`):                                                             "a damaged plan",
		saved(`{"zeros":{"runs":[{"offset":-5,"length":1}]}}`):                                     "-5 is no number of bytes",
		saved(`{"images":[` + strings.Repeat(`{"size":1125899906842624},`, 1100) + `{"size":1}]}`): "larger than those of any plan",
	} {
		_, err := read(text)
		switch {
		case want == "" && text == saved(`{"size":1e3}`): // encoding/json refuses it, in words of its own
			if !errors.Is(err, ErrNoResult) {
				t.Errorf("%.80s: %v", text, err)
			}
		case err == nil || !errors.Is(err, ErrNoResult) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n"):
			t.Errorf("%.80s: %v, want %q", text, err, want)
		}
	}
	if _, err := ReadDocument(bytes.NewReader(nil), maxDocument+1); !errors.Is(err, ErrNoResult) {
		t.Errorf("a document too large to read: %v", err)
	}
}

func TestIsDocument(t *testing.T) {
	for text, want := range map[string]bool{
		"{}": true, " \r\n\t{": true, "\xef\xbb\xbf{": true, "": false, "ftrt{": false, "[{}]": false, "\x25\x07\x00\x00{": false, "{\x07\x00\x00{\"a\"": false, " {\x00\x00{": false, // a length before JSON is a wrapper
	} {
		if got, err := IsDocument(strings.NewReader(text), int64(len(text))); got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// FuzzDocument wants a result or an error, and comparisons that cope with whatever a document holds.
func FuzzDocument(f *testing.F) {
	f.Add([]byte(saved(`{"file":"a","size":5,"verdict":"clean","container":{"plan_size":5,"sections":[{"name":"ENGN","size":3}]},"kernels":[{"name":"__myl_A_myl1_0"}]}`)))
	f.Add([]byte(saved(`{"size":9,"zeros":{"bytes":3,"min_run":1,"runs":[{"offset":1,"length":2},{"offset":0,"length":2000000}]},"images":[{"kind":"host-elf","size":7}]}`)))
	f.Add([]byte(saved(`{"size":-9}`)))
	f.Add([]byte(savedInfo(`{"file":"a","size":9,"layers":{"from":"b","detail":"detailed","list":[{"name":"head.conv","nodes":["head.conv"]},{"name":"PWN(head.act)","output_bytes":7,"pointwise":"alone"}]}}`)))
	f.Add([]byte(savedInfo(`{"size":9,"container":{"plan_size":9},"layers":{"detail":"names","list":[{"name":"head.conv + PWN(head.act)"},{"name":"x"},{"name":"x"}]}}`)))
	f.Add([]byte(`{"schema":"planlint/explain/v1","results":[{"file":"a","size":9,"zeros":{"bytes":9,"runs":[{"length":9,"explained":[{"group":0,"bytes":9}]}]},"groups":[{}]}]}`))
	f.Add([]byte(`{"schema":"planlint/predict/v1","results":[{"model":"a.onnx","target":"11.2","padding_bytes":5,"padding_bytes_max":6,"groups":[{"alone":true}]}]}`))
	f.Add([]byte(`{"schema":"planlint/build/v1","results":[{"settings":{"optimization_level":3},"plans":[{"size":5,"scan":{"size":5,"verdict":"clean"}}]}]}`))
	f.Add([]byte(`{"schema":"planlint/scan/v1"}`))
	f.Add([]byte(`{`))
	f.Fuzz(func(t *testing.T, text []byte) {
		side, err := ReadDocument(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			if !errors.Is(err, ErrNoResult) || cmp.Diff(side, Side{}) != "" {
				t.Fatalf("%v, and %+v", err, side)
			}
			return
		}
		side.Saved = "a.json"
		same := Results(side, side, nil)
		if same.Outcome != result.OutcomeSameResults || same.Cause != nil {
			t.Errorf("a result differs from itself: %+v", same)
		}
		other := Side{Saved: "b", Layers: headLayers(), Scan: result.Scan{Size: 1 << 30, Container: &result.Container{PlanSize: 1 << 30},
			Zeros: &result.Zeros{Runs: []result.Run{{Length: 1 << 29}}}, Images: []result.Image{}, Kernels: []result.Kernel{}}}
		for _, c := range []result.Compare{Results(side, other, nil), Results(other, side, nil)} {
			if (c.Cause == nil) != (!side.ofPlan() || side.Scan.Size == other.Scan.Size) {
				t.Errorf("cause %v", c.Cause)
			}
		}
	})
}
