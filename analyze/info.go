package analyze

import (
	"context"
	"errors"
	"slices"

	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/result"
)

// InfoReport is what Info says of one plan.
type InfoReport struct {
	Info result.Info
	// Err says why the plan is damaged. Info then holds what is known of it all the same.
	Err error
}

// Info reads the two ends of the plans of an input, at most 1 MiB each, the start of the engine, and what
// lies around the declared end, and says what they are. The rest, its zeros, machine code and kernels are for
// Scan. A compressed wrapper is decoded all the same, since there is no other way to its plan.
func Info(ctx context.Context, in Input, options Options) ([]InfoReport, error) {
	found, err := Plans(ctx, in, options)
	if err != nil {
		return nil, err
	}
	reports := make([]InfoReport, 0, len(found))
	for _, plan := range found {
		report := InfoPlan(ctx, in, plan, options)
		report.Err = errors.Join(report.Err, plan.Close())
		reports = append(reports, report)
	}
	return reports, nil
}

// InfoPlan is Info for one of an input's plans, which stays open.
func InfoPlan(ctx context.Context, in Input, plan wrap.Plan, options Options) InfoReport {
	known := newEvidence(in, plan, options)
	err := plan.Err
	if err == nil {
		err = known.readContainer(false)
	}
	if err == nil {
		err = errors.Join(known.readTrailing(), known.readOrigin(ctx))
	}
	if err != nil {
		return InfoReport{Info: infoOf(known.damaged(err)), Err: err}
	}
	scan := known.blank()
	scan.Container = known.containerResult()
	rules := []rule{trailingZeros, trailingBytes, unexpectedVersion, wrapped}
	if zeros, err := known.endsInZeros(); err != nil {
		return InfoReport{Info: infoOf(known.damaged(err)), Err: err}
	} else if zeros {
		known.skip("end tag", "the plan ends in zeros; scan finds where they start and looks for it there")
	} else {
		rules = slices.Insert(rules, 2, missingEndTag)
	}
	scan.Findings = known.findingsOf(rules...)
	known.skip("zeros", "info reads the two ends only")
	known.skip("machine code", "info reads the two ends only")
	if capabilities, _ := known.container.Capabilities(); len(capabilities)+len(known.targets()) > 0 {
		scan.Findings = append(scan.Findings, known.findingsOf(unexpectedSM)...)
	} else if options.ExpectSM != "" {
		known.skip("expected SM", "the header does not say, and info does not read machine code; use scan")
	}
	scan.NotChecked = known.notChecked
	return InfoReport{Info: infoOf(scan)}
}

// endsInZeros is true if a plan whose end tag is not where it should be has only zeros there.
func (e *evidence) endsInZeros() (bool, error) {
	if e.hasEndTag {
		return false, nil
	}
	end := e.declaredEnd()
	return e.allZero(max(0, end-sampleSize), end)
}

// infoOf is the part of a scan's result that Info can know.
func infoOf(scan result.Scan) result.Info {
	return result.Info{
		File: scan.File, Size: scan.Size, Allocated: scan.Allocated, Member: scan.Member,
		Container: scan.Container, Findings: scan.Findings, NotChecked: scan.NotChecked,
	}
}
