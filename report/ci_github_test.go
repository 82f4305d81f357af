package report

import (
	"strings"
	"testing"
)

// command is a workflow command as the runner of GitHub Actions reads it. The order of replacements is the runner's.
type command struct {
	name, data string
	properties map[string]string
}

// runnerReads reads a line as the runner does: first as "::name key=value,key=value::data", with blanks in front or not, else
// as the older "##[name key=value;key=value]data", which may start anywhere.
func runnerReads(line string) (c command, ok bool) {
	unescape := func(text string, pairs ...string) string {
		for i := 0; i < len(pairs); i += 2 {
			text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
		}
		return text
	}
	if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, "::") {
		if info, data, found := strings.Cut(trimmed[2:], "::"); found {
			name, list, _ := strings.Cut(info, " ")
			c = command{name, unescape(data, "%0D", "\r", "%0A", "\n", "%25", "%"), map[string]string{}}
			for property := range strings.SplitSeq(list, ",") {
				if key, value, found := strings.Cut(property, "="); found {
					c.properties[key] = unescape(value, "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
				}
			}
			return c, true
		}
	}
	if _, after, found := strings.Cut(line, "##["); found {
		if info, data, found := strings.Cut(after, "]"); found {
			return command{name: info, data: data}, true
		}
	}
	return c, false
}

// checkGitHub reads annotations back: there is one for each finding, and no other command.
func checkGitHub(t *testing.T, text []byte, findings []Located) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(lines) != len(findings)+1 && len(findings) <= maxAnnotations {
		t.Errorf("github: %d lines for %d findings", len(lines), len(findings))
	}
	for i, line := range lines {
		oneLine(t, "github", line)
		read, isCommand := runnerReads(line)
		if last := i == len(lines)-1; last {
			if isCommand {
				t.Errorf("github: the last line is a command: %q", line)
			}
			continue
		}
		if !isCommand || read.name != "error" && read.name != "warning" && read.name != "notice" {
			t.Errorf("github: %q is read as %+v", line, read)
		}
		for key := range read.properties {
			if key != "file" && key != "title" {
				t.Errorf("github: %q has the property %q", line, key)
			}
		}
		oneLine(t, "github annotation", read.data+read.properties["file"]+read.properties["title"])
	}
}

// TestGitHubReadBack: the runner reads what was meant.
func TestGitHubReadBack(t *testing.T) {
	scan := paddedScan()
	scan.File = "a, b: 100%::%0A.plan"
	scan.Findings[0].Message = "50 % of x: 1,000::y%0A"
	ci := NewCI("scan", documentOf("", 1, scan), JudgedScan)
	line, _, _ := strings.Cut(string(renderCI(t, "github.txt", ci, ciOptions())), "\n")
	read, ok := runnerReads(line)
	if !ok || read.name != "error" || read.properties["file"] != scan.File || read.data != scan.File+": "+scan.Findings[0].Message ||
		read.properties["title"] != "planlint PL202: Zeros behind the end tag" {
		t.Errorf("%q is read as %+v", line, read)
	}
}
