package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/fixtures/movable"
	"github.com/planlint/planlint/fixtures/seedmodels"
	"github.com/planlint/planlint/internal/testutil"
	"github.com/planlint/planlint/layers/onnx"
)

// plans are the recipes that scripts can name.
func plans() map[string]fixtures.Recipe {
	all := map[string]fixtures.Recipe{
		"small":       fixtures.Small(fixtures.TagTensorRT),
		"small-rtx":   fixtures.Small(fixtures.TagRTX),
		"clean-leaky": fixtures.SeedCleanLeakyRelu(),
		"clean-conv":  fixtures.SeedCleanConvLeakyRelu(fixtures.VersionPadded),
		"clean-head":  fixtures.SeedCleanHead(),
		"crlf":        mustCRLF(fixtures.Small(fixtures.TagTensorRT)),
	}
	for name, numbers := range map[string][2]string{"built-once": {"6_0", "13_0"}, "built-again": {"8_1", "25_0"}} {
		kernels := []string{"__myl_CastMulLtSeleCast_myl" + numbers[0], "__myl_CastMulLtSeleCast_myl" + numbers[1]}
		all[name] = fixtures.Padded{Content: 20_000, Version: fixtures.VersionClean, Kernels: kernels}.Recipe(fixtures.InsideBehindEndTag)
	}
	all["padded-leaky"] = fixtures.SeedPaddedLeakyRelu(fixtures.InsideBehindEndTag)
	for _, layout := range fixtures.Layouts() {
		all["padded-"+layout.String()] = fixtures.SeedPadded(layout)
	}
	return all
}

func mustCRLF(r fixtures.Recipe) fixtures.Recipe {
	data, err := r.Bytes()
	if err != nil {
		panic(err)
	}
	return fixtures.CRLF(data)
}

// fixture NAME FILE writes a plan.
func fixture(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fixture NAME FILE")
	}
	recipe, known := plans()[args[0]]
	if !known {
		damaged, err := fixtures.BadPlans()
		ts.Check(err)
		for _, d := range damaged {
			if d.Name == args[0] {
				recipe, known = d.Recipe, true
			}
		}
	}
	if !known {
		ts.Fatalf("there is no fixture %s", args[0])
	}
	writeRecipe(ts, recipe, args[1])
}

// plan CONTENT ZEROS VERSION FILE writes a plan with so many bytes of content and zeros behind its end tag.
func plan(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: plan CONTENT ZEROS VERSION FILE")
	}
	p := fixtures.Padded{Kernels: []string{"__myl_CastMulLtSeleCast_myl6_0"}}
	var err error
	p.Content, err = strconv.ParseInt(args[0], 10, 64)
	ts.Check(err)
	p.Zeros, err = strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	for i, part := range strings.SplitN(args[2], ".", len(p.Version)) {
		number, err := strconv.ParseUint(part, 10, 8)
		ts.Check(err)
		p.Version[i] = byte(number)
	}
	writeRecipe(ts, p.Recipe(fixtures.InsideBehindEndTag), args[3])
}

// model NAME FILE writes an ONNX model of issue 4841, or one in which something may move.
func model(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: model NAME FILE")
	}
	m, known := seedmodels.All()[args[0]]
	for _, c := range movable.Cases() {
		if c.Name == args[0] {
			m, known = c.Model, true
		}
	}
	if !known {
		ts.Fatalf("there is no model %s", args[0])
	}
	file, err := os.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	ts.Check(errors.Join(onnx.Write(context.Background(), file, m), file.Close()))
}

// foreign NAME FILE writes a file that is no plan.
func foreign(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: foreign NAME FILE")
	}
	all, err := fixtures.NotPlans()
	ts.Check(err)
	for _, f := range all {
		if f.Name == args[0] {
			writeRecipe(ts, f.Recipe, args[1])
			return
		}
	}
	ts.Fatalf("there is no foreign file %s", args[0])
}

func writeRecipe(ts *testscript.TestScript, recipe fixtures.Recipe, path string) {
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(path)), 0o777))
	file, err := os.Create(ts.MkAbs(path))
	ts.Check(err)
	ts.Check(errors.Join(recipe.WriteTo(context.Background(), file), file.Close()))
}

// cut FILE SIZE makes a file shorter, or longer with zeros.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cut FILE SIZE")
	}
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}

// pack gzip|zstd|zip FILE TARGET puts a file into an archive.
func pack(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: pack gzip|zstd|zip FILE TARGET")
	}
	data, err := os.ReadFile(ts.MkAbs(args[1]))
	ts.Check(err)
	var packed bytes.Buffer
	switch args[0] {
	case "gzip":
		w := gzip.NewWriter(&packed)
		_, err = w.Write(data)
		err = errors.Join(err, w.Close())
	case "zstd":
		w, zstdErr := zstd.NewWriter(&packed)
		ts.Check(zstdErr)
		_, err = w.Write(data)
		err = errors.Join(err, w.Close())
	case "zip":
		w := zip.NewWriter(&packed)
		member, zipErr := w.CreateHeader(&zip.FileHeader{Name: filepath.Base(args[1]), Method: zip.Store})
		ts.Check(zipErr)
		_, err = member.Write(data)
		err = errors.Join(err, w.Close())
	default:
		ts.Fatalf("there is no format %s", args[0])
	}
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), packed.Bytes(), 0o666))
}

// exits STATUS COMMAND... runs a command like exec and wants an exit status. The status of exec is only
// zero or not.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARGUMENT...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	var status *exec.ExitError
	if errors.As(err, &status) {
		got = status.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}

// validate FILE checks a JSON document against the schema that it names.
func validate(t testing.TB, ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: validate FILE")
	}
	document := ts.ReadFile(args[0])
	_, after, _ := strings.Cut(document, `"schema": "`)
	schema, _, _ := strings.Cut(after, `"`)
	testutil.ValidateJSON(scriptTB{t, ts}, schema, []byte(document))
}

// scriptTB makes the failure of a check that of the script.
type scriptTB struct {
	testing.TB
	ts *testscript.TestScript
}

func (s scriptTB) Fatal(values ...any)                 { s.ts.Fatalf("%v", values) }
func (s scriptTB) Fatalf(format string, values ...any) { s.ts.Fatalf(format, values...) }
func (s scriptTB) Error(values ...any)                 { s.ts.Fatalf("%v", values) }
func (s scriptTB) Errorf(format string, values ...any) { s.ts.Fatalf(format, values...) }
func (s scriptTB) Helper()                             {}
