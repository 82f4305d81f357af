package bugreport_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/planlint/planlint/internal/bugreport"
	"github.com/planlint/planlint/internal/redact"
	"github.com/planlint/planlint/internal/result"
)

func plan(size int64, verdict result.Verdict, runs ...result.Run) result.Scan {
	return result.Scan{File: "a.plan", Size: size, Container: &result.Container{Family: "tensorrt", Version: "11.2.1.2", PlanSize: size},
		Zeros: &result.Zeros{Runs: runs}, Verdict: verdict}
}

func padding(groups ...int) result.Run {
	run := result.Run{Offset: 1000, Length: 2 << 20, ToEnd: true, Explanation: &result.Explanation{}}
	for _, g := range groups {
		run.Explained = append(run.Explained, result.RunPart{Group: g, Bytes: 1 << 20})
	}
	return run
}

func TestKindsAndTitles(t *testing.T) {
	t.Parallel()
	groups := []result.PredictGroup{{Ops: []string{"LeakyRelu"}}, {Ops: []string{"LeakyRelu"}}, {Ops: []string{"Mul", "Max"}}, {Ops: []string{"A"}}, {Ops: []string{"B"}}}
	small := plan(1000, result.VerdictClean)
	small.Container = &result.Container{Family: "tensorrt", Version: "10.16.1.11", PlanSize: 1000}
	damaged := plan(1000, result.VerdictDamaged)
	damaged.Zeros, damaged.Findings = nil, []result.Finding{{Rule: "PL101", Level: result.LevelError, Message: "24 bytes are\nmissing"}}
	odd := plan(1000, result.VerdictSuspect)
	odd.Findings = []result.Finding{{Rule: "PL105", Level: result.LevelWarning, Message: "the end tag is missing"}}
	weights := plan(5<<20, result.VerdictSuspect, result.Run{Length: 3 << 20, Explanation: &result.Explanation{Initializers: []string{"w"}}}, result.Run{Length: 1 << 20})
	for name, test := range map[string]struct {
		e        bugreport.Evidence
		kind     result.ReportKind
		title    string
		excess   int64
		expected int64
	}{
		"one group": {bugreport.Evidence{Explain: &result.Explain{Scan: plan(2<<20+1000, result.VerdictPadded, padding(0)), Groups: groups}}, result.ReportPadded,
			"Serialized engine size failure of TensorRT 11.2.1.2 when building a model with an unfused LeakyRelu: 2,097,152 of 2,098,152 bytes are padding zeros", 2 << 20, 1000},
		"several": {bugreport.Evidence{Explain: &result.Explain{Scan: plan(2<<20+1000, result.VerdictPadded, padding(0, 1, 2)), Groups: groups}, Against: &small,
			Environment: result.ReportEnvironment{GPU: "H100"}}, result.ReportPadded,
			"Serialized engine size failure of TensorRT 11.2.1.2 when building a model with 3 unfused LeakyRelu, Mul+Max on GPU H100: 2,097,152 of 2,098,152 bytes are padding zeros", 2 << 20, 1000},
		"many": {bugreport.Evidence{Explain: &result.Explain{Scan: plan(3<<20, result.VerdictPadded, padding(0, 2, 3, 4)), Groups: groups}}, result.ReportPadded,
			"Serialized engine size failure of TensorRT 11.2.1.2 when building a model with 4 unfused pointwise operations: 2,097,152 of 3,145,728 bytes are padding zeros", 2 << 20, 1 << 20},
		"unexplained": {bugreport.Evidence{Scan: plan(3<<20, result.VerdictSuspect, result.Run{Length: 2 << 20}, result.Run{Length: 5000})}, result.ReportSuspect,
			"Serialized engine size failure of TensorRT 11.2.1.2 when building a network: 2,097,152 of 3,145,728 bytes are zeros that nothing explains", 2 << 20, 1 << 20},
		"weights of zeros": {bugreport.Evidence{Explain: &result.Explain{Scan: weights, Groups: groups}}, result.ReportSuspect,
			"Serialized engine size failure of TensorRT 11.2.1.2 when building a network: 1,048,576 of 5,242,880 bytes are zeros that nothing explains", 1 << 20, 4 << 20},
		"something else": {bugreport.Evidence{Scan: odd}, result.ReportSuspect, "Serialized engine of TensorRT 11.2.1.2 looks damaged: the end tag is missing", 0, 0},
		"larger": {bugreport.Evidence{Scan: plan(1868, result.VerdictClean), Against: &small}, result.ReportLarger,
			"Serialized engine size failure of TensorRT 11.2.1.2 when building a network: 1,868 bytes, 86.8 % larger than with 10.16.1.11", 868, 1000},
		"smaller": {bugreport.Evidence{Scan: plan(900, result.VerdictClean), Against: &small}, result.ReportClean, "Size of a serialized engine of TensorRT 11.2.1.2: 900 bytes, and no padding", 0, 0},
		"damaged": {bugreport.Evidence{Scan: damaged}, result.ReportDamaged, "Serialized engine of TensorRT 11.2.1.2 cannot be read: 24 bytes are missing", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if test.e.Explain != nil {
				test.e.Scan = test.e.Explain.Scan
			}
			made, err := bugreport.Compose(test.e, redact.New(redact.Machine{}, false))
			if err != nil {
				t.Fatal(err)
			}
			if made.Kind != test.kind || made.Title != test.title {
				t.Errorf("%s: %s", made.Kind, made.Title)
			}
			if got := valueOf(made.ExcessBytes); got != test.excess {
				t.Errorf("excess %d", got)
			}
			if got := valueOf(made.ExpectedBytes); got != test.expected {
				t.Errorf("expected %d", got)
			}
		})
	}
}

func valueOf(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

func TestGrowth(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		old, now int64
		want     string
	}{{1000, 1868, "86.8 %"}, {1000, 1001, "0.10 %"}, {1 << 40, 1<<40 + 1, "<0.01 %"}, {1_041_804, 5_487_774_180, "5,268 times"}, {0, 5, "infinitely"}} {
		if got := bugreport.Growth(test.old, test.now); got != test.want {
			t.Errorf("from %d to %d: %s, want %s", test.old, test.now, got, test.want)
		}
	}
}

// TestZstd compares what is said of many zeros with what compressing them all gives.
func TestZstd(t *testing.T) {
	t.Parallel()
	for _, size := range []int64{1, 4096, 64 << 20, 200 << 20} {
		z, err := bugreport.MeasureZstd(size)
		if err != nil {
			t.Fatal(err)
		}
		w, err := zstd.NewWriter(nil)
		if err != nil {
			t.Fatal(err)
		}
		if size > 100<<20 && testing.Short() {
			continue
		}
		whole := int64(len(w.EncodeAll(make([]byte, size), nil)))
		if z.MeasuredBytes != min(size, 64<<20) || z.Compressed > 2*whole+64 || 2*z.Compressed+64 < whole {
			t.Errorf("%d zeros: %+v, and %d when all are compressed", size, z, whole)
		}
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	rows, err := bugreport.ReadSettings([]byte(`{"schema":"planlint/build/v1","results":[
		{"settings":{"optimization_level":0,"flags":["STRIP_PLAN"]},"tensorrt":{"version":"11.2.1.2"},"plans":[{"size":10,"scan":{"verdict":"clean","zeros":{"longest":{"length":3}}}},{"size":11}]},
		{"settings":{},"failure":{"message":"no"}}]}`))
	if err != nil || len(rows) != 3 || rows[0].Setting != "builder_optimization_level = 0, BuilderFlag.STRIP_PLAN" || *rows[0].LongestRun != 3 || rows[2].Setting != "default" || rows[2].Why != "no" {
		t.Errorf("%+v, %v", rows, err)
	}
	rows, err = bugreport.ReadSettings([]byte(`{"schema":"planlint/sweep/v1","results":[{"plans":[{"setting":"tiling","size":7}]}]}`))
	if err != nil || len(rows) != 1 || *rows[0].Size != 7 {
		t.Errorf("%+v, %v", rows, err)
	}
	for _, text := range []string{"", "[]", `{"schema":"planlint/scan/v1"}`, `{"schema":"planlint/sweep/v1","results":[]}`} {
		if _, err := bugreport.ReadSettings([]byte(text)); !errors.Is(err, bugreport.ErrSaved) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestBundle(t *testing.T) {
	t.Parallel()
	files := []bugreport.File{bugreport.Text("a.txt", "", "a"), bugreport.Text("b.txt", "", strings.Repeat("b", 1000))}
	var first, second bytes.Buffer
	if err := errors.Join(bugreport.Bundle(t.Context(), &first, files), bugreport.Bundle(t.Context(), &second, files)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two bundles differ")
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := bugreport.Bundle(stopped, &first, files); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

func TestCommandLine(t *testing.T) {
	t.Parallel()
	if got := bugreport.CommandLine([]string{"planlint", "a b", "it's", "", "--x=1"}); got != `planlint 'a b' 'it'\''s' '' --x=1` {
		t.Error(got)
	}
}
