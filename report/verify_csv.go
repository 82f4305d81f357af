package report

import (
	"io"
	"strconv"

	"github.com/planlint/planlint/internal/result"
)

// verifyTitles are the columns of VerifyCSV; docs/formats.md explains them.
func verifyTitles() []string {
	return []string{"a_file", "b_file", "case", "shape", "distribution", "seed", "output", "dtype", "size", "outcome", "elements", "bit_equal", "zero_sign", "nan_payload",
		"different", "max_ulp", "max_absolute", "max_relative", "a_nans", "b_nans", "a_sha256", "b_sha256", "error_kind", "error_message"}
}

// VerifyCSV writes a row for each output over all cases, then one for each output of each case. An input that
// could not be judged has a row with its name as a_file.
func VerifyCSV(w io.Writer, document result.Document[result.Verify]) error {
	var rows [][]string
	for _, v := range document.Results {
		files := [2]string{}
		for i := range min(len(v.Plans), 2) {
			files[i] = csvText(v.Plans[i].File)
		}
		types := map[string]string{}
		for _, o := range v.Outputs {
			types[o.Name] = csvText(o.DType)
			rows = append(rows, []string{files[0], files[1], "", "", "", "", csvText(o.Name), csvText(o.DType), "", csvText(string(o.Outcome)), count(o.Elements), count(o.BitEqual),
				count(o.ZeroSign), count(o.NaNPayload), count(o.Different), plainUnsigned(o.MaxULP), plainReal(o.MaxAbsolute), plainReal(o.MaxRelative), "", "", "", "", "", ""})
		}
		for i, c := range v.Cases {
			for _, o := range c.Outputs {
				elements := o.BitEqual + o.ZeroSign + o.NaNPayload + o.Different
				rows = append(rows, []string{files[0], files[1], strconv.Itoa(i), csvText(c.Shape), csvText(c.Distribution), plainUnsigned(c.Seed), csvText(o.Name), types[o.Name],
					shapeText(o.Shape), csvText(string(o.Outcome)), count(elements), count(o.BitEqual), count(o.ZeroSign), count(o.NaNPayload), count(o.Different),
					plainUnsigned(o.MaxULP), "", "", count(o.A.NaNs), count(o.B.NaNs), csvText(o.A.SHA256), csvText(o.B.SHA256), "", ""})
			}
		}
	}
	failed, _ := failureRows(document.Errors, nil, len(verifyTitles()))
	return writeCSV(w, verifyTitles(), append(rows, failed...))
}

func plainUnsigned(x *uint64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatUint(*x, 10)
}

func plainReal(x *result.Real) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(float64(*x), 'g', -1, 64)
}
