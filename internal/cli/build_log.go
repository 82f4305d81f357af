package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/build"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/report"
)

// warnings prints what TensorRT complained of, with -v.
func (s *series) warnings(plan *build.Built) {
	if !s.verbose {
		return
	}
	_ = s.bar.aside(func() error {
		for _, record := range plan.Log {
			if record.Severity <= trt.SeverityWarning {
				s.complain(fmt.Sprintf("%s: %s: %s", s.job.title(), record.Severity, oneLine(record.Text)))
			}
		}
		if plan.Omitted > 0 {
			s.complain(fmt.Sprintf("%s: %d lines of the log are left out", s.job.title(), plan.Omitted))
		}
		return nil
	})
}

// wholeLog prints the log of a build that failed, with -v.
func (s *series) wholeLog(err error) {
	var failed *trt.BuildError
	if !s.verbose || !errors.As(err, &failed) {
		return
	}
	_ = s.bar.aside(func() error {
		if failed.Omitted > 0 {
			fmt.Fprintf(s.stderr, "  (%d lines of the log are left out)\n", failed.Omitted)
		}
		for _, record := range failed.Log {
			indent := "  " + record.Severity.String() + ": "
			for line := range strings.Lines(record.Text) {
				fmt.Fprintf(s.stderr, "%s%s\n", indent, report.Visible(strings.TrimRight(line, "\n")))
				indent = "    "
			}
		}
		return nil
	})
}
