package cli

import (
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

// sidecar writes the file beside a plan that says how it was built, with a document that has no result yet.
func (s *series) sidecar(plan result.BuiltPlan, document result.Document[result.Build]) error {
	if plan.Output == "" || s.noSidecar {
		return nil
	}
	alone := s.made
	alone.Plans, alone.Spread = []result.BuiltPlan{plan}, nil
	document.Results = append(document.Results, alone)
	name := build.Sidecar(plan.Output)
	if err := writeFile(name, s.force, func(w io.Writer) error { return report.JSON(w, document) }); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
