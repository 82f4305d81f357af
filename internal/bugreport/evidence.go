// Package bugreport makes of what planlint found in a plan the report that those who can mend it need: what is wrong, to
// the byte, how to see it again, and what it costs. What it makes has been redacted.
package bugreport

import (
	"github.com/planlint/planlint/internal/redact"
	"github.com/planlint/planlint/internal/result"
)

// Evidence is all that a report is made of. What is nil or empty is not known.
type Evidence struct {
	Scan    result.Scan
	Explain *result.Explain // of the same plan
	// Against is the plan that it is compared with, and Compare how they differ.
	Against *result.Scan
	Compare *result.Compare
	// Build says how the plan was built.
	Build       *result.Build
	Environment result.ReportEnvironment
	Model       *Model
	Sweep       []result.ReportSetting
	Fix         *result.ReportWorkaround
	Costs       Costs
	// Profiles are the shapes of inputs that the plan was built for.
	Profiles []result.BuildProfile
	// Commands made the report.
	Commands []result.ReportCommand
}

// Model is the model, and the code that makes it again.
type Model struct {
	result.ReportModel
	// Free are the inputs with a dimension that is open.
	Free []FreeInput
	// Code defines the functions of Cases.
	Code  string
	Cases []Case
}

// FreeInput is an input of a model with its type, such as "float32[N,3,H,W]".
type FreeInput struct{ Name, Type string }

// Case is a model that the script builds.
type Case struct {
	Function, Label string
	// Padding is what a builder that pads adds, in bytes; nil if that is not known.
	Padding *int64
}

// Compose makes the report. The redactor has seen nothing that it needs to: names that the code has are those that it
// gave.
func Compose(e Evidence, r *redact.Redactor) (result.Report, error) {
	if err := e.redactBuild(r); err != nil {
		return result.Report{}, err
	}
	made := result.Report{Plan: e.Scan, Kind: kindOf(e), Against: e.Compare, Versions: []result.ReportVersion{}, Cases: []result.ReportCase{}, Environment: e.Environment,
		Sweep: e.Sweep, Workaround: e.Fix, Commands: e.Commands}
	if x := e.Explain; x != nil {
		made.Plan = x.Scan
		made.Explained = &result.ReportExplained{Target: x.Target, Law: x.Law, LowerBound: x.LowerBound, Groups: x.Groups, Witness: x.Witness}
	}
	if e.Against != nil {
		made.Versions = append(made.Versions, versionOf(*e.Against))
	}
	made.Versions = append(made.Versions, versionOf(made.Plan))
	if e.Model != nil {
		made.Model = &e.Model.ReportModel
	}
	expect(&made, e.Against)
	made.Impact = impact(made, e.Costs)
	made, err := redact.Result(r, made)
	if err != nil {
		return made, err
	}
	made.Title = title(made)
	made.Script = script(e, made)
	for _, c := range modelOf(e).Cases {
		made.Cases = append(made.Cases, result.ReportCase{File: c.Function + ".onnx", Label: c.Label, PaddingBytes: c.Padding})
	}
	made.Commands = append(builds(e, made), made.Commands...)
	return made, nil
}

// redactBuild redacts what the script and the command lines take from the build by itself.
func (e *Evidence) redactBuild(r *redact.Redactor) (err error) {
	if e.Build != nil {
		build, failed := redact.Result(r, *e.Build)
		if e.Build = &build; failed != nil {
			return failed
		}
	}
	e.Profiles, err = redact.Result(r, e.Profiles)
	return err
}

// kindOf is what there is to report.
func kindOf(e Evidence) result.ReportKind {
	scan := e.Scan
	if e.Explain != nil {
		scan = e.Explain.Scan
	}
	switch scan.Verdict {
	case result.VerdictPadded:
		return result.ReportPadded
	case result.VerdictSuspect:
		return result.ReportSuspect
	case result.VerdictDamaged:
		return result.ReportDamaged
	}
	if e.Against != nil && PlanSize(scan) > PlanSize(*e.Against) {
		return result.ReportLarger
	}
	return result.ReportClean
}

// PlanSize is the size of the plan in its file.
func PlanSize(scan result.Scan) int64 {
	if scan.Container != nil && scan.Container.PlanSize > 0 {
		return scan.Container.PlanSize
	}
	return scan.Size
}

func versionOf(scan result.Scan) result.ReportVersion {
	v := result.ReportVersion{File: scan.File, Size: PlanSize(scan), Verdict: scan.Verdict}
	if c := scan.Container; c != nil {
		v.Version, v.Family = c.Version, c.Family
	}
	if z := scan.Zeros; z != nil {
		v.ZeroBytes = &z.Bytes
		if z.Longest != nil {
			v.LongestRun = &z.Longest.Length
		}
	}
	return v
}
