package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/internal/bugreport"
	"github.com/planlint/planlint/internal/redact"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/report"
)

// writeBundle writes the evidence into the zip file that --output names.
func (r *reporter) writeBundle(ctx context.Context, files []bugreport.File) error {
	err := writeFile(r.s.output, r.s.force, func(w io.Writer) error { return bugreport.Bundle(ctx, w, files) })
	if err != nil {
		return fmt.Errorf("--output %s: %w", r.s.output, err)
	}
	return nil
}

// files are those of the bundle. The plan is not one of them.
func (r *reporter) files(document result.Document[result.Report]) ([]bugreport.File, error) {
	made := document.Results[0]
	files := []bugreport.File{
		{Name: "report.md", What: "the report", Write: func(_ context.Context, w io.Writer) error { return report.ReportMarkdown(w, document) }},
		{Name: "report.json", What: "what the report is written from", Write: jsonOf(document)},
		bugreport.Text("repro.py", "shows it again: builds the models and looks for zeros in their plans", made.Script),
		bugreport.Text("commands.txt", "command lines", bugreport.CommandsText(made.Commands)),
	}
	if r.fresh != nil {
		what := "the model without weights; repro.py fills in random ones"
		if made.Model != nil && made.Model.Weights != result.WeightsRandom {
			what = "the model"
		}
		files = append(files, bugreport.File{Name: "model.onnx", What: what, Write: func(ctx context.Context, w io.Writer) error { return onnx.Write(ctx, w, r.fresh) }})
	}
	e := r.evidence
	var err error
	add := func(name, what string, write func(context.Context, io.Writer) error, failed error) {
		files = append(files, bugreport.File{Name: name, What: what, Write: write})
		if err == nil {
			err = failed
		}
	}
	if e.Explain != nil {
		write, failed := redacted(r.redactor, result.SchemaExplain, *e.Explain)
		add("explain.json", "what planlint explain says of the plan", write, failed)
		page, failed := pageOf(r.redactor, result.SchemaExplain, *e.Explain, report.ExplainHTML)
		add("explain.html", "the same to look at", page, failed)
	} else {
		write, failed := redacted(r.redactor, result.SchemaScan, e.Scan)
		add("scan.json", "what planlint scan says of the plan", write, failed)
		page, failed := pageOf(r.redactor, result.SchemaScan, e.Scan, report.ScanHTML)
		add("scan.html", "the same to look at", page, failed)
	}
	if e.Against != nil {
		write, failed := redacted(r.redactor, result.SchemaScan, *e.Against)
		add("against.json", "what planlint scan says of the plan that it is compared with", write, failed)
	}
	if e.Compare != nil {
		write, failed := redacted(r.redactor, result.SchemaCompare, *e.Compare)
		add("compare.json", "what planlint compare says of the two", write, failed)
	}
	if r.doctor != nil {
		write, failed := redacted(r.redactor, result.SchemaDoctor, *r.doctor)
		add("doctor.json", "what planlint doctor says of the machine", write, failed)
	}
	if e.Build != nil {
		write, failed := redacted(r.redactor, result.SchemaBuild, *e.Build)
		add("build.json", "how the plan was built", write, failed)
	}
	if len(r.mapped.Ranges) > 0 {
		write, failed := picture(r.redactor, r.mapped)
		add("map.svg", "a picture of the plan's bytes", write, failed)
	}
	return files, err
}

func jsonOf[R any](document result.Document[R]) func(context.Context, io.Writer) error {
	return func(_ context.Context, w io.Writer) error { return report.JSON(w, document) }
}

// redacted writes a result as the command of its schema prints it, without what must not leave.
func redacted[R any](redactor *redact.Redactor, schema string, value R) (func(context.Context, io.Writer) error, error) {
	copied, err := redact.Result(redactor, value)
	document := result.NewDocument[R](schema, toolVersion())
	document.Results = append(document.Results, copied)
	return jsonOf(document), err
}

// pageOf writes a result as a page.
func pageOf[R any](redactor *redact.Redactor, schema string, value R, page func(io.Writer, result.Document[R], report.Options) error) (func(context.Context, io.Writer) error, error) {
	copied, err := redact.Result(redactor, value)
	document := result.NewDocument[R](schema, toolVersion())
	document.Results = append(document.Results, copied)
	return func(_ context.Context, w io.Writer) error {
		return page(w, document, report.Options{Advice: report.AdviceFrom(analyze.Rules())})
	}, err
}

func picture(redactor *redact.Redactor, mapped result.Map) (func(context.Context, io.Writer) error, error) {
	copied, err := redact.Result(redactor, mapped)
	return func(_ context.Context, w io.Writer) error { return report.MapSVG(w, copied) }, err
}
