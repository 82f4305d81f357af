package testutil

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// ValidateJSON fails a test whose document breaks one of the schemas under docs/schema. The schema is named
// as in the document: "planlint/scan/v1".
func ValidateJSON(t testing.TB, schema string, document []byte) {
	t.Helper()
	file, ok := schemaFile(schema)
	if !ok {
		t.Fatalf("%q is no name of a schema, such as planlint/scan/v1", schema)
	}
	compiled, err := jsonschema.NewCompiler().Compile(filepath.Join(Root(t), "docs", "schema", file))
	if err != nil {
		t.Fatalf("schema %s: %v", schema, err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Fatalf("no JSON: %v\n%.2000s", err, document)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("not as schema %s says: %v\n%.4000s", schema, err, document)
	}
}

// schemaFile maps planlint/scan/v1 to scan-v1.json.
func schemaFile(schema string) (string, bool) {
	parts := strings.Split(schema, "/")
	if len(parts) != 3 || parts[0] != "planlint" {
		return "", false
	}
	return parts[1] + "-" + parts[2] + ".json", true
}

// Root is the folder of the repository: the first one upwards with a go.mod.
func Root(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			t.Fatal("no go.mod in the working directory or above it")
		}
		folder = parent
	}
}
