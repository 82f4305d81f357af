package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/planlint/planlint/internal/build"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// findingsExit is the exit status for the findings of a plan.
func (b *builder) findingsExit(scan result.Scan) int {
	if slices.ContainsFunc(scan.Findings, func(f result.Finding) bool { return b.atLeast(f.Level) }) {
		return exitFindings
	}
	return exitClean
}

// keep gives a plan its name, and the file beside it that says how it was built, with a document that has no result
// yet. Both are whole by then, so that nobody finds one without the other.
func (s *series) keep(plan *build.Built, document result.Document[result.Build]) error {
	if plan.Output == "" || s.noSidecar {
		return plan.Keep()
	}
	alone := s.made
	alone.Plans, alone.Spread = []result.BuiltPlan{plan.BuiltPlan}, nil
	document.Results = append(document.Results, alone)
	name := build.Sidecar(plan.Output)
	sidecar, err := printed(name, s.force, func(w io.Writer) error { return report.JSON(w, document) })
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := plan.Keep(); err != nil {
		return errors.Join(err, sidecar.Discard())
	}
	if err := sidecar.Commit(); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", name, plainError(err)), sidecar.Discard())
	}
	return nil
}
