package compare

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
)

// maxDocument is far more than one result takes, in bytes: it lists at most 10,000 runs.
const maxDocument = 64 << 20

// ErrNoResult says that a JSON document is not one with the result of one plan.
var ErrNoResult = errors.New("no saved result")

func noResult(format string, values ...any) error {
	return fmt.Errorf("%w: %s", ErrNoResult, fmt.Sprintf(format, values...))
}

// IsDocument tells from the start of a file whether it is a JSON object rather than a plan. A plan behind a
// prefix of JSON starts with the prefix's length, which can look like a brace but has a byte that is 0.
func IsDocument(r io.ReaderAt, size int64) (bool, error) {
	head := make([]byte, min(512, max(0, size)))
	if err := readFull(r, head, 0); err != nil {
		return false, err
	}
	return bytes.HasPrefix(withoutSpace(head), []byte("{")) && bytes.IndexFunc(head, isControl) < 0, nil
}

// isControl is true for the characters that JSON has nowhere.
func isControl(c rune) bool { return c < ' ' && c != '\t' && c != '\r' && c != '\n' }

// withoutSpace drops what may stand before a document: space, and the mark that some editors put there.
func withoutSpace(text []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), " \t\r\n")
}

// ReadDocument reads the one result of a document of planlint scan, explain, info, predict, or build of one plan, of any
// planlint that writes version 1.
// Fields that this version does not know are left out.
func ReadDocument(r io.ReaderAt, size int64) (Side, error) {
	if size > maxDocument {
		return Side{}, noResult("%d bytes of JSON are more than a result has", size)
	}
	text := make([]byte, size)
	if err := readFull(r, text, 0); err != nil {
		return Side{}, fmt.Errorf("reading the saved result: %w", err)
	}
	return parseDocument(withoutSpace(text))
}

func parseDocument(text []byte) (Side, error) {
	var named struct {
		Schema string `json:"schema"`
	}
	var other *json.UnmarshalTypeError
	if err := json.Unmarshal(text, &named); err != nil && !errors.As(err, &other) {
		return Side{}, noResult("not well-formed JSON: %v", err)
	}
	switch named.Schema {
	case "":
		return Side{}, noResult("JSON of something else: planlint scan --format json names its schema")
	case result.SchemaScan, result.SchemaExplain: // all that a scan says is in an explanation, too
		scan, err := one[result.Scan](text, named.Schema)
		return scanned(Side{Scan: scan, Explained: named.Schema == result.SchemaExplain}, err)
	case result.SchemaBuild:
		built, err := one[result.Build](text, named.Schema)
		if err == nil && len(built.Plans) != 1 {
			err = noResult("it has %d plans, and one is needed", len(built.Plans))
		}
		if err != nil {
			return Side{}, err
		}
		return scanned(Side{Scan: built.Plans[0].Scan, Built: &built.Settings}, nil)
	case result.SchemaPredict:
		predicted, err := one[result.Predict](text, named.Schema)
		return checked(Side{Scan: result.Scan{File: predicted.Model, Findings: []result.Finding{}}, Prediction: &predicted, Known: KnownPrediction},
			err, possiblePrediction(predicted))
	case result.SchemaInfo:
		info, err := one[result.Info](text, result.SchemaInfo)
		scan := result.Scan{File: info.File, Size: info.Size, Allocated: info.Allocated, Member: info.Member, Container: info.Container,
			Findings: info.Findings, NotChecked: info.NotChecked}
		side := Side{Scan: scan, Layers: info.Layers, Known: KnownEnds}
		if info.Container == nil {
			side.Known = KnownLayers
		}
		return checked(side, err, Possible(scan), possibleLayers(info.Layers))
	}
	return Side{}, noResult("its schema is %q, and version 1 of what scan, explain, info, build or predict prints is needed", named.Schema)
}

// scanned is a side of which a scan is known.
func scanned(side Side, err error) (Side, error) {
	if err == nil && side.Scan.Verdict == result.VerdictDamaged {
		err = damagedPlan()
	}
	return checked(side, err, Possible(side.Scan))
}

// one returns the only result of a document.
func one[R any](text []byte, schema string) (R, error) {
	var none R
	var document result.Document[R]
	if err := json.Unmarshal(text, &document); err != nil {
		return none, noResult("not as %s says: %v", schema, err)
	}
	if count := len(document.Results); count != 1 {
		return none, noResult("it has the results of %d plans, and one is needed", count)
	}
	for _, failure := range document.Errors {
		if failure.Kind == result.KindTruncated || failure.Kind == result.KindDamaged {
			return none, damagedPlan()
		}
	}
	return document.Results[0], nil
}

func damagedPlan() error { return noResult("it is of a damaged plan, which was not judged") }

// checked is a side, or the first error there is.
func checked(side Side, errs ...error) (Side, error) {
	for _, err := range errs {
		if err != nil {
			return Side{}, err
		}
	}
	return side, nil
}

// Possible refuses numbers that no plan can have, so that sums and differences of them do not overflow.
func Possible(scan result.Scan) error {
	numbers := []int64{scan.Size}
	if c := scan.Container; c != nil {
		numbers = append(numbers, c.PlanSize, c.Offset, value(c.DeclaredSize), value(c.EndTagOffset), value(c.WeightsBytes))
		for _, section := range c.Sections {
			numbers = append(numbers, section.Offset, section.Size)
		}
	}
	if z := scan.Zeros; z != nil {
		numbers = append(numbers, z.Bytes, z.MinRun, z.RunsTotal, z.RunsOmitted)
		for _, run := range z.Runs {
			numbers = append(numbers, run.Offset, run.Length)
			if c := scan.Container; c != nil && run.Length > c.PlanSize-run.Offset {
				return noResult("a run of %d zeros at offset %d is outside of a plan of %d bytes", run.Length, run.Offset, c.PlanSize)
			}
		}
		if z.Longest != nil {
			numbers = append(numbers, z.Longest.Offset, z.Longest.Length)
		}
	}
	for _, image := range scan.Images {
		numbers = append(numbers, image.Offset, image.Size)
	}
	const most, mostTogether = 1 << 50, 1 << 60
	var sum int64
	for _, number := range numbers {
		if number < 0 || number > most {
			return noResult("%d is no number of bytes of a plan", number)
		}
		if sum += number; sum > mostTogether {
			return noResult("its numbers are larger than those of any plan")
		}
	}
	return nil
}

// possiblePrediction refuses numbers that no prediction has.
func possiblePrediction(p result.Predict) error {
	for _, number := range []int64{p.PaddingBytes, p.PaddingBytesMin, p.PaddingBytesMax} {
		if number < 0 {
			return noResult("%d is no number of bytes of padding", number)
		}
	}
	return nil
}

// value is 0 for a number that is not known.
func value(number *int64) int64 {
	if number == nil {
		return 0
	}
	return *number
}
