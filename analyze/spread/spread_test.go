package spread_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/planlint/planlint/analyze/compare"
	"github.com/planlint/planlint/analyze/spread"
	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/internal/result"
)

// named is a plan with one kernel.
func named(t *testing.T, kernel string) []byte {
	t.Helper()
	data, err := fixtures.Padded{Content: 20_000, Version: fixtures.VersionClean, Kernels: []string{kernel}}.
		Recipe(fixtures.InsideBehindEndTag).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func asPlan(data []byte) compare.Plan {
	return compare.Plan{Reader: bytes.NewReader(data), Size: int64(len(data))}
}

func TestSpread(t *testing.T) {
	once, again, other := named(t, "__myl_MulMax_myl6_0"), named(t, "__myl_MulMax_myl8_1"), named(t, "__myl_MulMin_myl6_0")
	longer := append(bytes.Clone(once), 0, 0, 0, 0)
	var builds spread.Builds
	for i, plan := range []struct {
		sha256 string
		data   []byte
		first  bool
	}{{"a", once, true}, {"b", again, false}, {"a", once, false}, {"c", other, true}, {"d", longer, true}, {"b", again, false}} {
		first, err := builds.Add(t.Context(), plan.sha256, asPlan(plan.data))
		if err != nil || first != plan.first {
			t.Errorf("plan %d is the first of a group: %v, %v", i, first, err)
		}
		if got := builds.Spread(); (got == nil) != (i == 0) {
			t.Errorf("after %d plans: %+v", i+1, got)
		}
	}
	size := int64(len(once))
	got := builds.Spread()
	contents := []result.BuildContent{{SHA256: "a", Size: size, Builds: 2, Group: 1}, {SHA256: "b", Size: size, Builds: 2, Group: 1},
		{SHA256: "c", Size: size, Builds: 1, Group: 2}, {SHA256: "d", Size: size + 4, Builds: 1, Group: 3}}
	if !reflect.DeepEqual(got.Contents, contents) || got.Groups != 3 || got.Builds != 6 || got.Min != size || got.Max != size+4 {
		t.Errorf("%+v", got)
	}
	// One of six is 4 larger: the mean is 4/6 larger, and the sum of squares (4*5/6)^2 + 5*(4/6)^2 over 5.
	if mean, deviation := float64(size)+4.0/6, math.Sqrt((400.0/36+5*16.0/36)/5); math.Abs(float64(got.Mean)-mean) > 1e-9 ||
		math.Abs(float64(got.StandardDeviation)-deviation) > 1e-9 {
		t.Errorf("mean %v, standard deviation %v, want %v and %v", got.Mean, got.StandardDeviation, mean, deviation)
	}
}

// broken fails to be read.
type broken struct{ io.ReaderAt }

func (broken) ReadAt([]byte, int64) (int, error) { return 0, errors.New("no disk") }

func TestUnreadable(t *testing.T) {
	var builds spread.Builds
	if _, err := builds.Add(t.Context(), "a", compare.Plan{Reader: broken{}, Size: 4}); err != nil {
		t.Fatal(err) // nothing to compare with
	}
	if _, err := builds.Add(t.Context(), "b", asPlan([]byte("four"))); err == nil || !strings.Contains(err.Error(), "no disk") {
		t.Errorf("error %v", err)
	}
	if got := builds.Spread(); got != nil {
		t.Errorf("%+v, with one plan", got)
	}
}
