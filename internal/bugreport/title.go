package bugreport

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// Product is the name and version of what built a plan.
func Product(c *result.Container) string {
	switch {
	case c == nil:
		return "TensorRT"
	case c.Family == "tensorrt-rtx":
		return "TensorRT for RTX " + c.Version
	}
	return "TensorRT " + c.Version
}

// title is a headline as NVIDIA's template has it: XXX failure of TensorRT X.Y when running XXX on GPU XXX.
func title(r result.Report) string {
	product, size := Product(r.Plan.Container), units.FormatBytes(PlanSize(r.Plan))
	when := " when building " + Subject(r) + onGPU(r)
	switch r.Kind {
	case result.ReportPadded, result.ReportSuspect:
		if r.ExcessBytes == nil {
			return oneLine(fmt.Sprintf("Serialized engine of %s looks damaged%s: %s", product, onGPU(r), leading(r.Plan.Findings)))
		}
		what := "are padding zeros"
		if r.Kind == result.ReportSuspect {
			what = "are zeros that nothing explains"
		}
		return fmt.Sprintf("Serialized engine size failure of %s%s: %s of %s bytes %s", product, when, units.FormatBytes(*r.ExcessBytes), size, what)
	case result.ReportLarger:
		than := "the plan that it is compared with"
		if old := r.Versions[0]; old.Version != "" && (r.Plan.Container == nil || old.Version != r.Plan.Container.Version) {
			than = "with " + old.Version
		}
		return fmt.Sprintf("Serialized engine size failure of %s%s: %s bytes, %s larger than %s", product, when, size, Growth(*r.ExpectedBytes, PlanSize(r.Plan)), than)
	case result.ReportDamaged:
		return oneLine(fmt.Sprintf("Serialized engine of %s cannot be read%s: %s", product, onGPU(r), leading(r.Plan.Findings)))
	}
	return fmt.Sprintf("Size of a serialized engine of %s: %s bytes, and no padding", product, size)
}

// oneLine keeps a headline short and in one line.
func oneLine(text string) string {
	const most = 200
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > most {
		return string(runes[:most-3]) + "..."
	}
	return strings.TrimSuffix(string(runes), ": ")
}

func onGPU(r result.Report) string {
	switch c := r.Plan.Container; {
	case r.Environment.GPU != "":
		return " on GPU " + r.Environment.GPU
	case c == nil:
		return ""
	case c.Device != nil && c.Device.Model != "":
		return " on GPU " + c.Device.Model
	case len(c.SM) > 0:
		return " on GPU SM " + strings.Join(c.SM, ", ")
	}
	return ""
}

// leading is the message of the most serious finding.
func leading(findings []result.Finding) string {
	for _, level := range []result.Level{result.LevelError, result.LevelWarning, result.LevelNote} {
		for _, f := range findings {
			if f.Level == level {
				return f.Message
			}
		}
	}
	return ""
}

// Growth says how much larger one size is than another: in percent, or as a factor. It never says nothing for a change.
func Growth(old, size int64) string {
	if old <= 0 {
		return "infinitely"
	}
	ratio := float64(size) / float64(old)
	switch {
	case ratio >= 10:
		return units.FormatBytes(int64(ratio+0.5)) + " times"
	case size > old && ratio < 1.0001:
		return "<0.01 %"
	case ratio < 1.01:
		return strconv.FormatFloat(100*(ratio-1), 'f', 2, 64) + " %"
	}
	return strconv.FormatFloat(100*(ratio-1), 'f', 1, 64) + " %"
}

// Subject says what the plan is of: the operations that stay alone, or a model.
func Subject(r result.Report) string {
	parts := Parts(r)
	var ops []string
	for _, part := range parts {
		op := strings.Join(r.Explained.Groups[part.Group].Ops, "+")
		if !slices.Contains(ops, op) {
			ops = append(ops, op)
		}
	}
	switch {
	case len(parts) == 0 && r.Model != nil:
		return "an ONNX model"
	case len(parts) == 0:
		return "a network"
	case len(parts) == 1:
		return "a model with an unfused " + ops[0]
	case len(ops) <= 3:
		return fmt.Sprintf("a model with %d unfused %s", len(parts), strings.Join(ops, ", "))
	}
	return fmt.Sprintf("a model with %d unfused pointwise operations", len(parts))
}

// Parts are the groups that explain the plan's runs, the largest first.
func Parts(r result.Report) []result.RunPart {
	if r.Explained == nil || r.Plan.Zeros == nil {
		return nil
	}
	var parts []result.RunPart
	for _, run := range r.Plan.Zeros.Runs {
		if run.Explanation == nil {
			continue
		}
		for _, part := range run.Explained {
			if part.Group >= 0 && part.Group < len(r.Explained.Groups) {
				parts = append(parts, part)
			}
		}
	}
	slices.SortStableFunc(parts, func(a, b result.RunPart) int { return int(min(1, max(-1, b.Bytes-a.Bytes))) })
	return parts
}
