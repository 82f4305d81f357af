package report

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	official "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// sarifSchema is the schema of the standard, which the go-sarif library has in a constant of its own.
var sarifSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	folder, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(folder)), "schema.go"), nil, 0)
	if err != nil {
		return nil, err
	}
	text := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, err = strconv.Unquote(literal.Value)
		}
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("sarif-2.1.0.json", document); err != nil {
		return nil, err
	}
	return compiler.Compile("sarif-2.1.0.json")
})

// validSARIF checks a file against the schema of the standard, and returns it as a library that nobody here wrote reads it.
func validSARIF(t testing.TB, text []byte) *official.Report {
	t.Helper()
	schema, err := sarifSchema()
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("no JSON: %v\n%.2000s", err, text)
	}
	if err := schema.Validate(document); err != nil {
		t.Fatalf("not as the schema says: %v\n%.2000s", err, text)
	}
	read, err := official.FromBytes(text)
	if err != nil {
		t.Fatalf("go-sarif cannot read it: %v", err)
	}
	return read
}

// TestSARIFRead: what another library reads is what was found, and the schema refuses what is wrong.
func TestSARIFRead(t *testing.T) {
	ci := ciSamples()["scan"]
	text := renderCI(t, "sarif", ci, ciOptions())
	read := validSARIF(t, text)
	findings := ci.Findings()
	results := read.Runs[0].Results
	if len(results) != len(findings) || len(findings) < 4 {
		t.Fatalf("%d results of %d findings", len(results), len(findings))
	}
	for i, r := range results {
		at := r.Locations[0].PhysicalLocation.ArtifactLocation
		if *r.RuleID != findings[i].Rule || r.Level != string(findings[i].Level) || *at.URIBaseID != root || strings.Contains(*at.URI, "://") || len(r.PartialFingerprints) != 2 {
			t.Errorf("%+v of %+v", r, findings[i])
		}
		if r.Locations[0].PhysicalLocation.Region != nil {
			t.Error("a line of a plan: the upload to GitHub would read it as text")
		}
	}
	schema, err := sarifSchema()
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := jsonschema.UnmarshalJSON(bytes.NewReader(bytes.ReplaceAll(text, []byte(`"level":"error"`), []byte(`"level":"severe"`))))
	if err != nil || schema.Validate(wrong) == nil {
		t.Error("a level that does not exist is valid")
	}
}
