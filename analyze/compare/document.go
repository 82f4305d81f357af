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

// ReadDocument reads the one result of a document of planlint scan, of any planlint that writes version 1.
// Fields that this version does not know are left out.
func ReadDocument(r io.ReaderAt, size int64) (result.Scan, error) {
	if size > maxDocument {
		return result.Scan{}, noResult("%d bytes of JSON are more than a result has", size)
	}
	text := make([]byte, size)
	if err := readFull(r, text, 0); err != nil {
		return result.Scan{}, fmt.Errorf("reading the saved result: %w", err)
	}
	return parseDocument(withoutSpace(text))
}

func parseDocument(text []byte) (result.Scan, error) {
	var named struct {
		Schema string `json:"schema"`
	}
	var other *json.UnmarshalTypeError
	if err := json.Unmarshal(text, &named); err != nil && !errors.As(err, &other) {
		return result.Scan{}, noResult("not well-formed JSON: %v", err)
	}
	switch {
	case named.Schema == "":
		return result.Scan{}, noResult("JSON of something else: planlint scan --format json names its schema")
	case named.Schema != result.SchemaScan:
		return result.Scan{}, noResult("its schema is %q, and %s is needed", named.Schema, result.SchemaScan)
	}
	var document result.Document[result.Scan]
	if err := json.Unmarshal(text, &document); err != nil {
		return result.Scan{}, noResult("not as %s says: %v", result.SchemaScan, err)
	}
	if count := len(document.Results); count != 1 {
		return result.Scan{}, noResult("it has the results of %d plans, and one is needed", count)
	}
	scan := document.Results[0]
	if scan.Verdict == result.VerdictDamaged {
		return result.Scan{}, noResult("it is of a damaged plan, which was not judged")
	}
	if err := possible(scan); err != nil {
		return result.Scan{}, err
	}
	return scan, nil
}

// possible refuses numbers that no plan can have, so that sums and differences of them do not overflow.
func possible(scan result.Scan) error {
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

// value is 0 for a number that is not known.
func value(number *int64) int64 {
	if number == nil {
		return 0
	}
	return *number
}
