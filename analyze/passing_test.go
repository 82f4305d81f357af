package analyze_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/zerorun"
)

// pass judges a plan whose bytes pass by in pieces of random size.
func pass(t *testing.T, recipe fixtures.Recipe, options analyze.Options, seed uint64) analyze.Report {
	t.Helper()
	passing := analyze.NewPassing(options)
	scanner, err := zerorun.New(passing.Settings())
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 0))
	piece := make([]byte, 300<<10)
	for offset := int64(0); offset < recipe.Size(); {
		part := piece[:min(recipe.Size()-offset, 1+random.Int64N(int64(len(piece))))]
		if random.IntN(4) == 0 { // also pieces that cut everything
			part = part[:1+len(part)%min(len(part), 20)]
		}
		if n, err := recipe.ReadAt(part, offset); n < len(part) {
			t.Fatal(err)
		}
		if _, err := scanner.Write(part); err != nil {
			t.Fatal(err)
		}
		offset += int64(len(part))
	}
	summary, err := scanner.Close()
	if err != nil {
		t.Fatal(err)
	}
	return passing.Judge(t.Context(), analyze.Input{Name: "a.plan", Reader: recipe, Size: recipe.Size()}, summary)
}

// TestPassing judges plans that pass by just as if they were read from a file.
func TestPassing(t *testing.T) {
	const mib = 1 << 20
	plans := []fixtures.Recipe{fixtures.Small(fixtures.TagTensorRT), fixtures.Small(fixtures.TagRTX), fixtures.SeedCleanHead(),
		fixtures.SeedCleanConvLeakyRelu(fixtures.VersionPadded)}
	for _, layout := range fixtures.Layouts() {
		plans = append(plans, fixtures.Padded{Content: 2 * mib, Zeros: 3*mib + 17, Version: fixtures.VersionPadded}.Recipe(layout))
	}
	damaged, err := fixtures.BadPlans()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range damaged {
		if d.Recipe.Size() > 0 && d.Recipe.Size() < 64*mib {
			plans = append(plans, d.Recipe)
		}
	}
	for _, recipe := range plans {
		checkPassing(t, recipe)
	}
}

// TestPassingRealPlans does the same with plans of real builders, which have machine code.
func TestPassingRealPlans(t *testing.T) {
	for _, p := range rtx.Plans(t) {
		data, err := os.ReadFile(p.Path)
		if err != nil {
			t.Fatal(err)
		}
		checkPassing(t, fixtures.Literal(p.Version+" "+p.Name, data))
	}
}

func checkPassing(t *testing.T, recipe fixtures.Recipe) {
	t.Helper()
	for seed, options := range []analyze.Options{{}, {MinRun: 32}, {MinRun: 1 << 40, NoLongest: true, NoKernels: true}, {ExpectSM: "75", ExpectVersion: "11.2"}} {
		want, err := analyze.Scan(t.Context(), analyze.Input{Name: "a.plan", Reader: recipe, Size: recipe.Size()}, options)
		if err != nil { // no plan, which is found out before anything is read
			continue
		}
		got := pass(t, recipe, options, uint64(seed))
		if len(want) != 1 || !reflect.DeepEqual(got.Scan, want[0].Scan) || !reflect.DeepEqual(got.Map, want[0].Map) || (got.Err == nil) != (want[0].Err == nil) {
			t.Errorf("%s, options %d: passing by gives\n%+v, %v\nand a scan\n%+v, %v", recipe.Name, seed, got.Scan, got.Err, want[0].Scan, want[0].Err)
		}
	}
}

// TestPassingNoPlan judges what is no plan as plain bytes, and says so.
func TestPassingNoPlan(t *testing.T) {
	for name, recipe := range map[string]fixtures.Recipe{
		"text": fixtures.Literal("text", []byte("no plan at all")).Append("", fixtures.Zeros("", 2<<20)), "nothing": fixtures.Literal("nothing", nil),
	} {
		got := pass(t, recipe, analyze.Options{}, 1)
		if !errors.Is(got.Err, analyze.ErrNotPlan) && !errors.Is(got.Err, analyze.ErrEmpty) {
			t.Errorf("%s: error %v", name, got.Err)
		}
		if got.Scan.Verdict != result.VerdictNotPlan || got.Scan.Zeros == nil || got.Scan.Zeros.Bytes != max(0, recipe.Size()-14) {
			t.Errorf("%s: %+v", name, got.Scan)
		}
	}
}
