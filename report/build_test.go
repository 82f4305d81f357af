package report

import (
	"io"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

var (
	digestA = strings.Repeat("0123456789abcdef", 4)
	digestB = strings.Repeat("fedcba9876543210", 4)
)

// builtBy is one plan of the upsampling head, built by some TensorRT.
func builtBy(family, version string, scan result.Scan, output, sha256 string) result.Build {
	scan.File = output
	if output == "" {
		scan.File = "plan of models/head.onnx"
	}
	return result.Build{
		Model: result.BuildModel{File: "models/head.onnx", Size: 12_288, SHA256: digestB, External: []result.ModelFile{
			{Location: "head.onnx.data", Size: 668_672, SHA256: digestA}, {Location: "more.data", Size: 4_096, SHA256: digestB}}},
		TensorRT: result.BuildTensorRT{Named: family, Family: family, Version: version, SHA256: digestA, Headers: version, Worker: "v0.4.0", Sources: "0123456789abcdef"},
		Machine:  result.BuildMachine{Platform: "linux/amd64", Driver: "550.54.15", GPUs: []string{"NVIDIA H200", "NVIDIA H200"}},
		Settings: result.BuildSettings{OptimizationLevel: ptr(5), Flags: []string{"STRIP_PLAN", "REFIT"}, NoFlags: []string{"TF32"}, TacticSources: &[]string{},
			Workspace: 1 << 30, Profiles: []result.BuildProfile{{Input: "x", Min: []int64{1, 3, 8, 8}, Opt: []int64{2, 3, 64, 64}, Max: []int64{4, 3, 64, 64}}}},
		Command: []string{"planlint", "build", "models/head.onnx"}, TimingCache: result.TimingCacheNone, Process: result.BuildProcessEach,
		Plans: []result.BuiltPlan{{Output: output, Size: scan.Size, SHA256: sha256, Scan: scan}},
	}
}

// paddedBuild is a TensorRT that pads.
func paddedBuild() result.Build {
	return builtBy("trt11", "11.2.1.2", paddedScan(), "plans/head.11.2.1.2.plan", digestA)
}

// driftingBuild chooses other kernels each time.
func driftingBuild() result.Build {
	b := builtBy("rtx", "1.7.1.116", cleanScan(), "", digestB)
	b.Settings = result.BuildSettings{Capabilities: []string{"SM75", "SM89"}, Platform: "WINDOWS_AMD64", Routes: []result.BuildRoute{{Name: "-fuse", Value: "off"}}}
	again := b.Plans[0]
	again.SHA256 = digestA
	b.Plans = append(b.Plans, again, again)
	b.Spread = &result.BuildSpread{Builds: 3, Mean: 1_029_131.5, StandardDeviation: 0.75, Min: 1_029_130, Max: 1_029_132, Groups: 2, Contents: []result.BuildContent{
		{SHA256: digestB, Size: 1_029_132, Builds: 1, Group: 1}, {SHA256: digestA, Size: 1_029_130, Builds: 1, Group: 2}, {SHA256: strings.Repeat("7", 64), Size: 1_029_130, Builds: 1, Group: 2}}}
	return b
}

// failedBuilds are a TensorRT that failed, and a name that there is none of.
func failedBuilds() []result.Build {
	failed := builtBy("trt10", "10.15.1.29", cleanScan(), "", digestA)
	failed.Plans = []result.BuiltPlan{}
	failed.Failure = &result.Error{File: "models/head.onnx", Kind: result.KindBuildFailed, Message: "TensorRT 10.15.1.29: the build failed: TensorRT gave no plan: " +
		"Unable to load library: libnvinfer_builder_resource_sm90.so.10.15.1: cannot open shared object file"}
	missing := result.Build{Model: failed.Model, TensorRT: result.BuildTensorRT{Named: "/opt/" + strings.Repeat("tensorrt/", 12)}, Machine: failed.Machine,
		Command: failed.Command, TimingCache: result.TimingCacheNone, Process: result.BuildProcessEach, Plans: []result.BuiltPlan{},
		Failure: &result.Error{File: "models/head.onnx", Kind: result.KindUnavailable, Message: "--trt /opt/tensorrt: there is no such folder"}}
	return []result.Build{failed, missing}
}

func buildDocument(builds ...result.Build) result.Document[result.Build] {
	document := result.NewDocument[result.Build](result.SchemaBuild, "0.4.0")
	document.Results = builds
	for _, b := range builds {
		if b.Failure != nil {
			document.Errors, document.Exit = append(document.Errors, *b.Failure), 4
		}
	}
	return document
}

// attackedBuild has names that may want to be markup.
func attackedBuild(text string) result.Build {
	b := driftingBuild()
	b.Model.File, b.TensorRT.Version, b.TensorRT.Worker, b.TensorRT.Headers, b.Machine.Driver, b.Machine.GPUs[0] = text, text, text, text, text, text
	b.Settings.Flags, b.Settings.Plugins, b.Settings.TimingCache = []string{text}, []string{text}, text
	b.Settings.Profiles = []result.BuildProfile{{Index: 1, Input: text, Min: []int64{1}, Opt: []int64{1}, Max: []int64{1}, Values: true}}
	b.Settings.Routes[0].Name = text
	b.Plans[0].Output, b.Plans[0].Scan.File = text, text
	b.Failure = &result.Error{File: text, Kind: result.KindNotWritten, Message: text}
	return b
}

func TestBuildGoldens(t *testing.T) {
	several := buildDocument(append([]result.Build{paddedBuild(), driftingBuild(), attackedBuild(hostileName)}, failedBuilds()...)...)
	single := buildDocument(driftingBuild())
	plain := builtBy("trt8", "8.6.1", cleanScan(), "head.plan", digestA)
	plain.Model.External, plain.Settings, plain.Machine = []result.ModelFile{}, result.BuildSettings{}, result.BuildMachine{Platform: "linux/arm64"}
	for name, test := range map[string]struct {
		document result.Document[result.Build]
		options  Options
	}{
		"build_several.txt": {several, Options{}}, "build_verbose.txt": {several, Options{Verbose: true}}, "build_narrow.txt": {several, Options{Width: 60}},
		"build_quiet.txt": {several, Options{Quiet: true}}, "build_color.txt": {buildDocument(paddedBuild(), driftingBuild()), Options{Color: true}},
		"build_repeated.txt": {single, Options{}}, "build_one.txt": {buildDocument(plain), Options{}},
	} {
		golden(t, name, render(t, func(w io.Writer) error { return BuildText(w, test.document, test.options) }))
	}
	text := render(t, func(w io.Writer) error { return JSON(w, several) })
	testutil.ValidateJSON(t, result.SchemaBuild, text)
	golden(t, "build.json", text)
	golden(t, "build.csv", render(t, func(w io.Writer) error { return BuildCSV(w, several) }))
	golden(t, "build.md", render(t, func(w io.Writer) error { return BuildMarkdown(w, several, Options{}) }))
	golden(t, "build_repeated.md", render(t, func(w io.Writer) error { return BuildMarkdown(w, single, Options{}) }))
}

// TestBuildFails: of a model that cannot be built there is nothing to print but the errors of Markdown and CSV.
func TestBuildFails(t *testing.T) {
	document := buildDocument()
	document.Errors = []result.Error{{File: "a.onnx", Kind: result.KindNotModel, Message: "JSON, not an ONNX model"}}
	if got := render(t, func(w io.Writer) error { return BuildText(w, document, Options{}) }); len(got) > 0 {
		t.Errorf("text %q", got)
	}
	csv := string(render(t, func(w io.Writer) error { return BuildCSV(w, document) }))
	if lines := strings.Split(csv, "\r\n"); len(lines) != 3 || !strings.HasPrefix(lines[1], "a.onnx,") || !strings.HasSuffix(lines[1], `,not-a-model,"JSON, not an ONNX model"`) {
		t.Errorf("CSV %q", csv)
	}
	if got := string(render(t, func(w io.Writer) error { return BuildMarkdown(w, document, Options{}) })); !strings.Contains(got, "## Errors") {
		t.Errorf("Markdown %q", got)
	}
}

// TestBuildWidth: no line is wider than the page, whatever the names.
func TestBuildWidth(t *testing.T) {
	for _, width := range []int{60, 80, 100} {
		documents := []result.Document[result.Build]{buildDocument(attackedBuild(hostileName)), buildDocument(paddedBuild(), driftingBuild(), failedBuilds()[1])}
		for _, document := range documents {
			text := string(render(t, func(w io.Writer) error { return BuildText(w, document, Options{Width: width}) }))
			for line := range strings.Lines(text) {
				if columns(strings.TrimRight(line, "\n")) > width {
					t.Errorf("%d columns: %q", width, line)
				}
			}
		}
	}
}
