package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

const (
	casesPage   = "../../docs/cases.md"
	casesFolder = "../../internal/cli/testdata/cases"
)

// handed are the numbers of the cases of public reports. Those between were never given.
var handed = []int{1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 17, 18, 19, 20, 21, 22, 23, 24, 26, 27, 29, 30, 31, 33, 34, 35, 36, 38, 39, 40}

// TestCases plays each case of docs/cases.md.
func TestCases(t *testing.T) { testscript.Run(t, scripts(t, casesFolder)) }

// TestCasesListed: docs/cases.md has each case, what it was, what is answered, and tests that are there.
func TestCasesListed(t *testing.T) {
	page, err := os.ReadFile(casesPage)
	if err != nil {
		t.Fatal(err)
	}
	reports, asked, found := strings.Cut(string(page), "\n## Asked of other tools\n")
	if !found {
		t.Fatal("nothing was asked of other tools")
	}
	sections := regexp.MustCompile(`(?m)^### `).Split(reports, -1)[1:]
	var numbers []int
	played := map[string]bool{}
	checkTests := func(what string, tests []string) {
		if len(tests) == 0 {
			t.Errorf("%s: no test", what)
		}
		for _, name := range tests {
			checkNamedTest(t, what, name)
			if script, ok := strings.CutPrefix(name, "cases/"); ok {
				played[script+".txtar"] = true
			}
		}
	}
	for _, entry := range strings.Split(asked, "\n- ")[1:] {
		_, tests, _ := strings.Cut(entry, " Tests: ")
		checkTests("asked: "+entry[:30], quoted(tests))
	}
	for _, section := range sections {
		first, _, _ := strings.Cut(section, ".")
		number, err := strconv.Atoi(first)
		if err != nil {
			t.Errorf("no number: %.60q", section)
			continue
		}
		numbers = append(numbers, number)
		checkCase(t, number, section)
		checkTests("case "+first, testsOf(section))
	}
	if !slices.Equal(numbers, handed) {
		t.Errorf("%s has the cases %v, want %v", casesPage, numbers, handed)
	}
	scripts, err := filepath.Glob(filepath.Join(casesFolder, "*"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("%d scripts, %v", len(scripts), err)
	}
	for _, script := range scripts {
		if !played[filepath.Base(script)] {
			t.Errorf("%s is of no case", script)
		}
	}
}

var (
	caseLink = regexp.MustCompile(`\[(?:[\w.-]+/[\w.-]+ )?(#|PR )(\d+)\]\(https://github\.com/[\w.-]+/[\w.-]+/(issues|pull)/(\d+)\)`)
	caseLine = regexp.MustCompile(`(?m)^- (Reported|Answer|Otherwise|Not answered|Tests): (\S.*)$`)
	caseTest = regexp.MustCompile("`([^`]+)`")
)

// checkCase wants a case to have its links and lines, and a script that is of the same case.
func checkCase(t *testing.T, number int, section string) {
	t.Helper()
	heading, _, _ := strings.Cut(section, "\n")
	links := caseLink.FindAllStringSubmatch(heading, -1)
	if len(links) == 0 || len(links) != strings.Count(heading, "](") {
		t.Errorf("case %d: links that cannot be read: %s", number, heading)
		return
	}
	for _, link := range links {
		if link[2] != link[4] || (link[1] == "PR ") != (link[3] == "pull") {
			t.Errorf("case %d: a link to something else than it says: %s", number, link[0])
		}
	}
	lines := map[string]int{}
	for _, line := range caseLine.FindAllStringSubmatch(section, -1) {
		lines[line[1]]++
	}
	if lines["Reported"] != 1 || lines["Tests"] != 1 || lines["Answer"]+lines["Not answered"] == 0 {
		t.Errorf("case %d: it has the lines %v", number, lines)
	}
	script, err := os.ReadFile(filepath.Join(casesFolder, scriptName(number)))
	if err != nil {
		t.Errorf("case %d: %v", number, err)
		return
	}
	start, _, _ := strings.Cut(string(script), "\n")
	if !strings.HasPrefix(start, "# ") || !slices.ContainsFunc(links, func(link []string) bool { return strings.Contains(start, link[1]+link[2]) }) {
		t.Errorf("case %d: its script is of something else: %s", number, start)
	}
	if !slices.Contains(testsOf(section), "cases/"+strings.TrimSuffix(scriptName(number), ".txtar")) {
		t.Errorf("case %d: its script is not among its tests", number)
	}
}

func scriptName(number int) string {
	if number < 10 {
		return "0" + strconv.Itoa(number) + ".txtar"
	}
	return strconv.Itoa(number) + ".txtar"
}

func testsOf(section string) []string {
	for _, line := range caseLine.FindAllStringSubmatch(section, -1) {
		if line[1] == "Tests" {
			return quoted(line[2])
		}
	}
	return nil
}

// quoted are the words in backquotes.
func quoted(text string) []string {
	var words []string
	for _, word := range caseTest.FindAllStringSubmatch(text, -1) {
		words = append(words, word[1])
	}
	return words
}

// checkNamedTest wants a test to be there: cases/NN or script/NAME, which must run planlint and want something of it, or
// PACKAGE.TestName.
func checkNamedTest(t *testing.T, what, name string) {
	t.Helper()
	if folder, script, ok := strings.Cut(name, "/"); ok && (folder == "cases" || folder == "script") {
		text, err := os.ReadFile(filepath.Join("../../internal/cli/testdata", folder, script+".txtar"))
		if err != nil || !regexp.MustCompile(`(?m)^(exec|exits \d) planlint `).Match(text) || !regexp.MustCompile(`(?m)^(stdout|stderr|exits \d) `).Match(text) {
			t.Errorf("%s: %s proves nothing: %v", what, name, err)
		}
		return
	}
	folder, function, _ := strings.Cut(name, ".")
	files, err := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
	if err != nil || !slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && regexp.MustCompile(`(?m)^func `+regexp.QuoteMeta(function)+`\(t \*testing\.T\)`).Match(text)
	}) {
		t.Errorf("%s: there is no test %s", what, name)
	}
}
