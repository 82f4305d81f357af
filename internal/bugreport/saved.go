package bugreport

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/planlint/planlint/analyze/compare"
	"github.com/planlint/planlint/internal/result"
)

// ErrSaved is what errors are about documents that are not what is needed.
var ErrSaved = errors.New("no saved result that a report is made of")

func notSaved(format string, values ...any) error {
	return fmt.Errorf("%w: %s", ErrSaved, fmt.Sprintf(format, values...))
}

// Read takes what a saved document of planlint scan, explain or compare says of one plan, and of the one that it is
// compared with.
func (e *Evidence) Read(text []byte) error {
	schema, err := schemaOf(text)
	if err != nil {
		return err
	}
	switch schema {
	case result.SchemaScan:
		e.Scan, err = one[result.Scan](text)
		if err == nil {
			err = compare.Possible(e.Scan)
		}
	case result.SchemaExplain:
		var explained result.Explain
		if explained, err = one[result.Explain](text); err == nil {
			err = errors.Join(compare.Possible(explained.Scan), possibleParts(explained))
		}
		e.Explain, e.Scan = &explained, explained.Scan
	case result.SchemaCompare:
		var compared result.Compare
		if compared, err = one[result.Compare](text); err == nil {
			old, scan := sides(compared)
			e.Scan, e.Against, e.Compare = scan, &old, &compared
			err = errors.Join(compare.Possible(old), compare.Possible(scan))
		}
	default:
		return notSaved("its schema is %q; those of scan, explain and compare can be read", schema)
	}
	if err == nil && e.Scan.Verdict == result.VerdictNotPlan {
		err = notSaved("it is of a file that was scanned as plain bytes")
	}
	return err
}

// schemaOf is the schema that a document names.
func schemaOf(text []byte) (string, error) {
	var named struct {
		Schema string `json:"schema"`
	}
	var other *json.UnmarshalTypeError
	if err := json.Unmarshal(trim(text), &named); err != nil && !errors.As(err, &other) {
		return "", notSaved("not well-formed JSON: %v", err)
	}
	return named.Schema, nil
}

// trim drops the mark that some editors put before a document.
func trim(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) }

// one is the only result of a document.
func one[R any](text []byte) (R, error) {
	var document result.Document[R]
	if err := json.Unmarshal(trim(text), &document); err != nil {
		return *new(R), notSaved("%v", err)
	}
	if count := len(document.Results); count != 1 {
		return *new(R), notSaved("it has %d results, and one is needed", count)
	}
	return document.Results[0], nil
}

// possibleParts refuses parts of runs that no plan can have.
func possibleParts(x result.Explain) error {
	const most = 1 << 50
	if x.Zeros == nil {
		return nil
	}
	for _, run := range x.Zeros.Runs {
		if run.Explanation == nil {
			continue
		}
		for _, part := range run.Explained {
			if part.Group < 0 || part.Group >= len(x.Groups) || part.Bytes < 0 || part.Bytes > most {
				return notSaved("a zero run is explained by what is not there")
			}
		}
	}
	return nil
}

// sides are what a comparison tells of its two plans.
func sides(c result.Compare) (old, made result.Scan) {
	old = side(c.Old, c, func(a result.AmountChange) *int64 { return a.Old }, func(p result.PropertyChange) *string { return p.Old })
	made = side(c.New, c, func(a result.AmountChange) *int64 { return a.New }, func(p result.PropertyChange) *string { return p.New })
	made.Findings = append(made.Findings, c.Findings.New...)
	if c.Runs != nil && made.Zeros != nil {
		made.Zeros.Runs = append(made.Zeros.Runs, c.Runs.New...)
		for _, run := range c.Runs.Changed {
			made.Zeros.Runs = append(made.Zeros.Runs, run.New)
		}
	}
	made.NotChecked = append(made.NotChecked, result.NotChecked{What: "what both plans have", Why: "the report was made from a saved comparison, which lists differences"})
	return old, made
}

func side(p result.ComparedPlan, c result.Compare, amount func(result.AmountChange) *int64, property func(result.PropertyChange) *string) result.Scan {
	scan := result.Scan{File: p.File, Findings: []result.Finding{}, NotChecked: []result.NotChecked{}, Verdict: result.VerdictClean}
	numbers, words := map[string]int64{}, map[string]string{}
	for _, a := range c.Amounts {
		if n := amount(a); n != nil {
			numbers[a.Name] = *n
		}
	}
	for _, p := range c.Properties {
		if text := property(p); text != nil {
			words[p.Name] = *text
		}
	}
	scan.Size = numbers[result.AmountFile]
	if words["version"] != "" {
		scan.Container = &result.Container{Family: words["family"], Version: words["version"], PlanSize: numbers[result.AmountPlan], Sections: []result.Section{}, Unknown: map[string]string{}}
		if sm := words["SM"]; sm != "" {
			scan.Container.SM = []string{sm}
		}
	}
	if bytes, counted := numbers[result.AmountZeros]; counted {
		scan.Zeros = &result.Zeros{Bytes: bytes, Runs: []result.Run{}}
		if longest, known := numbers[result.AmountLongest]; known {
			scan.Zeros.Longest = &result.Run{Length: longest}
		}
	}
	if v := words["verdict"]; v != "" {
		scan.Verdict = result.Verdict(v)
	}
	return scan
}

// ReadDoctor reads the one result of a saved document of planlint doctor.
func ReadDoctor(text []byte) (result.Doctor, error) {
	return oneOf[result.Doctor](text, result.SchemaDoctor)
}

// ReadBuild reads the one result of a saved document of planlint build, such as the file beside a plan.
func ReadBuild(text []byte) (result.Build, error) {
	return oneOf[result.Build](text, result.SchemaBuild)
}

func oneOf[R any](text []byte, schema string) (R, error) {
	named, err := schemaOf(text)
	if err == nil && named != schema {
		err = notSaved("its schema is %q, and %s is needed", named, schema)
	}
	if err != nil {
		return *new(R), err
	}
	return one[R](text)
}
