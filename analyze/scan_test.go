package analyze_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/internal/result"
)

// scanOne judges a recipe that is one plan.
func scanOne(t *testing.T, recipe fixtures.Recipe, options analyze.Options) analyze.Report {
	t.Helper()
	reports, err := analyze.Scan(t.Context(), analyze.Input{Name: "a.plan", Reader: recipe, Size: recipe.Size()}, options)
	if err != nil {
		t.Fatal(err)
	}
	if len(reports) != 1 {
		t.Fatalf("%d reports", len(reports))
	}
	return reports[0]
}

// rules lists the findings above a note as "PL203 error".
func rules(scan result.Scan) string {
	var list []string
	for _, finding := range scan.Findings {
		if finding.Level != result.LevelNote {
			list = append(list, fmt.Sprintf("%s %s", finding.Rule, finding.Level))
		}
	}
	return strings.Join(list, ", ")
}

func TestVerdictOfTheSeed(t *testing.T) {
	const mib = 1 << 20
	small := func(content, zeros int64, layout fixtures.Layout) fixtures.Recipe {
		return fixtures.Padded{Content: content, Zeros: zeros, Version: fixtures.VersionPadded}.Recipe(layout)
	}
	for _, test := range []struct {
		name    string
		recipe  fixtures.Recipe
		verdict result.Verdict
		rules   string
	}{
		{"clean LeakyRelu, 48.7 % zeros", fixtures.SeedCleanLeakyRelu(), result.VerdictClean, ""},
		{"clean convolution, 62.3 % zeros", fixtures.SeedCleanConvLeakyRelu(fixtures.VersionClean), result.VerdictClean, ""},
		{"clean convolution of 11.2", fixtures.SeedCleanConvLeakyRelu(fixtures.VersionPadded), result.VerdictClean, ""},
		{"clean head", fixtures.SeedCleanHead(), result.VerdictClean, ""},
		{"inside, behind the end tag", fixtures.SeedPadded(fixtures.InsideBehindEndTag), result.VerdictPadded, "PL202 error"},
		{"inside, no end tag", fixtures.SeedPadded(fixtures.InsideWithoutEndTag), result.VerdictSuspect, "PL203 error"},
		{"inside, before the end tag", fixtures.SeedPadded(fixtures.InsideBeforeEndTag), result.VerdictSuspect, "PL203 error"},
		{"outside, behind the end tag", fixtures.SeedPadded(fixtures.OutsideBehindEndTag), result.VerdictSuspect, "PL103 error"},
		{"outside, no end tag", fixtures.SeedPadded(fixtures.OutsideWithoutEndTag), result.VerdictSuspect, "PL103 error"},
		{"lone LeakyRelu", fixtures.SeedPaddedLeakyRelu(fixtures.InsideBehindEndTag), result.VerdictPadded, "PL202 error"},

		{"1 MiB behind the end tag, little of a large plan", small(64*mib, mib, fixtures.InsideBehindEndTag), result.VerdictPadded, "PL202 error"},
		{"a byte less", small(64*mib, mib-1, fixtures.InsideBehindEndTag), result.VerdictClean, ""},
		{"1 MiB outside, less than 10 %", small(10*mib, mib, fixtures.OutsideBehindEndTag), result.VerdictSuspect, "PL103 warning"},
		{"1 MiB outside, 10 %", small(9*mib, mib, fixtures.OutsideBehindEndTag), result.VerdictSuspect, "PL103 error"},
		{"1 MiB inside, less than 10 %", small(10*mib, mib, fixtures.InsideBeforeEndTag), result.VerdictSuspect, "PL203 warning"},
		{"1 MiB inside, 10 %", small(9*mib-8, mib, fixtures.InsideBeforeEndTag), result.VerdictSuspect, "PL203 error"},
		{"less than 1 MiB inside", small(4096, mib-1, fixtures.InsideBeforeEndTag), result.VerdictClean, ""},
		{"less than 1 MiB outside", small(4096, mib-1, fixtures.OutsideBehindEndTag), result.VerdictClean, ""},
		{"all that a measured version has", fixtures.Small(fixtures.TagTensorRT), result.VerdictClean, ""},
		{"bytes behind the end", fixtures.Small(fixtures.TagRTX).Append("", fixtures.Literal("", []byte("\x00\x00x"))), result.VerdictSuspect, "PL104 warning"},
		{"text behind the end, then 1 MiB of zeros",
			fixtures.Small(fixtures.TagRTX).Append("", fixtures.Literal("", []byte("signature")), fixtures.Zeros("", mib)),
			result.VerdictSuspect, "PL103 error, PL104 warning"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, minRun := range []int64{0, 1 << 40} { // what is listed must not change what is judged
				report := scanOne(t, test.recipe, analyze.Options{MinRun: minRun})
				if report.Err != nil {
					t.Fatal(report.Err)
				}
				if got := rules(report.Scan); report.Scan.Verdict != test.verdict || got != test.rules {
					t.Errorf("min run %d: %s (%s), want %s (%s)", minRun, report.Scan.Verdict, got, test.verdict, test.rules)
				}
			}
		})
	}
}

// TestShrunkenSection makes a section shorter than it is, so that bytes of the plan belong to none.
func TestShrunkenSection(t *testing.T) {
	for tag, sizeAt := range map[string]int{fixtures.TagTensorRT: 32 + 16, fixtures.TagRTX: 64 + 16} {
		plan, err := fixtures.Small(tag).Bytes()
		if err != nil {
			t.Fatal(err)
		}
		size := binary.LittleEndian.Uint64(plan[sizeAt:])
		binary.LittleEndian.PutUint64(plan[sizeAt:], size-1000)
		report := scanOne(t, fixtures.Literal("a plan with a shrunken section", plan), analyze.Options{})
		if got := rules(report.Scan); got != "PL110 warning" || report.Scan.Verdict != result.VerdictSuspect {
			t.Errorf("%s: %s (%s)", tag, report.Scan.Verdict, got)
		}
		checkMap(t, report, int64(len(plan)))
	}
}

func TestSeedNumbers(t *testing.T) {
	report := scanOne(t, fixtures.SeedPadded(fixtures.InsideBehindEndTag), analyze.Options{})
	scan := report.Scan
	longest := scan.Zeros.Longest
	if scan.Size != 5_487_774_180 || longest == nil || *longest != (result.Run{Offset: 1_100_136, Length: 5_486_674_044, ToEnd: true}) {
		t.Errorf("size %d, longest run %+v", scan.Size, longest)
	}
	if tag := scan.Container.EndTagOffset; tag == nil || *tag != 1_100_132 {
		t.Errorf("end tag at %v", tag)
	}
	var names []string
	for _, kernel := range scan.Kernels {
		names = append(names, kernel.Name)
	}
	if want := []string{"__myl_CastMulLtSeleCast_myl6_0", "__myl_CastMulLtSeleCast_myl13_0"}; !slices.Equal(names, want) {
		t.Errorf("kernels %q, want %q", names, want)
	}
	checkMap(t, report, scan.Size)
}

func TestDamagedPlans(t *testing.T) {
	bad, err := fixtures.BadPlans()
	if err != nil {
		t.Fatal(err)
	}
	for _, plan := range bad {
		t.Run(plan.Name, func(t *testing.T) {
			reports, err := analyze.Scan(t.Context(), analyze.Input{Name: "a.plan", Reader: plan, Size: plan.Size()}, analyze.Options{})
			if err == nil {
				if len(reports) != 1 || reports[0].Scan.Verdict != result.VerdictDamaged || reports[0].Scan.Zeros != nil {
					t.Fatalf("reports %+v", reports)
				}
				err = reports[0].Err
			}
			if err == nil || string(analyze.KindOf(err)) != plan.Kind {
				t.Errorf("error %v of kind %q, want %q", err, analyze.KindOf(err), plan.Kind)
			} else if strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Errorf("error %q is not one plain line", err)
			}
		})
	}
}

func TestTruncatedIsTyped(t *testing.T) {
	plan := fixtures.Small(fixtures.TagRTX)
	report := scanOne(t, plan.Cut(plan.Size()-1), analyze.Options{})
	var damaged *container.DamagedError
	if !errors.Is(report.Err, analyze.ErrTruncated) || !errors.As(report.Err, &damaged) {
		t.Errorf("error %v", report.Err)
	}
	if c := report.Scan.Container; c == nil || c.Version != "1.7.1.116" {
		t.Errorf("container %+v: what is known of a cut plan must not be lost", c)
	}
	if report.Scan.Findings[0].Rule != "PL101" {
		t.Errorf("findings %+v", report.Scan.Findings)
	}
}

func TestNotPlans(t *testing.T) {
	files, err := fixtures.NotPlans()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(file.Name, func(t *testing.T) {
			reports, err := analyze.Scan(t.Context(), analyze.Input{Name: "a", Reader: file, Size: file.Size()}, analyze.Options{})
			if err == nil || reports != nil || !errors.Is(err, analyze.ErrNotPlan) {
				t.Errorf("reports %+v, error %v", reports, err)
			}
			raw := scanOne(t, file.Recipe, analyze.Options{Raw: true})
			if raw.Err != nil || raw.Scan.Verdict != result.VerdictNotPlan || raw.Scan.Zeros == nil || raw.Scan.Container != nil {
				t.Errorf("raw: %+v", raw)
			}
		})
	}
}

// checkMap fails unless every byte of the file has one label and the labels sum to its size.
func checkMap(t *testing.T, report analyze.Report, size int64) {
	t.Helper()
	var end, sum int64
	for _, r := range report.Map.Ranges {
		if r.Offset != end || r.Length <= 0 || r.Label == "" {
			t.Fatalf("range %+v after byte %d", r, end)
		}
		end += r.Length
	}
	for _, label := range report.Map.Labels {
		sum += label.Bytes
	}
	if end != size || sum != size || report.Map.Size != size {
		t.Errorf("ranges end at %d, labels sum to %d, size %d; want %d", end, sum, report.Map.Size, size)
	}
}
