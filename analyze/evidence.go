package analyze

import (
	"cmp"
	"errors"
	"slices"

	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/analyze/stream"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/zerorun"
)

// scan turns the evidence into a result.
func (e *evidence) scan() result.Scan {
	findings := e.findings()
	scan := e.blank()
	scan.Container = e.containerResult()
	scan.Zeros = e.zeros()
	scan.Images, scan.Kernels = e.images(), e.kernels()
	scan.Findings = findings
	scan.NotChecked = append(slices.Clone(e.notChecked),
		result.NotChecked{What: "model", Why: "no model given, so zero runs are not traced to operations"})
	scan.Verdict = e.verdict(findings)
	return scan
}

// damaged is the result of a plan that cannot be judged: what is known of its container, and why not.
func (e *evidence) damaged(err error) result.Scan {
	scan := e.blank()
	var damage *container.DamagedError
	if !errors.As(err, &damage) {
		return scan // it could not be read, which says nothing of the plan
	}
	scan.Verdict = result.VerdictDamaged
	e.container = cmp.Or(e.container, damage.Container)
	scan.Findings = append(scan.Findings, result.Finding{Rule: damageRule(damage), Level: result.LevelError, Message: damage.Message})
	scan.Container = e.containerResult()
	e.skip("zeros, machine code, kernels", "the plan is damaged")
	scan.NotChecked = e.notChecked
	return scan
}

// blank is a result with the file's name and size, whose lists print as [].
func (e *evidence) blank() result.Scan {
	return result.Scan{
		File: memberName(e.in, e.plan), Size: e.in.Size, Allocated: e.in.Allocated, Member: e.in.Member,
		Findings: []result.Finding{}, NotChecked: []result.NotChecked{},
	}
}

func (e *evidence) containerResult() *result.Container {
	if e.container == nil {
		return nil
	}
	r := e.container.Result()
	r.Offset, r.PlanSize, r.Wrapper, r.Encoded = e.plan.Offset, e.plan.Size, e.plan.Wrapper, e.plan.Encoded
	if e.hasEndTag {
		r.EndTagOffset = new(e.endTag) // and not a pointer that keeps all of e
	}
	r.SM = e.targets()
	if e.origin.Device != nil {
		r.Device = e.origin.Device.Result()
	}
	switch e.compatibility() {
	case stream.CompatibilityNone:
		r.HardwareCompatibility = "none"
	case stream.CompatibilityAmpereUp:
		r.HardwareCompatibility = "ampere+"
	}
	if e.engine != nil && e.engine.Complete() && e.container.Measured {
		r.Network, r.Profiles = e.engine.Network, e.engine.Profiles
		if r.WeightsBytes == nil && e.engine.WeightsBytes > 0 {
			r.WeightsBytes = new(e.engine.WeightsBytes)
		}
	}
	return r
}

func (e *evidence) zeros() *result.Zeros {
	z := &result.Zeros{
		Bytes: e.summary.Zeros, MinRun: e.options.minRun(), RunsTotal: e.listed, Runs: make([]result.Run, 0, len(e.runs)),
	}
	if e.summary.Bytes > 0 {
		z.Share = float64(e.summary.Zeros) / float64(e.summary.Bytes)
	}
	if e.summary.LongestExact && e.summary.Longest.Length > 0 {
		longest := e.run(e.summary.Longest)
		z.Longest = &longest
	}
	for _, run := range e.runs {
		if run.Length >= z.MinRun {
			z.Runs = append(z.Runs, e.run(run))
		}
	}
	z.RunsOmitted = z.RunsTotal - int64(len(z.Runs))
	return z
}

func (e *evidence) run(run zerorun.Run) result.Run {
	r := result.Run{Offset: run.Offset, Length: run.Length, ToEnd: run.End() == e.plan.Size}
	if e.plan.Offset != 0 && e.inPlace() {
		offset := e.plan.Offset + run.Offset
		r.FileOffset = &offset
	}
	return r
}

// inPlace is true if the plan's bytes are in the input as they are.
func (e *evidence) inPlace() bool { return !e.plan.Encoded && e.plan.File == "" }

func (e *evidence) images() []result.Image {
	if !e.codeRead {
		return nil
	}
	images := make([]result.Image, 0, len(e.code.Images))
	for _, image := range e.code.Images {
		images = append(images, result.Image{Kind: image.Kind, Offset: image.Offset, Size: image.Size, SM: image.SM, Compressed: image.Compressed})
	}
	return images
}

func (e *evidence) kernels() []result.Kernel {
	if !e.codeRead {
		return nil
	}
	kernels := make([]result.Kernel, 0, len(e.code.Kernels))
	for _, kernel := range e.code.Kernels {
		k := result.Kernel{Name: kernel.Name, Origin: kernel.Origin, Offset: kernel.Offset}
		if kernel.Size > 0 {
			k.Size = &kernel.Size
		}
		kernels = append(kernels, k)
	}
	return kernels
}
