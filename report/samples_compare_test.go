package report

import "github.com/planlint/planlint/internal/result"

func amountOf(name string, old, new int64) result.AmountChange {
	a := result.AmountChange{Name: name, Unit: "bytes", Old: &old, New: &new, Differs: old != new, Change: ptr(result.Delta(new - old))}
	if old > 0 {
		a.Ratio = ptr(result.Ratio(float64(new) / float64(old)))
	}
	return a
}

// paddedCompare is the upsampling head of the issue before and after the version that pads.
func paddedCompare() result.Compare {
	return result.Compare{
		Old: result.ComparedPlan{File: "head-10.16.1.11.plan"}, New: result.ComparedPlan{File: "head-11.2.1.2.plan"}, Outcome: result.OutcomeDifferent,
		Cause: &result.Cause{Kind: result.CausePadding, Why: "of 5,486,732,376 bytes more, 5,486,674,044 are zeros in runs of 1 MiB or more that the new plan has and the old one has not; " +
			"all else changed the size by 58,332 bytes"},
		Properties: []result.PropertyChange{
			{Name: "verdict", Old: ptr("clean"), New: ptr("padded"), Differs: true},
			{Name: "family", Old: ptr("tensorrt"), New: ptr("tensorrt")},
			{Name: "version", Old: ptr("10.16.1.11"), New: ptr("11.2.1.2"), Differs: true},
			{Name: "built on", New: ptr("compute capability 9.0, 132 multiprocessors (H200 SXM)")},
		},
		Amounts: []result.AmountChange{
			amountOf(result.AmountFile, 1_041_804, 5_487_774_180), amountOf(result.AmountPlan, 1_041_804, 5_487_774_180),
			{Name: result.AmountWeights, Unit: "bytes", Old: ptr[int64](668_672)}, amountOf("section ENGN", 1_041_744, 5_487_774_116),
			amountOf("section LEAN", 0, 15_240), amountOf(result.AmountMachineCode, 28_672, 28_672), amountOf(result.AmountZeros, 97_930, 5_486_777_777),
			amountOf(result.AmountLongest, 7_323, 5_486_674_044),
			{Name: result.AmountRuns, Unit: "count", Old: ptr[int64](10), New: ptr[int64](9), Differs: true, Change: ptr(result.Delta(-1)), Ratio: ptr(result.Ratio(0.9))},
		},
		Runs: &result.RunChanges{MinRun: 4096, Matched: 1, Gone: []result.Run{{Offset: 9_216, Length: 7_323}},
			New:     []result.Run{{Offset: 1_100_136, Length: 5_486_674_044, ToEnd: true}},
			Changed: []result.RunChange{{Old: result.Run{Offset: 524_288, Length: 4_200}, New: result.Run{Offset: 530_000, Length: 4_300}}}},
		Kernels: &result.KernelChanges{Matched: 2, Renamed: 1, Gone: []result.KernelCount{{Name: "generatedNativePointwise", Count: 2}},
			New: []result.KernelCount{{Name: "sm90_xmma_fprop_implicit_gemm_f16f16_f16f16_f16_nhwckrsc_nhwc_tilesize128x64x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cudnn", Count: 1}}},
		Layers: &result.LayerChanges{OldLayers: result.ComparedLayers{From: "TensorRT 10.16.1", Detail: result.LayersDetailed},
			NewLayers: result.ComparedLayers{From: "layers.json", Detail: result.LayersDetailed}, Matched: 21,
			Changed: []result.LayerChange{{Old: "conv_lr + PWN(lr.lrelu)", New: "conv_lr + PWN(lr.lrelu)", Differences: []result.LayerDifference{
				{What: "tactic", Old: "sm90_xmma_fprop_implicit_gemm_f16f16_f16f16_f16_nhwckrsc_nhwc_tilesize128x64x64_made_up", New: "sm90_xmma_fprop_implicit_gemm_f16f16_f16f16_f16_nhwckrsc_nhwc_tilesize64x64x64_made_up"},
				{What: "output format", Old: "Channel major FP16 format where channel % 8 == 0", New: "Row major linear FP16 format"}}},
				{Old: "up2", New: "up2", Differences: []result.LayerDifference{{What: "weights bytes", New: "64"}}}},
			Regrouped: []result.LayerGroup{{Old: []string{"conv_hr + PWN(hr.lrelu)"}, New: []string{"conv_hr", "PWN(hr.lrelu)"}}},
			Gone:      []string{"Reformatting CopyNode for Input Tensor 0 to conv_hr + PWN(hr.lrelu)"}, New: []string{}},
		Findings: result.FindingChanges{Gone: []result.Finding{}, New: paddedScan().Findings},
		Bytes: &result.ByteChanges{Compared: 1_041_804, OnlyNew: 5_486_732_376, Differing: 900_000, First: ptr[int64](16), MergeGap: 16, RangesTotal: 211, RangesOmitted: 200,
			Ranges: []result.ByteRange{{Offset: 16, Length: 3, Differing: 3}, {Offset: 300, Length: 900_100, Differing: 899_000}, {Offset: 950_000, Length: 5, Differing: 5},
				{Offset: 960_000, Length: 5, Differing: 5}, {Offset: 961_000, Length: 6, Differing: 5}, {Offset: 962_000, Length: 6, Differing: 5}, {Offset: 963_000, Length: 6, Differing: 5},
				{Offset: 964_000, Length: 6, Differing: 5}, {Offset: 965_000, Length: 6, Differing: 5}, {Offset: 966_000, Length: 7, Differing: 5}, {Offset: 967_000, Length: 7, Differing: 5}}},
		NotChecked: []result.NotChecked{{What: "model", Why: "none was given"}},
	}
}

// namesCompare is of two builds that differ in generated names alone.
func namesCompare() result.Compare {
	return result.Compare{
		Old: result.ComparedPlan{File: "a.plan"}, New: result.ComparedPlan{File: "b.plan"}, Outcome: result.OutcomeNames,
		Properties: []result.PropertyChange{{Name: "verdict", Old: ptr("clean"), New: ptr("clean")}},
		Amounts:    []result.AmountChange{amountOf(result.AmountFile, 1_041_804, 1_041_804), amountOf(result.AmountPlan, 1_041_804, 1_041_804)},
		Kernels:    &result.KernelChanges{Matched: 4, Renamed: 2, Gone: []result.KernelCount{}, New: []result.KernelCount{}},
		Findings:   result.FindingChanges{Gone: []result.Finding{}, New: []result.Finding{}},
		Bytes: &result.ByteChanges{Compared: 1_041_804, Differing: 5, First: ptr[int64](70_012), MergeGap: 16, RangesTotal: 1,
			Ranges: []result.ByteRange{{Offset: 70_012, Length: 7, Differing: 5}}, NamesOnly: true},
		NotChecked: []result.NotChecked{},
	}
}

// savedCompare is of a saved result and a plan that is smaller.
func savedCompare() result.Compare {
	c := namesCompare()
	c.Old, c.Outcome, c.Bytes = result.ComparedPlan{File: "a.plan", Saved: "a.json"}, result.OutcomeDifferent, nil
	c.Amounts = []result.AmountChange{amountOf(result.AmountFile, 1_041_804, 1_041_803), amountOf(result.AmountPlan, 1_041_804, 1_041_803)}
	c.Cause = &result.Cause{Kind: result.CauseUnknown, Why: "the numbers do not tell"}
	c.NotChecked = []result.NotChecked{{What: "bytes", Why: "a saved result does not hold them"}}
	return c
}

func compareDocument(compared ...result.Compare) result.Document[result.Compare] {
	document := result.NewDocument[result.Compare](result.SchemaCompare, "0.1.0")
	document.Results = compared
	document.Exit = 1
	return document
}

// attackedCompare puts text wherever text from a file or a saved result can stand.
func attackedCompare(text string) result.Compare {
	c := paddedCompare()
	c.Old, c.New, c.Outcome = result.ComparedPlan{File: text, Saved: text}, result.ComparedPlan{File: text}, result.Outcome(text)
	c.Cause = &result.Cause{Kind: result.CauseKind(text), Why: text}
	c.Properties = append(c.Properties, result.PropertyChange{Name: "network", Old: &text, New: ptr(text + "2"), Differs: true})
	c.Amounts = append(c.Amounts, amountOf("section "+text, 1, 2))
	c.Layers = &result.LayerChanges{OldLayers: result.ComparedLayers{From: text, Detail: result.LayerDetail(text)}, NewLayers: result.ComparedLayers{From: text},
		Changed:   []result.LayerChange{{Old: text, New: text, Differences: []result.LayerDifference{{What: text, Old: text, New: text}}}},
		Regrouped: []result.LayerGroup{{Old: []string{text}, New: []string{text, text}}}, Gone: []string{text}, New: []string{text}}
	c.Kernels.Gone = append(c.Kernels.Gone, result.KernelCount{Name: text, Count: 3})
	c.Findings.Gone = []result.Finding{{Rule: text, Level: result.Level(text), Message: text}}
	c.NotChecked = append(c.NotChecked, result.NotChecked{What: text, Why: text})
	return c
}
