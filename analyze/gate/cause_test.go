package gate

import (
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/analyze/blocks"
	"github.com/planlint/planlint/internal/result"
)

// TestCauses are cases of public reports: what a plan was, what it became, and what that should be called.
func TestCauses(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	weights := func(s result.Scan, bytes int64) result.Scan {
		s.Container.WeightsBytes = &bytes
		return s
	}
	hostCode := func(s result.Scan, bytes int64) result.Scan {
		s.Images = []result.Image{}
		if bytes > 0 {
			s.Images = append(s.Images, result.Image{Kind: "host-elf", Size: bytes})
		}
		return s
	}
	for name, test := range map[string]struct {
		before, after result.Scan
		change        func(*Plan)
		want          []result.GateCauseKind
		why           string
	}{
		"NVIDIA/TensorRT 4841, the head": { // docs/cases.md 1, with padding and body as two numbers
			before: scanOf(1_041_804), after: withRun(scanOf(1_100_136), 5_486_674_044), want: []result.GateCauseKind{result.GateCausePadding},
			why: "of 5,486,732,376 bytes more, 5,486,674,044 are zeros in runs of 1 MiB or more that the baseline has not; all else changed the size by 58,332 bytes (+5.60 %)"},
		"NVIDIA/TensorRT 4841, one LeakyRelu": { // 160 bytes more than 10.16's
			before: scanOf(10_508), after: withRun(scanOf(10_668), 4_389_339_136), want: []result.GateCauseKind{result.GateCausePadding},
			why: "all else changed the size by 160 bytes (+1.52 %)"},
		"roboflow/rf-detr 1454": { // docs/cases.md 2: a strongly typed build in fp32
			before: scanOf(59_820_000), after: scanOf(111_750_000), want: []result.GateCauseKind{result.GateCausePrecision}, why: "1.87 times the size of the baseline, near twice"},
		"weights doubled":                  {before: weights(scanOf(10*mib), 9*mib), after: weights(scanOf(19*mib), 18*mib), want: []result.GateCauseKind{result.GateCausePrecision}, why: "twice as many"},
		"twice the size, the same weights": {before: weights(scanOf(10*mib), 9*mib), after: weights(scanOf(20*mib), 9*mib), want: []result.GateCauseKind{result.GateCauseUnknown}, why: "unknown (not padding)"},
		"pytorch/TensorRT 3634": { // docs/cases.md 11: a constant that was expanded over the batch, nonzero
			before: scanOf(541_598_679), after: scanOf(541_598_679 + 96*mib), want: []result.GateCauseKind{result.GateCauseRepeated},
			change: func(p *Plan) {
				p.Blocks = &blocks.Found{Repeated: []blocks.Repeat{{Offset: 4096, Length: 192 * mib, Period: 128 * 768 * 4}}}
			}, why: "the same 393,216 bytes (384 KiB) stand 512 times in a row, 201,326,592 bytes (192 MiB) in all, not zeros"},
		"pytorch/TensorRT 3710": { // case 12: 40 % more, and nothing is known
			before: scanOf(100 * mib), after: scanOf(140 * mib), want: []result.GateCauseKind{result.GateCauseUnknown}, why: "duplicate blocks were not looked for"},
		"tensorflow/tensorrt 255": { // case 15: constants with two users, copied
			before: scanOf(100 * mib), after: scanOf(130 * mib), want: []result.GateCauseKind{result.GateCauseDuplicates},
			change: func(p *Plan) {
				p.Blocks = &blocks.Found{Duplicates: []blocks.Duplicate{{Length: 25_165_824, Offsets: []int64{1000, 39_000_000}}}}
			}, why: "duplicate block, 1 extra copy, 25,165,824 bytes (24 MiB), at offsets 1,000, 39,000,000"},
		"a small block twice, as in every plan": {before: scanOf(100 * mib), after: scanOf(130 * mib), want: []result.GateCauseKind{result.GateCauseUnknown},
			change: func(p *Plan) {
				p.Blocks = &blocks.Found{Duplicates: []blocks.Duplicate{{Length: 128_359, Offsets: []int64{1000, 9_000_000}}}}
			}, why: "it holds 128,359 bytes (125 KiB) twice, which does not tell why it is larger"},
		"nothing in it twice": {before: scanOf(100 * mib), after: scanOf(130 * mib), want: []result.GateCauseKind{result.GateCauseUnknown},
			change: func(p *Plan) { p.Blocks = &blocks.Found{} }, why: "no block of 64 KiB or more stands in it twice; section ENGN has 31,457,280 bytes (30 MiB) more"},
		"lean runtime": {before: hostCode(scanOf(10*mib), 0), after: hostCode(scanOf(54*mib), 44*mib), want: []result.GateCauseKind{result.GateCauseLeanRuntime}, why: "lean runtime of version-compatible plans"},
		"wrapper": {before: scanOf(30 * mib), after: scanOf(30 * mib), want: []result.GateCauseKind{result.GateCauseWrapper}, // base64, pytorch/TensorRT PR 4502
			change: func(p *Plan) { p.Scan.Size, p.Scan.Container.Wrapper = 40*mib, "torch-tensorrt" }, why: "it was a bare plan, now it is torch-tensorrt"},
		"some zeros, more of something else": {before: scanOf(100 * mib), after: withRun(scanOf(150*mib), 10*mib), want: []result.GateCauseKind{result.GateCauseUnknown},
			why: "zero runs of 1 MiB or more are 10,485,760 bytes (10 MiB) of it, and the baseline has 0 bytes of them"},
	} {
		p := planOf(test.after)
		if test.change != nil {
			test.change(&p)
		}
		g := judgeWith(t, "", test.before).of(p)
		var kinds []result.GateCauseKind
		for _, c := range g.Causes {
			kinds = append(kinds, c.Cause)
		}
		if !slices.Equal(kinds, test.want) || g.Verdict != result.GateFail {
			t.Errorf("%s: %s, %v", name, g.Verdict, g.Causes)
			continue
		}
		if !strings.Contains(g.Causes[0].Why, test.why) {
			t.Errorf("%s: %s", name, g.Causes[0].Why)
		}
	}
}

// TestStripped: docs/cases.md 20 and 21: strip that had little effect, what is left of it in the case of 4841, and what must
// be refitted.
func TestStripped(t *testing.T) {
	t.Parallel()
	const settings = "budgets:\n- {plan: \"**\", ratio: {to: full.plan, max: 0.05, above: 1MiB}}"
	whole := func(size int64) func(*Plan) { return func(p *Plan) { p.Reference = &Reference{Size: size} } }
	for name, test := range map[string]struct {
		scan   result.Scan
		change func(*Plan)
		want   result.GateCauseKind
		why    string
	}{
		"TensorRT-LLM, llama-7b fp16": {scanOf(28_690_000), whole(6_540_000_000), "", ""},
		"little effect":               {scanOf(3_000_000_000), whole(6_540_000_000), result.GateCauseStrip, "strip had little effect: 3,000,000,000 bytes (2.79 GiB) are left of the 6,540,000,000 bytes (6.09 GiB) of full.plan (45.87 %): weights"},
		"4841 and STRIP_PLAN":         {withRun(scanOf(10_668), 4_389_339_136), whole(4_389_349_804), result.GateCauseStrip, "(100 %): 4,389,339,136 of the remaining bytes are zeros, not weights"},
		"known to be stripped": {scanOf(3_000_000), func(p *Plan) {
			p.Stripped, p.Reference = true, &Reference{Size: 50_000_000, Weights: new(int64(49_000_000))}
		}, result.GateCauseStripped, "looks stripped: 3,000,000 bytes (2.86 MiB), and the model has 49,000,000 bytes (46.7 MiB) of weights"},
		"apache/tvm 10269": {scanOf(3_300), func(p *Plan) { p.Reference = &Reference{Size: 50_000_000, Weights: new(int64(49_000_000))} }, result.GateCauseStripped, "must be refitted before use"},
	} {
		j, p := judgeWith(t, settings), planOf(test.scan)
		j.Baseline, j.NoBaseline = nil, "a test"
		test.change(&p)
		g := j.of(p)
		at := slices.IndexFunc(g.Causes, func(c result.GateCause) bool { return c.Cause == test.want })
		switch {
		case test.want == "" && len(g.Causes) > 0:
			t.Errorf("%s: %+v", name, g.Causes)
		case test.want != "" && (at < 0 || !strings.Contains(g.Causes[at].Why, test.why)):
			t.Errorf("%s: %+v", name, g.Causes)
		}
	}
}

// TestSmallModels: docs/cases.md 8: 2 MB became 25 MB, twelve times, and that is no reason to fail.
func TestSmallModels(t *testing.T) {
	t.Parallel()
	for settings, want := range map[string]result.GateVerdict{
		"budgets:\n- {plan: \"**\", ratio: {to: m.onnx, max: 2}}":              result.GatePass, // below the floor of 32 MiB
		"budgets:\n- {plan: \"**\", ratio: {to: m.onnx, max: 2, above: 10MB}}": result.GateFail,
	} {
		j, p := judgeWith(t, settings, scanOf(25_000_000)), planOf(scanOf(25_000_000))
		p.Reference = &Reference{Size: 2_000_000, Weights: new(int64(1_900_000))}
		if g := j.of(p); g.Verdict != want {
			t.Errorf("%s: %s %+v", settings, g.Verdict, g.Checks)
		}
	}
}

// TestCapabilities: a plan for more GPUs has no entry of its own, and the reason for its size is named.
func TestCapabilities(t *testing.T) {
	t.Parallel()
	rtx := func(size int64, capabilities ...string) result.Scan {
		s := scanOf(size)
		s.Container.Family, s.Container.SM, s.Container.Capabilities = "tensorrt-rtx", nil, capabilities
		return s
	}
	g := judgeWith(t, "", rtx(30_000_000, "8.9")).of(planOf(rtx(90_000_000, "8.0", "8.6", "8.9")))
	if len(g.Causes) != 1 || g.Causes[0].Cause != result.GateCauseCapabilities ||
		g.Causes[0].Why != "built for 3 compute capabilities (8.0, 8.6, 8.9); for 1 of them (8.9) the baseline has 30,000,000 bytes (28.6 MiB)" {
		t.Errorf("%+v", g.Causes)
	}
}
