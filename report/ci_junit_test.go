package report

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/linters"
	"github.com/planlint/planlint/internal/result"
)

// TestJUnitSchema checks files against the schema that Jenkins has, whatever a plan is called.
func TestJUnitSchema(t *testing.T) {
	schema := linters.JUnitSchema(t)
	folder := t.TempDir()
	var files []string
	add := func(name string, ci CI) {
		path := filepath.Join(folder, name+".xml")
		if err := os.WriteFile(path, renderCI(t, "junit.xml", ci, ciOptions()), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	for command, ci := range ciSamples() {
		add(command, ci)
	}
	for _, ci := range attackedCI("\x00\ufffe" + hostileName + "]]>") {
		add("hostile-"+ci.Command, ci)
	}
	linters.Run(t, "python", append([]string{"-c", `import sys
from lxml import etree
schema = etree.XMLSchema(etree.parse(sys.argv[1]))
for path in sys.argv[2:]:
    tree = etree.parse(path)
    schema.assertValid(tree)
    for suite in tree.getroot():
        cases = suite.findall("testcase")
        for kind, plural in ("failure", "failures"), ("error", "errors"), ("skipped", "skipped"):
            assert int(suite.get(plural)) == len([c for c in cases if c.find(kind) is not None]), path
        assert int(suite.get("tests")) == len(cases), path
`, schema}, files...)...)
}

// TestJUnitFailOn: findings below --fail-on are the output of a test that passes.
func TestJUnitFailOn(t *testing.T) {
	scan := paddedScan()
	scan.Findings[0].Level = result.LevelWarning
	ci := NewCI("scan", documentOf(result.SchemaScan, 0, scan), JudgedScan)
	for level, failures := range map[result.Level]int{"": 0, result.LevelError: 0, result.LevelWarning: 1, result.LevelNote: 1} {
		var suites junitSuites
		if err := xml.Unmarshal(renderCI(t, "junit.xml", ci, Options{FailOn: level}), &suites); err != nil {
			t.Fatal(err)
		}
		only := suites.Suites[0].Cases[0]
		if suites.Failures != failures || failures == 0 && !strings.Contains(only.Output.Text, "warning PL202") || failures == 1 && only.Failure.Type != "PL202" {
			t.Errorf("--fail-on %q: %+v", level, suites)
		}
	}
}
