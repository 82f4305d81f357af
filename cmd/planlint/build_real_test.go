//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

// trtFlag names the libraries of a version of TensorRT-RTX.
func trtFlag(t *testing.T, version string) string {
	t.Helper()
	_, site := rtx.Python(t, version)
	return "--trt=" + filepath.Join(site, "tensorrt_rtx_libs")
}

// buildReal runs planlint build with real workers, those that "make core" installs.
func buildReal(t *testing.T, args ...string) (document result.Document[result.Build], stderr string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "planlint", append([]string{"build", "--format", "json"}, args...)...)
	var out, failed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &failed
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	testutil.ValidateJSON(t, result.SchemaBuild, out.Bytes())
	if err := json.Unmarshal(out.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	for _, e := range document.Errors {
		if e.Kind == result.KindUnavailable {
			testutil.Require(t, "core", e.Message)
		}
	}
	if got := cmd.ProcessState.ExitCode(); got != document.Exit {
		t.Errorf("exit status %d, %d in the document", got, document.Exit)
	}
	return document, failed.String()
}

// TestBuildRealVersions puts four versions side by side. Their plans are those that NVIDIA's bindings build, and
// what build says of them is what scan says.
func TestBuildRealVersions(t *testing.T) {
	plans := rtx.Named(t, rtx.HeadBug)
	folder := t.TempDir()
	args := []string{plans[0].ONNX, "-o", folder + "/{version}.plan"}
	for _, p := range plans {
		args = append(args, trtFlag(t, p.Version))
	}
	document, stderr := buildReal(t, args...)
	if stderr != "" || document.Exit != 0 || len(document.Results) != len(plans) {
		t.Fatalf("exit %d, %d results, %s", document.Exit, len(document.Results), stderr)
	}
	for i, b := range document.Results {
		want, version := content(t, plans[i].Path), plans[i].Version
		if b.TensorRT.Version != version || len(b.Plans) != 1 || b.Plans[0].Size != int64(len(want)) || b.TensorRT.SHA256 == "" {
			t.Errorf("%s: %+v, %d plans", version, b.TensorRT, len(b.Plans))
			continue
		}
		path := filepath.Join(folder, version+".plan")
		if !bytes.Equal(content(t, path), want) {
			t.Errorf("%s: not the plan of the bindings", version)
		}
		scanned, err := exec.Command("planlint", "scan", "--format", "json", path).Output()
		if err != nil {
			t.Fatal(err)
		}
		var scan result.Document[result.Scan]
		if err := json.Unmarshal(scanned, &scan); err != nil {
			t.Fatal(err)
		}
		got := b.Plans[0].Scan
		scan.Results[0].Allocated = nil // on disk, which is left out of results that must not depend on it
		for _, list := range [][]result.NotChecked{got.NotChecked, scan.Results[0].NotChecked} {
			for i := range list {
				if list[i].What == "model" { // there is one, though zeros are not traced to it
					list[i].Why = ""
				}
			}
		}
		if !reflect.DeepEqual(got, scan.Results[0]) {
			t.Errorf("%s: build says\n%+v\nand scan\n%+v", version, got, scan.Results[0])
		}
		var sidecar result.Document[result.Build]
		if err := json.Unmarshal(content(t, path+".build.json"), &sidecar); err != nil || len(sidecar.Results) != 1 || sidecar.Results[0].Plans[0].SHA256 != b.Plans[0].SHA256 {
			t.Errorf("%s: sidecar %+v, %v", version, sidecar, err)
		}
	}
}

// TestBuildRealRepeat builds five times; the builders of TensorRT-RTX measure nothing without a GPU.
func TestBuildRealRepeat(t *testing.T) {
	p := rtx.Named(t, rtx.ConvLeakyRelu)
	newest := p[len(p)-1]
	for _, process := range [][]string{nil, {"--one-process"}} {
		document, stderr := buildReal(t, append([]string{newest.ONNX, trtFlag(t, newest.Version), "--repeat", "5"}, process...)...)
		if document.Exit != 0 {
			t.Fatal(stderr)
		}
		s := document.Results[0].Spread
		if s == nil || s.Builds != 5 || s.Min != newest.Size || s.Max != newest.Size || s.Mean != result.Average(newest.Size) || s.StandardDeviation != 0 || s.Groups != 1 {
			t.Errorf("%v: %+v", process, s)
		}
		if process == nil && len(s.Contents) != 1 {
			t.Errorf("%d contents in processes of their own", len(s.Contents))
		}
	}
	document, stderr := buildReal(t, newest.ONNX, trtFlag(t, newest.Version), "--repeat", "2", "--compare-timing-cache")
	if document.Exit != 4 || len(document.Results) != 2 || document.Results[0].Failure != nil || !strings.Contains(stderr, "timing cache is not supported here") {
		t.Errorf("exit %d, %s", document.Exit, stderr)
	}
}

// TestBuildRealSettings builds what the bindings build with the same settings, by their flags.
func TestBuildRealSettings(t *testing.T) {
	newest := rtx.Versions()[0]
	for _, v := range rtx.Versions() {
		newest = max(newest, v)
	}
	flags := map[string][]string{
		rtx.StreamedWeights:  {"--allowWeightStreaming"},
		rtx.OptimizationZero: {"--builderOptimizationLevel=0"},
		rtx.DynamicShape:     {"--minShapes=x:1x16x8x8", "--optShapes=x:2x16x64x64", "--maxShapes=x:4x16x128x128"},
	}
	tried := 0
	for _, p := range rtx.Plans(t) {
		if p.Version != newest {
			continue
		}
		args := flags[p.Name]
		if len(p.Capabilities) > 0 {
			args = append(args, "--computeCapabilities="+strings.Join(p.Capabilities, ","))
		}
		if args == nil {
			continue
		}
		tried++
		path := filepath.Join(t.TempDir(), "a.plan")
		document, stderr := buildReal(t, append([]string{p.ONNX, trtFlag(t, newest), "-o", path, "-q"}, args...)...)
		if document.Exit != 0 {
			t.Errorf("%s: %s", p.Name, stderr)
		} else if !bytes.Equal(content(t, path), content(t, p.Path)) {
			t.Errorf("%s: not the plan of the bindings", p.Name)
		}
	}
	if tried < len(flags)+2 {
		t.Errorf("%d plans", tried)
	}
	model := rtx.Named(t, rtx.ConvLeakyRelu)[0].ONNX
	for flag, want := range map[string]string{
		"--fp16":                         "flag FP16 is not supported here",
		"--runtimePlatform=WindowsAMD64": "platform WINDOWS_AMD64 is not supported here",
		"--tacticSources=+CUBLAS":        "tactic source CUBLAS is not supported here",
		"--timingCacheFile=t":            "timing cache is not supported here",
	} {
		if document, stderr := buildReal(t, model, trtFlag(t, newest), flag); document.Exit != 4 || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %s", flag, document.Exit, stderr)
		}
	}
	document, stderr := buildReal(t, model, trtFlag(t, newest), "--tacticSources=-JIT_CONVOLUTIONS", "--maxTactics=1", "--profilingVerbosity=none")
	if document.Exit != 0 {
		t.Errorf("exit %d, %s", document.Exit, stderr)
	}
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestBuildRealWithoutDriver builds what TensorRT-RTX needs a GPU for where there is none: it is said what to do.
func TestBuildRealWithoutDriver(t *testing.T) {
	if _, err := os.Stat("/proc/driver/nvidia/version"); err == nil {
		t.Skip("skipped: there is a driver of NVIDIA's here")
	}
	for _, p := range rtx.Named(t, rtx.ConvLeakyRelu) {
		for flag, want := range map[string]string{
			"--computeCapabilities=current": "name the GPUs that the plan is for, as in --computeCapabilities 8.9\n",
			"--refit":                       "build there, or without --refit\n",
			"--stripAllWeights":             "build there, or without --stripWeights and --refit\n",
			"--versionCompatible":           "--excludeLeanRuntime builds one that does not have it\n",
		} {
			document, stderr := buildReal(t, p.ONNX, trtFlag(t, p.Version), flag)
			if document.Exit != 4 || !strings.HasSuffix(stderr, want) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%s %s: exit %d, %s", p.Version, flag, document.Exit, stderr)
			}
		}
	}
}
