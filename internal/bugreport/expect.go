package bugreport

import "github.com/planlint/planlint/internal/result"

// judgedRun is the least length of a run of zeros, in bytes, that is judged: 1 MiB, as in package analyze.
const judgedRun = 1 << 20

// Excess are the zeros of a plan that should not be there: runs that are judged, or explained as padding, without those
// that are weights of the model.
func Excess(scan result.Scan) (bytes int64) {
	if scan.Zeros == nil {
		return 0
	}
	for _, run := range scan.Zeros.Runs {
		explained := run.Explanation != nil && len(run.Explained) > 0
		weights := run.Explanation != nil && !explained && len(run.Initializers) > 0
		if explained || run.Length >= judgedRun && !weights {
			bytes += run.Length
		}
	}
	return bytes
}

// expect says how large the plan should be.
func expect(r *result.Report, against *result.Scan) {
	size := PlanSize(r.Plan)
	switch r.Kind {
	case result.ReportPadded, result.ReportSuspect:
		excess := Excess(r.Plan)
		if excess == 0 {
			return // it is suspect for something else
		}
		content := size - excess
		r.ExcessBytes, r.ExpectedBytes, r.Expected = &excess, &content, result.ExpectedFromContent
		if against != nil && PlanSize(*against) < size {
			r.ExpectedBytes, r.Expected = new(PlanSize(*against)), result.ExpectedFromAgainst
		}
	case result.ReportLarger:
		r.ExcessBytes, r.ExpectedBytes, r.Expected = new(size-PlanSize(*against)), new(PlanSize(*against)), result.ExpectedFromAgainst
	}
}
