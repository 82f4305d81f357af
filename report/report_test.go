package report

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

func reportDocument(reports ...result.Report) result.Document[result.Report] {
	document := result.NewDocument[result.Report](result.SchemaReport, "0.1.0")
	document.Results = append(document.Results, reports...)
	return document
}

// paddedReport is the report of the plan, with everything that a report can have.
func paddedReport() result.Report {
	explained := headExplained()
	compared := paddedCompare()
	return result.Report{
		Title: "Serialized engine size failure of TensorRT 11.2.1.2", Plan: explained.Scan, Kind: result.ReportPadded,
		ExcessBytes: ptr[int64](5_486_674_044), ExpectedBytes: ptr[int64](1_041_804), Expected: result.ExpectedFromAgainst,
		Versions: []result.ReportVersion{
			{Version: "10.16.1.11", Family: "tensorrt", File: "head-10.16.plan", Size: 1_041_804, ZeroBytes: ptr[int64](97_930), LongestRun: ptr[int64](7_323), Verdict: result.VerdictClean},
			{Version: "11.2.1.2", Family: "tensorrt", File: "head.plan", Size: 5_487_774_180, ZeroBytes: ptr[int64](5_486_777_777), LongestRun: ptr[int64](5_486_674_044), Verdict: result.VerdictPadded}},
		Explained: &result.ReportExplained{Target: explained.Target, Law: explained.Law, Groups: explained.Groups, Witness: explained.Witness},
		Against:   &compared,
		Environment: result.ReportEnvironment{From: "this machine", TensorRT: "11.2.1.2", GPU: "NVIDIA H100 80GB HBM3", Driver: "570.172.08", CUDA: "12.8",
			System: "Ubuntu 24.04, linux/amd64", Python: "3.12.3", Container: ptr(true)},
		Model:    &result.ReportModel{File: "head.onnx", Size: 668_000, Opset: 20, Nodes: 9, WeightsBytes: 667_008, Weights: result.WeightsRandom, Given: result.GivenScript},
		Script:   "import tensorrt\n\nprint(\"```\")\n",
		Cases:    []result.ReportCase{{File: "repro.onnx", Label: "the model"}, {File: "lone.onnx", Label: "LeakyRelu alone", PaddingBytes: ptr[int64](1_097_334_784)}, {File: "control.onnx", Label: "with a Conv", PaddingBytes: ptr[int64](0)}},
		Commands: []result.ReportCommand{{Command: "python repro.py", For: "builds"}, {Command: "planlint report head.plan", For: "made this report"}},
		Sweep: []result.ReportSetting{{Setting: "default", Size: ptr[int64](5_487_774_180), LongestRun: ptr[int64](5_486_674_044), Verdict: result.VerdictPadded, Version: "11.2.1.2"},
			{Setting: "builder_optimization_level = 0", Size: ptr[int64](1_060_000), LongestRun: ptr[int64](7_000), Verdict: result.VerdictClean, Version: "11.2.1.2"},
			{Setting: "BuilderFlag.EXCLUDE_LEAN_RUNTIME", Why: "it needs VERSION_COMPATIBLE", Version: "11.2.1.2"}},
		Impact: &result.ReportImpact{Fleet: 200, FleetBytes: ptr[int64](1_097_334_808_800), Bandwidth: 125_000_000, TransferSeconds: ptr(result.Average(43.9)), Disk: 2_000_000_000,
			LoadSeconds: ptr(result.Average(2.74)), Zstd: &result.ReportZstd{Level: "default", MeasuredBytes: 67_108_864, MeasuredCompressed: 7_171, Compressed: 586_285}},
		Workaround: &result.ReportWorkaround{PaddingBefore: 5_486_673_920, Equality: result.GraphExact, Moves: []result.ReportMove{{Node: "lrelu1", Over: "shuffle1", OverOp: "DepthToSpace", Direction: "before", Why: "a permutation of positions"}},
			Refused: []result.ReportMove{{Node: "softmax", Why: "it is not elementwise"}}, Proof: []string{"onnxruntime in float32: equal, 0 of 1,024 elements differ in 3 cases"}},
		Files: []result.ReportFile{{Name: "report.md", What: "the report"}, {Name: "repro.py", What: "the script"}},
	}
}

// reportOf is the report of a plan by itself.
func reportOf(kind result.ReportKind, scan result.Scan) result.Report {
	v := result.ReportVersion{File: scan.File, Size: planSize(scan)}
	return result.Report{Title: "A plan of TensorRT", Plan: scan, Kind: kind, Versions: []result.ReportVersion{v}, Script: "pass\n", Commands: []result.ReportCommand{}, Cases: []result.ReportCase{}}
}

func suspectReport() result.Report {
	r := reportOf(result.ReportSuspect, suspectScan())
	r.ExcessBytes, r.ExpectedBytes, r.Expected = ptr[int64](8_000_000), ptr[int64](12_000_000), result.ExpectedFromContent
	r.Impact = &result.ReportImpact{}
	return r
}

func largerReport() result.Report {
	r := reportOf(result.ReportLarger, cleanScan())
	r.Versions = append([]result.ReportVersion{{Version: "1.6.1.120", Family: "tensorrt-rtx", File: "old.plan", Size: 500_000}}, r.Versions...)
	r.ExcessBytes, r.ExpectedBytes, r.Expected = ptr[int64](529_132), ptr[int64](500_000), result.ExpectedFromAgainst
	r.Model = &result.ReportModel{File: "big.onnx", Nodes: 5000, WeightsBytes: 9_000_000, Weights: result.WeightsRandom, Given: result.GivenFile, Why: "its code would be long"}
	return r
}

func TestReportMarkdown(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]result.Report{
		"report": paddedReport(), "report_suspect": suspectReport(), "report_larger": largerReport(),
		"report_damaged": reportOf(result.ReportDamaged, damagedScan()), "report_clean": reportOf(result.ReportClean, cleanScan()),
	} {
		document := reportDocument(r)
		golden(t, name+".md", render(t, func(w io.Writer) error { return ReportMarkdown(w, document) }))
		testutil.ValidateJSON(t, result.SchemaReport, render(t, func(w io.Writer) error { return JSON(w, document) }))
	}
}

// TestReportTemplate checks that a report has what NVIDIA's template asks for, in its order.
func TestReportTemplate(t *testing.T) {
	t.Parallel()
	text := string(render(t, func(w io.Writer) error { return ReportMarkdown(w, reportDocument(paddedReport())) }))
	at := 0
	for _, heading := range []string{"## Description", "## Environment", "**TensorRT Version**:", "**NVIDIA GPU**:", "**NVIDIA Driver Version**:", "**CUDA Version**:",
		"**CUDNN Version**:", "Operating System:", "Python Version (if applicable):", "Tensorflow Version (if applicable):", "PyTorch Version (if applicable):",
		"Baremetal or Container (if so, version):", "## Relevant Files", "**Model link**:", "## Steps To Reproduce", "**Commands or scripts**:",
		"**Have you tried [the latest release]", "**Can this model run on other frameworks?**", "## Analysis", "## Impact", "## Workaround"} {
		i := strings.Index(text[at:], heading)
		if i < 0 {
			t.Fatalf("%q is missing, or in the wrong place", heading)
		}
		at += i
	}
	for _, number := range []string{"5,487,774,180", "1,100,136", "5,486,674,044", "1,041,804", "58,332", "1,097,334,784", "4,389,339,136", "5,268 times"} {
		if !strings.Contains(text, number) {
			t.Errorf("%s is missing", number)
		}
	}
}

// TestReportHTML reads the Markdown with another program's eyes, and wants the same parts: tables, code, lists, and no tag
// or address that is not the report's own.
func TestReportHTML(t *testing.T) {
	t.Parallel()
	text := string(render(t, func(w io.Writer) error { return ReportHTML(w, reportDocument(paddedReport())) }))
	for part, want := range map[string]int{"<table>": 7, "<pre>": 4, "<h1>": 1, "<h2>": 7, "|--": 0, "**": 0, "&lt;": 1} {
		if got := strings.Count(text, part); got != want {
			t.Errorf("%d of %s, want %d", got, part, want)
		}
	}
	for name, r := range map[string]result.Report{"padded": paddedReport(), "hostile": hostileReport()} {
		text := string(render(t, func(w io.Writer) error { return ReportHTML(w, reportDocument(r)) }))
		for _, tag := range regexp.MustCompile(`<[a-zA-Z/!][^>]*>`).FindAllString(text, -1) {
			if !ownTag.MatchString(tag) {
				t.Errorf("%s: the tag %q", name, tag)
			}
		}
	}
}

var ownTag = regexp.MustCompile(`^</?(html|head|body|title|style|h[1-3]|p|table|thead|tbody|tr|th|td|pre|code|ul|li|em|strong|sub|summary|details|(th|td) align="(left|right)"|` +
	`!DOCTYPE html|html lang="en"|meta [^<>]*|code class="language-(python|sh)"|a href="https://(developer\.nvidia\.com/tensorrt|github\.com/planlint/planlint)"|a)>$`)

var fenceLine = regexp.MustCompile("^(`{3,})(\\w*)$")

// TestHostileReport puts an attack into every text, and wants none to leave its place: outside of code nothing is left
// that starts markup, and no fence is closed from inside.
func TestHostileReport(t *testing.T) {
	t.Parallel()
	document := reportDocument(hostileReport())
	document.Tool.Version = attackText
	text := render(t, func(w io.Writer) error { return ReportMarkdown(w, document) })
	if bytes.ContainsAny(text, "\x1b\u202e") {
		t.Error("a character that a terminal acts on is left")
	}
	checkFences(t, text)
}

// attackText is written to leave wherever it stands.
const attackText = "x\n````\n```\n</details><script>alert(1)</script>\n# h1 @nvidia #4841 ![i](http://e/x) |a|b| `c` \x1b[31m\u202e\"\"\""

// hostileReport has the attack in every text.
func hostileReport() result.Report {
	const attack = attackText
	r := paddedReport()
	r.Title, r.Plan = attack, attacked(attack)
	r.Plan.Zeros.Runs[2].Explanation = &result.Explanation{Explained: []result.RunPart{{Group: 0, Bytes: 9}}, Law: attack}
	r.Explained.Groups[0].Nodes, r.Explained.Groups[0].Ops, r.Explained.Groups[0].Why = []string{attack}, []string{attack}, attack
	r.Explained.Target, r.Explained.Law.Name = attack, attack
	r.Explained.Witness = []result.KernelWitness{{Kernel: attack, Contradiction: attack}}
	r.Environment = result.ReportEnvironment{From: attack, TensorRT: attack, GPU: attack, Driver: attack, CUDA: attack, System: attack, Python: attack}
	r.Versions[0].Version, r.Versions[0].File = attack, attack
	r.Model.Given, r.Model.File, r.Model.Why = result.GivenNot, attack, attack
	r.Script, r.Commands = "print()\n"+attack+strings.Repeat("\nx", 300), []result.ReportCommand{{Command: attack, For: attack}, {Command: "planlint " + attack, For: attack}}
	r.Cases = []result.ReportCase{{File: attack, Label: attack, PaddingBytes: ptr[int64](1)}}
	r.Sweep = []result.ReportSetting{{Setting: attack, Why: attack, Version: attack}}
	r.Workaround = &result.ReportWorkaround{Moves: []result.ReportMove{{Node: attack, Over: attack, Why: attack}}, Refused: []result.ReportMove{{Node: attack, Why: attack}}, Proof: []string{attack}}
	r.Files = []result.ReportFile{{Name: attack, What: attack}}
	return r
}

// checkFences wants every fence closed, and nothing outside of them that starts markup.
func checkFences(t *testing.T, text []byte) {
	t.Helper()
	fence, fences := "", 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if fence != "" {
			if mark := strings.TrimSpace(line); strings.Trim(mark, "`") == "" && len(mark) >= len(fence) {
				fence = ""
			}
			continue
		}
		if found := fenceLine.FindStringSubmatch(line); found != nil {
			fence, fences = found[1], fences+1
			continue
		}
		for _, bad := range []string{"<script", "</details><", "@nvidia", "![i]", "#4841", "# h1"} {
			if strings.Contains(line, bad) {
				t.Errorf("%q is left in %q", bad, line)
			}
		}
	}
	if fence != "" || fences < 4 {
		t.Errorf("%d fences, %q is open", fences, fence)
	}
}
