package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/fixtures/seedmodels"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/report"
)

// TestFormatTable checks each cell of the table in docs/formats.md: a command prints a format, and well, or refuses it with exit
// status 2, also for --write. What needs a machine with TensorRT is asked for help alone.
func TestFormatTable(t *testing.T) {
	t.Chdir(t.TempDir())
	writeSamples(t)
	arguments := map[string][]string{
		"scan": {"clean.plan"}, "info": {"clean.plan"}, "map": {"clean.plan"}, "compare": {"clean.plan", "padded.plan"}, "explain": {"padded.plan", "--model=head.onnx"},
		"predict": {"head.onnx"}, "rules": {}, "version": {}, "verify": {"clean.plan", "missing.plan"}, "build": {"missing.onnx"}, "gate": {"padded.plan", "--no-baseline"},
	}
	for _, command := range report.Commands() {
		if command == "demo" || strings.Contains(command, " --") {
			continue // demo prints text and has no flag for it; a flag that changes what a command prints is tested with it
		}
		for _, format := range report.AllFormats() {
			words := append(strings.Fields(command), "--format", format)
			code, _ := runMain(t, append(words, "--help")...)
			if want := map[bool]int{true: exitClean, false: exitUsage}[report.HasFormat(command, format)]; code != want {
				t.Errorf("planlint %s --format %s --help: exit status %d, want %d", command, format, code, want)
			}
			named, known := arguments[command]
			if !known {
				continue
			}
			code, out := runMain(t, append(words, named...)...)
			if has := report.HasFormat(command, format); has != (code != exitUsage) {
				t.Errorf("planlint %s --format %s: exit status %d, in the table: %v", command, format, code, has)
			} else if has {
				checkFormat(t, command, format, out)
			}
			if command != "rules" && command != "version" {
				path := fmt.Sprintf("written-%s.%s", command, format)
				code, _ = runMain(t, append(append(strings.Fields(command), "--write", format+"="+path), named...)...)
				if has := report.HasFormat(command, format); has != (code != exitUsage) || has != exists(path) {
					t.Errorf("planlint %s --write %s: exit status %d, in the table: %v", command, format, code, has)
				}
			}
		}
	}
}

func writeSamples(t *testing.T) {
	t.Helper()
	create := func(name string, fill func(*os.File) error) {
		file, err := os.Create(name)
		if err == nil {
			err = errors.Join(fill(file), file.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, recipe := range map[string]fixtures.Recipe{"clean.plan": fixtures.SeedCleanHead(), "padded.plan": fixtures.SeedPadded(fixtures.InsideBehindEndTag)} {
		create(name, func(f *os.File) error { return recipe.WriteTo(t.Context(), f) })
	}
	create("head.onnx", func(f *os.File) error {
		return onnx.Write(t.Context(), f, seedmodels.All()["super_resolution_x4_head"])
	})
}

func runMain(t *testing.T, arguments ...string) (code int, out []byte) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = Main(context.Background(), arguments, strings.NewReader(""), &stdout, &stderr)
	return code, stdout.Bytes()
}

// checkFormat reads output as what it should be.
func checkFormat(t *testing.T, command, format string, out []byte) {
	t.Helper()
	var err error
	switch format {
	case report.JSONName, report.SARIFName, report.GitLabCQ:
		if !json.Valid(out) {
			err = errors.New("no JSON")
		}
	case report.CSV:
		_, err = csv.NewReader(bytes.NewReader(out)).ReadAll()
	case report.JUnitName, report.SVG:
		for decoder := xml.NewDecoder(bytes.NewReader(out)); err == nil; {
			_, err = decoder.Token()
		}
		if err == io.EOF {
			err = nil
		}
	case report.HTML:
		if !bytes.HasPrefix(out, []byte("<!DOCTYPE html>")) && !bytes.HasPrefix(out, []byte("<!doctype html>")) {
			err = errors.New("no page")
		}
	case report.Text: // of what cannot be judged there is none
		return
	}
	if err != nil || len(out) == 0 {
		t.Errorf("planlint %s --format %s: %v\n%.300s", command, format, err, out)
	}
}
