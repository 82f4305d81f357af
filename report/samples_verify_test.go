package report

import (
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// verifiedPlans are two plans of one model on the same GPU.
func verifiedPlans() []result.VerifiedPlan {
	runtime := result.VerifyRuntime{Family: "tensorrt", Version: "8.6.1"}
	return []result.VerifiedPlan{
		{File: "head.plan", Size: 982_100, Family: "tensorrt", Version: "8.6.1.6", Runtime: runtime, GPU: "NVIDIA H200 (SM 90)", Executions: 80, Self: []result.SelfDifference{}},
		{File: "head-reordered.plan", Size: 848_276, Family: "tensorrt", Version: "8.6.1.6", Runtime: runtime, GPU: "NVIDIA H200 (SM 90)", Executions: 80, Self: []result.SelfDifference{}},
	}
}

func observed(digest string) result.Observed {
	return result.Observed{SHA256: strings.Repeat(digest, 32), Zeros: 17}
}

// exactVerify is of two plans that compute the same bits.
func exactVerify() result.Verify {
	v := result.Verify{
		Outcome: result.VerifyExact, Plans: verifiedPlans(),
		Ran:        result.VerifyRan{Shapes: []string{"static"}, Distributions: []string{"normal", "zeros"}, Seeds: []uint64{1, 2}, Runs: 10, Contexts: 2},
		Inputs:     []result.VerifyInput{{Name: "x", DType: "float16", Source: "generated"}},
		NotChecked: []result.NotChecked{{What: "error against a reference", Why: "none was given (--reference)"}},
		Outputs: []result.VerifyOutput{{Name: "y", DType: "float16", Outcome: result.VerifyExact, Differences: result.Differences{
			Elements: 117_760_000, BitEqual: 117_760_000, ULP: []result.ULPBucket{}, Absolute: []result.ErrorBucket{}, Relative: []result.ErrorBucket{}}}},
	}
	for _, of := range []struct {
		distribution string
		seed         *uint64
	}{{"normal", ptr[uint64](1)}, {"normal", ptr[uint64](2)}, {"zeros", nil}} {
		c := result.VerifyCase{Shape: "static", Distribution: of.distribution, Seed: of.seed, Inputs: [][]int64{{1, 64, 368, 208}}, Outputs: []result.CaseOutput{{
			Name: "y", Shape: []int64{1, 64, 736, 416}, Outcome: result.VerifyExact, A: observed("a1"), B: observed("a1"), BitEqual: 29_440_000}}}
		c.Outputs[0].A.OneValue = of.seed == nil
		c.Outputs[0].B.OneValue = of.seed == nil
		v.Cases = append(v.Cases, c)
	}
	return v
}

// differentVerify is of two that do not, with a reference and an input of indices.
func differentVerify() result.Verify {
	v := exactVerify()
	v.Outcome = result.VerifyDifferent
	v.Ran.Reference = "ONNX Runtime 1.32.0 in float32"
	v.Allowed = &result.VerifyAllowed{MaxULP: 2}
	v.NotChecked = []result.NotChecked{}
	v.Inputs = append(v.Inputs, result.VerifyInput{Name: "ids", B: "tokens", DType: "int32", Source: "generated", Low: ptr[result.Real](0), High: ptr[result.Real](1)},
		result.VerifyInput{Name: "to", DType: "int64", Source: "profile"}, result.VerifyInput{Name: "mask", DType: "bool", Source: "file"})
	o := &v.Outputs[0]
	o.Outcome, o.B = result.VerifyDifferent, "why"
	o.BitEqual, o.ZeroSign, o.NaNPayload, o.Different, o.NaNMismatch, o.InfinityMismatch = 116_605_995, 1, 2, 1_154_002, 1, 1
	o.MaxULP, o.MaxAbsolute, o.MaxRelative = ptr[uint64](1029), ptr[result.Real](0.0009765625), ptr[result.Real](2)
	o.ULP = []result.ULPBucket{{From: 1, To: 1, Count: 1_150_000}, {From: 2, To: 2, Count: 3_000}, {From: 3, To: 4, Count: 999}, {From: 1025, To: 2048, Count: 1}}
	o.Absolute = []result.ErrorBucket{{From: 0, Below: 1e-7, Count: 4_000}, {From: 1e-5, Below: 1e-4, Count: 1_100_000}, {From: 1e-4, Below: 1e-3, Count: 50_000}}
	o.Relative = []result.ErrorBucket{{From: 1e-4, Below: 1e-3, Count: 1_153_000}, {From: 1, Below: 10, Count: 1_000}}
	o.Worst = &result.ElementPair{Case: 1, Index: []int64{0, 63, 735, 415}, Element: 19_595_263, A: "1.4990234", B: "1.5", ABits: "0x3dff", BBits: "0x3e00", ULP: ptr[uint64](1), Absolute: ptr[result.Real](0.0009765625)}
	o.WorstULP = &result.ElementPair{Case: 0, Index: []int64{0, 0, 0, 1}, Element: 1, A: "6.1035156e-05", B: "-2.9802322e-07", ABits: "0x0400", BBits: "0x8005", ULP: ptr[uint64](1029), Absolute: ptr[result.Real](6.133e-05)}
	o.First = &result.ElementPair{Case: 0, Index: []int64{0, 0, 0, 0}, A: "NaN", B: "65504", ABits: "0x7e00", BBits: "0x7bff"}
	o.ReferenceA = &result.Deviation{Elements: 117_760_000, Rounded: 117_000_000, MaxAbsolute: 0.000488, MeanAbsolute: 0.0000813, RMS: 0.000103, MaxULP: 1, MeanULP: 0.0064}
	o.ReferenceB = &result.Deviation{Elements: 117_760_000, Rounded: 116_100_000, MaxAbsolute: 0.00098, MeanAbsolute: 0.0000815, RMS: 0.000104, MaxULP: 1029, MeanULP: 0.0141, NaNMismatch: 1}
	for i := range 2 {
		c := &v.Cases[i].Outputs[0]
		c.Outcome, c.B, c.Different, c.BitEqual, c.MaxULP = result.VerifyDifferent, observed("b2"), 577_001, 28_862_999, o.MaxULP
	}
	v.Cases[0].Outputs[0].A.NaNs = 3
	v.Cases[1].Outputs[0].ShapeB = []int64{1, 64, 736, 417}
	return v
}

// vacuousVerify is of a plan that gives nothing but zeros, and one that gives a constant.
func vacuousVerify() result.Verify {
	v := exactVerify()
	v.Outcome = result.VerifyVacuous
	v.Outputs[0].Outcome, v.Outputs[0].VacuousA, v.Outputs[0].VacuousB = result.VerifyVacuous, result.VacuousZero, result.VacuousZero
	constant := v.Outputs[0]
	constant.Name, constant.VacuousA, constant.VacuousB = "anchors", result.VacuousConstant, result.VacuousIndependent
	v.Outputs = append(v.Outputs, constant)
	return v
}

// unstableVerify is of two plans of which one does not agree with itself.
func unstableVerify() result.Verify {
	v := exactVerify()
	v.Outcome = result.VerifyUnstable
	v.Plans[1].Differing = 7
	v.Plans[1].Self = []result.SelfDifference{
		{Output: "y", Executions: 6, Elements: 12, Case: 1, Context: 1, Run: 3},
		{Output: "z", Executions: 1, Elements: 200, Unwritten: 200, Case: 2, Run: 1},
		{Output: "n", Executions: 1, Shape: []int64{1, 5}, Case: 2, Run: 1},
	}
	return v
}

func verifyDocument(verified ...result.Verify) result.Document[result.Verify] {
	document := result.NewDocument[result.Verify](result.SchemaVerify, "0.1.0")
	document.Results = verified
	document.Exit = 1
	return document
}

// attackedVerify puts text wherever text from a plan, a worker or a file's name can stand.
func attackedVerify(text string) result.Verify {
	v := differentVerify()
	for i := range v.Plans {
		p := &v.Plans[i]
		p.File, p.Family, p.Version, p.GPU, p.Runtime = text, text, text, text, result.VerifyRuntime{Family: text, Version: text}
		p.Differing = 1
		p.Self = []result.SelfDifference{{Output: text, Executions: 1, Elements: 1}}
	}
	v.Ran.Reference = text
	v.Inputs[0].Name, v.Inputs[1].B = text, text
	v.Outputs[0].Name, v.Outputs[0].B, v.Outputs[0].VacuousA, v.Outputs[0].VacuousB = text, text, result.VacuousZero, result.VacuousNaN
	v.Cases = slices.Clone(v.Cases)
	for i := range v.Cases {
		v.Cases[i].Outputs = slices.Clone(v.Cases[i].Outputs)
		v.Cases[i].Outputs[0].Name, v.Cases[i].Outputs[0].A.SHA256 = text, text
	}
	v.NotChecked = []result.NotChecked{{What: text, Why: text}}
	return v
}
