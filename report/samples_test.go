package report

import "github.com/planlint/planlint/internal/result"

// Sample results with the numbers of NVIDIA/TensorRT issue 4841 and of real plans of TensorRT 8.6.1 and
// TensorRT for RTX 1.7.

func ptr[T any](value T) *T { return &value }

const hostileName = "evil\x1b[31m\n|`=cmd`<script>alert(1)</script>\u202e[x](y)\xff\".plan"

// paddedScan is the padded plan of the issue, with the layout "zeros inside the declared size".
func paddedScan() result.Scan {
	return result.Scan{
		File: "super_resolution_x4_head.plan", Size: 5_487_774_180, Allocated: ptr[int64](1_101_824),
		Container: &result.Container{
			Family: "tensorrt", Tag: "ftrt", Version: "11.2.1.2", DeclaredSize: ptr[int64](5_487_774_180), PlanSize: 5_487_774_180,
			EndTagOffset: ptr[int64](1_100_132), SM: []string{"90"},
			Device:   &result.Device{ComputeCapability: "9.0", Multiprocessors: 132, MemoryBytes: 150_754_820_096, Model: "H200 SXM"},
			Sections: []result.Section{{Name: "ENGN", Offset: 56, Size: 5_487_774_116}}, Unknown: map[string]string{"word at 28": "0x00000000"},
		},
		Zeros: &result.Zeros{
			Bytes: 5_486_777_777, Share: 5_486_777_777.0 / 5_487_774_180, MinRun: 4096, RunsTotal: 3,
			Longest: &result.Run{Offset: 1_100_136, Length: 5_486_674_044, ToEnd: true},
			Runs: []result.Run{{Offset: 9_216, Length: 7_323}, {Offset: 524_288, Length: 4_200},
				{Offset: 1_100_136, Length: 5_486_674_044, ToEnd: true}},
		},
		Images: []result.Image{{Kind: "elf", Offset: 4_096, Size: 20_480, SM: []string{"90"}},
			{Kind: "fatbin", Offset: 40_960, Size: 8_192, SM: []string{"90"}, Compressed: true}},
		Kernels: []result.Kernel{
			{Name: "__myl_CastMulLtSeleCast_myl6_0", Origin: "myelin", Offset: 5_000},
			{Name: "__myl_CastMulLtSeleCast_myl13_0", Origin: "myelin", Offset: 6_000},
			{Name: "sm90_xmma_fprop_implicit_gemm_f16f16_f16f16_f16_nhwckrsc_nhwc_tilesize128x64x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cudnn", Origin: "conv", Offset: 7_000, Size: ptr[int64](9_984)},
			{Name: "generatedNativePointwise", Origin: "pointwise", Offset: 8_000, Size: ptr[int64](1_408)},
			{Name: "cutlass_::Kernel<float>", Origin: "gemm", Offset: 8_500},
			{Name: "copyPackedKernel", Origin: "other", Offset: 9_000},
		},
		Findings: []result.Finding{{Rule: "PL202", Level: result.LevelError,
			Message: "5,486,674,044 zero bytes (5.11 GiB) behind the end tag and inside the declared size carry nothing: 99.98 % of the plan",
			Offset:  ptr[int64](1_100_136), Bytes: ptr[int64](5_486_674_044)}},
		NotChecked: []result.NotChecked{{What: "model", Why: "none was given, so no run could be explained by it (--model)"}},
		Verdict:    result.VerdictPadded,
	}
}

// cleanScan is a real plan of TensorRT for RTX with a weights section.
func cleanScan() result.Scan {
	return result.Scan{
		File: "engines/up2.rtx.plan", Size: 1_029_132,
		Container: &result.Container{
			Family: "tensorrt-rtx", Tag: "vtrt", Version: "1.7.1.116", DeclaredSize: ptr[int64](1_029_132), PlanSize: 1_029_132,
			EndTagOffset: ptr[int64](1_029_128), Capabilities: []string{"8.0", "8.6", "8.9"}, WeightsBytes: ptr[int64](668_672),
			Sections: []result.Section{{Name: "ENGN", Offset: 112, Size: 360_340}, {Name: "WGHT", Offset: 360_456, Size: 668_672}},
			Unknown:  map[string]string{},
		},
		Zeros: &result.Zeros{Bytes: 15_436, Share: 15_436.0 / 1_029_132, MinRun: 4096,
			Longest: &result.Run{Offset: 300_000, Length: 256}, Runs: []result.Run{}},
		Images: []result.Image{}, Kernels: []result.Kernel{{Name: "__myl_TranReshMoveMulMax_0x1f3a", Origin: "myelin", Offset: 900}},
		Findings: []result.Finding{}, NotChecked: []result.NotChecked{}, Verdict: result.VerdictClean,
	}
}

// suspectScan has zeros behind the declared end, in a plan behind a JSON prefix.
func suspectScan() result.Scan {
	scan := paddedScan()
	scan.File, scan.Allocated = "yolo.engine", nil
	scan.Size = 20_001_829
	scan.Container = &result.Container{Family: "tensorrt", Tag: "ftrt", Version: "10.9.0.34", DeclaredSize: ptr[int64](12_000_000),
		Offset: 1_829, PlanSize: 20_000_000, Wrapper: "Ultralytics JSON prefix", SerializationVersion: ptr[int64](239), Sections: []result.Section{}, Unknown: map[string]string{}}
	run := result.Run{Offset: 12_000_000, FileOffset: ptr[int64](12_001_829), Length: 8_000_000, ToEnd: true}
	scan.Zeros = &result.Zeros{Bytes: 9_000_000, Share: 0.45, MinRun: 4096, RunsTotal: 1, Longest: &run, Runs: []result.Run{run}}
	scan.Findings = []result.Finding{{Rule: "PL103", Level: result.LevelError, Message: "8,000,000 trailing zero bytes", Offset: &run.Offset, Bytes: &run.Length}}
	scan.Verdict = result.VerdictSuspect
	return scan
}

// damagedScan ends before its header says.
func damagedScan() result.Scan {
	return result.Scan{File: "cut.plan", Size: 1_029_131, Container: &result.Container{Family: "tensorrt", Tag: "ftrt", Version: "8.6.1.6",
		DeclaredSize: ptr[int64](1_029_132), PlanSize: 1_029_131, Sections: []result.Section{}, Unknown: map[string]string{}},
		Images: []result.Image{}, Kernels: []result.Kernel{}, Findings: []result.Finding{}, NotChecked: []result.NotChecked{}, Verdict: result.VerdictDamaged}
}

// hostileScan has an attack in every string that comes from a file.
func hostileScan() result.Scan { return attacked(hostileName) }

// attacked puts text wherever text from a file can stand.
func attacked(text string) result.Scan {
	scan := paddedScan()
	scan.File = text
	scan.Member = &result.Member{Kind: text, Folder: text, Name: text, Version: text, Rank: ptr(1), WorldSize: ptr(2)}
	c := scan.Container
	c.Family, c.Tag, c.Version, c.Wrapper, c.HeaderVersion = text, text, text, text, 7
	c.Device = &result.Device{ComputeCapability: text, Model: text}
	c.SM, c.Capabilities = []string{text}, []string{text}
	c.Sections = []result.Section{{Name: text, Offset: 1, Size: 2}}
	c.Unknown = map[string]string{text: text}
	scan.Images[0].Kind = text
	scan.Kernels[0].Name, scan.Kernels[1].Name, scan.Kernels[0].Origin = text, "_Z"+text, text
	scan.Findings = append(scan.Findings, result.Finding{Rule: text, Level: result.LevelWarning, Message: text})
	scan.NotChecked = append(scan.NotChecked, result.NotChecked{What: text, Why: text})
	return scan
}
