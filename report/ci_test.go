package report

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report/sarif"
)

// ciFormats are what is made of a CI.
var ciFormats = map[string]func(io.Writer, CI, Options) error{
	"sarif": SARIF, "junit.xml": JUnit, "github.txt": GitHubAnnotations, "gitlab.json": GitLab, "comment.md": Comment,
}

func renderCI(t testing.TB, format string, ci CI, options Options) []byte {
	t.Helper()
	return render(t, func(w io.Writer) error { return ciFormats[format](w, ci, options) })
}

func TestCIGoldens(t *testing.T) {
	for command, ci := range ciSamples() {
		for format := range ciFormats {
			text := renderCI(t, format, ci, ciOptions())
			if format == "sarif" {
				validSARIF(t, text)
				var readable bytes.Buffer
				if err := json.Indent(&readable, text, "", "  "); err != nil {
					t.Fatal(err)
				}
				text = readable.Bytes()
			}
			golden(t, "ci_"+command+"."+format, text)
		}
	}
}

// TestCIHostile: whatever a plan is called, each format stays what it is.
func TestCIHostile(t *testing.T) {
	for _, text := range []string{hostileName, "a\n::error::forged", "::set-output name=x::y", "%0A::error::forged", "##[error]forged", "a]]>b", "x,title=forged:y",
		"\x00\x01\xff\xfe", "[click](https://example.invalid) {0} {{", "\ufffe\uffff\U0001ffff", strings.Repeat("long", 5000), "", "-", "../../etc/a.plan", "/a b/c%20d.plan",
		"https://example.invalid/a b?q=\x1b", "a:b.plan", "| a | b |\n|--|--|", "<!-- --> <script>", "\r\n::stop-commands::x", "  ::error::y"} {
		for _, ci := range attackedCI(text) {
			checkCI(t, ci)
		}
	}
}

func FuzzCI(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > longestFuzzed/4 { // more shows nothing new, and takes its time in six kinds of results and five formats
			return
		}
		for _, ci := range attackedCI(text) {
			checkCI(t, ci)
		}
	})
}

// checkCI reads each format back.
func checkCI(t *testing.T, ci CI) {
	t.Helper()
	options := ciOptions()
	findings := ci.Findings()

	text := renderCI(t, "sarif", ci, options)
	oneLine(t, "sarif", strings.TrimSuffix(string(text), "\n"))
	var log sarif.Log
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	if got := len(log.Runs[0].Results); got != len(findings) {
		t.Errorf("sarif: %d results of %d findings", got, len(findings))
	}
	for _, r := range log.Runs[0].Results {
		oneLine(t, "sarif message", r.Message.Text)
		if strings.Contains(r.Message.Text, "](") || strings.Contains(strings.NewReplacer("{{", "", "}}", "").Replace(r.Message.Text), "{") {
			t.Errorf("sarif: a link or placeholder: %q", r.Message.Text)
		}
	}

	text = renderCI(t, "junit.xml", ci, options)
	wellFormed(t, text)
	for line := range strings.Lines(string(text)) {
		oneLine(t, "junit", strings.TrimSuffix(line, "\n"))
	}

	checkGitHub(t, renderCI(t, "github.txt", ci, options), findings)

	text = renderCI(t, "gitlab.json", ci, options)
	var issues []gitlabIssue
	if err := json.Unmarshal(text, &issues); err != nil || len(issues) != len(findings) {
		t.Errorf("gitlab: %d issues of %d findings, %v", len(issues), len(findings), err)
	}
	seen := map[string]bool{}
	for _, issue := range issues {
		oneLine(t, "gitlab", issue.Description+issue.Location.Path+issue.CheckName)
		if issue.Location.Path == "" || seen[issue.Fingerprint] {
			t.Errorf("gitlab: no path, or a fingerprint twice: %+v", issue)
		}
		seen[issue.Fingerprint] = true
	}

	text = renderCI(t, "comment.md", ci, options)
	checkMarkdown(t, "comment", string(text))
	if utf8.RuneCount(text) > MaxComment {
		t.Errorf("comment: %d characters", utf8.RuneCount(text))
	}
	outputs := string(render(t, func(w io.Writer) error { return GitHubOutputs(w, ci) }))
	for line := range strings.Lines(outputs) {
		if name, value, found := strings.Cut(strings.TrimSuffix(line, "\n"), "="); !found || strings.Trim(name+value, "abcdefghijklmnopqrstuvwxyz-0123456789") != "" {
			t.Errorf("outputs: %q", line)
		}
	}
}

// oneLine checks that text is a line of printable characters.
func oneLine(t testing.TB, name, text string) {
	t.Helper()
	if Visible(text) != text {
		t.Errorf("%s: %q", name, text)
	}
}

// TestFingerprints: a plan that is built again, a little larger, keeps its fingerprints; others have others.
func TestFingerprints(t *testing.T) {
	prints := func(places Places, scans ...result.Scan) []string {
		return fingerprints(NewCI("scan", documentOf(result.SchemaScan, 1, scans...), JudgedScan).Findings(), places)
	}
	first := prints(Places{}, paddedScan())
	again := paddedScan()
	again.Size += 4096
	again.Findings = []result.Finding{{Rule: "PL202", Level: result.LevelWarning, Message: "another number of bytes", Offset: ptr[int64](1_200_000), Bytes: ptr[int64](5_000_000_000)}}
	if got := prints(Places{}, again); got[0] != first[0] {
		t.Error("a plan that was built again has another fingerprint")
	}
	other := paddedScan()
	other.File = "other.plan"
	twice := paddedScan()
	twice.Findings = append(twice.Findings, twice.Findings[0])
	rule := paddedScan()
	rule.Findings = []result.Finding{{Rule: "PL203", Level: result.LevelError}}
	all := append(append(first, prints(Places{}, other)...), prints(Places{}, rule)...)
	all = append(all, prints(Places{}, twice)[1])
	seen := map[string]bool{}
	for _, p := range all {
		if seen[p] || len(p) != 32 {
			t.Errorf("%v", all)
		}
		seen[p] = true
	}
	// From another folder of the repository the file is the same one.
	below := paddedScan()
	below.File = "../" + below.File
	if got := prints(Places{Root: "/r", Folder: "/r/sub"}, below); got[0] != first[0] {
		t.Error("the fingerprint depends on the working directory")
	}
	// Groups of a model are told apart by name, whatever their order and their sizes.
	p := headPrediction()
	models := func(p result.Predict) []string {
		return fingerprints(NewCI("predict", documentOf(result.SchemaPredict, 1, p), JudgedPredict).Findings(), Places{})
	}
	before := models(p)
	if len(before) < 2 {
		t.Fatal("too few groups for this test")
	}
	p.Groups[0], p.Groups[1] = p.Groups[1], p.Groups[0]
	p.Groups[0].PaddingBytes = ptr[int64](7)
	if after := models(p); after[0] != before[1] || after[1] != before[0] {
		t.Errorf("%v became %v", before, after)
	}
}

// TestManyFindings checks the limits of the systems that read the formats.
func TestManyFindings(t *testing.T) {
	text := renderCI(t, "sarif", manyFindings(10_000), ciOptions())
	validSARIF(t, text)
	t.Logf("10,000 findings: %d bytes of SARIF", len(text))
	if len(text) >= 10_000_000 {
		t.Errorf("10,000 findings take %d bytes of SARIF", len(text))
	}
	text = renderCI(t, "sarif", manyFindings(60_000), ciOptions())
	var log sarif.Log
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	levels := map[string]int{}
	for _, r := range log.Runs[0].Results {
		levels[r.Level]++
	}
	said := log.Runs[0].Invocations[0].ToolExecutionNotifications
	if levels["error"] != 20_000 || levels["warning"] != 5_000 || levels["note"] != 0 || len(said) != 1 || !strings.HasPrefix(said[0].Message.Text, "35000 of 60000") {
		t.Errorf("%v, %v", levels, said)
	}
	for _, count := range []int{1000, 10_000} {
		text = renderCI(t, "comment.md", manyFindings(count), ciOptions())
		if size := utf8.RuneCount(text); size > MaxComment || size < MaxComment/2 {
			t.Errorf("a comment of %d characters for %d findings", size, count)
		}
		if !strings.Contains(string(text), "more findings have no room here") || !strings.Contains(string(text), "more inputs have no room here") {
			t.Error("the comment does not say what is left out")
		}
	}
	lines := strings.Split(strings.TrimSpace(string(renderCI(t, "github.txt", manyFindings(100), ciOptions()))), "\n")
	if len(lines) != 31 || !strings.Contains(lines[9], "24 more of this kind") {
		t.Errorf("%d lines: %q", len(lines), lines)
	}
}
