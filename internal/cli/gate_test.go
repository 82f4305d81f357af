package cli

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/result"
)

// readCounter counts how often each byte of a file is read.
type readCounter struct {
	of    io.ReaderAt
	mu    sync.Mutex
	reads []uint8
}

func (c *readCounter) ReadAt(p []byte, offset int64) (int, error) {
	n, err := c.of.ReadAt(p, offset)
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range n {
		c.reads[int(offset)+i]++
	}
	return n, err
}

// times says how many bytes were read once, twice and more often.
func (c *readCounter) times() (once, twice, more int64) {
	for _, n := range c.reads {
		switch n {
		case 0:
		case 1:
			once++
		case 2:
			twice++
		default:
			more++
		}
	}
	return once, twice, more
}

// TestGateReadsOnce: of a plan that passes, no byte is read twice, and none is left out. These plans are of real builders,
// and say in their headers which GPUs they are for.
func TestGateReadsOnce(t *testing.T) {
	for _, name := range []string{rtx.HeadBug, rtx.LargeWeights} {
		for _, plan := range rtx.Named(t, name) {
			file, err := os.Open(plan.Path)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			once, twice, more := timesRead(t, plan.Path, file, plan.Size)
			if once != plan.Size || twice > 0 || more > 0 {
				t.Errorf("%s of %d bytes: %d read once, %d twice, %d more often", plan.Path, plan.Size, once, twice, more)
			}
		}
	}
}

// TestGateReadsCodeAgain: these do not say it, so that what may be headers of machine code is looked at again: less than one
// byte in a thousand, and only once more.
func TestGateReadsCodeAgain(t *testing.T) {
	t.Parallel()
	for _, size := range []int64{20_000, 10_000_000, 40_000_000} {
		recipe := fixtures.Padded{Content: size, Version: [4]byte{8, 6, 1, 6}, Kernels: []string{"kernel"}}.Recipe(fixtures.InsideBehindEndTag)
		once, twice, more := timesRead(t, "a.plan", recipe, size)
		if once+twice != size || twice > size/1000 || more > 0 {
			t.Errorf("%d bytes: %d read once, %d twice, %d more often", size, once, twice, more)
		}
	}
}

// timesRead gates a plan and says how often its bytes were read.
func timesRead(t *testing.T, name string, of io.ReaderAt, size int64) (once, twice, more int64) {
	t.Helper()
	a := &app{now: time.Now}
	s := &settings{failOn: string(result.LevelError)}
	g, err := a.newGater(s, &gateFlags{noBaseline: true})
	if err != nil {
		t.Fatal(err)
	}
	counted := &readCounter{of: of, reads: make([]uint8, size)}
	in := analyze.Input{Name: name, Reader: counted, Size: size}
	all, err := g.look(entry{name: name, shown: name})(t.Context(), in, analyze.Options{Workers: 3})
	if err != nil || len(all) != 1 || all[0].err != nil {
		t.Fatalf("%+v, %v", all, err)
	}
	if got := all[0].results[0].result; got.Verdict != result.GatePass || got.Size != size {
		t.Fatalf("%+v", got)
	}
	return counted.times()
}

// TestGateNamesDuplicates: 4 MiB that a plan holds twice are named after a breach, and in every plan if that is asked for.
func TestGateNamesDuplicates(t *testing.T) {
	t.Parallel()
	data, err := fixtures.Large(fixtures.TagRTX, 20_000_000).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	copy(data[9_000_000:9_000_000+4<<20], data[1_000_000:1_000_000+4<<20])
	for _, test := range []struct {
		flags gateFlags
		want  []result.GateCauseKind
	}{
		{gateFlags{noBaseline: true}, nil},
		{gateFlags{noBaseline: true, deep: true}, []result.GateCauseKind{result.GateCauseDuplicates}},
		{gateFlags{noBaseline: true, most: optionalSize{Size: 1, given: true}}, []result.GateCauseKind{result.GateCauseDuplicates}},
	} {
		g, err := (&app{now: time.Now}).newGater(&settings{failOn: string(result.LevelError)}, &test.flags)
		if err != nil {
			t.Fatal(err)
		}
		in := analyze.Input{Name: "a.plan", Reader: bytes.NewReader(data), Size: int64(len(data))}
		all, err := g.look(entry{name: "a.plan", shown: "a.plan"})(t.Context(), in, analyze.Options{})
		if err != nil || len(all) != 1 || all[0].err != nil {
			t.Fatalf("%+v, %v", all, err)
		}
		var kinds []result.GateCauseKind
		for _, c := range all[0].results[0].result.Causes {
			kinds = append(kinds, c.Cause)
			if !strings.Contains(c.Why, "1 extra copy, 4,194,304 bytes (4 MiB), at offsets 1,000,000, 9,000,000") {
				t.Error(c.Why)
			}
		}
		if !slices.Equal(kinds, test.want) {
			t.Errorf("%+v: %v", test.flags, kinds)
		}
	}
}

// TestBaselineThatChangesMeanwhile: two programs that update a baseline at once do not lose what the other one wrote.
func TestBaselineThatChangesMeanwhile(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/planlint-baseline.json"
	first, err := openBaseline(path, true)
	if err != nil {
		t.Fatal(err)
	}
	second, err := openBaseline(path, true)
	if err != nil {
		t.Fatal(err)
	}
	update := func(f *baselineFile, name string) error {
		f.baseline.Update(result.BaselineEntry{Path: name, BaselineFacts: result.BaselineFacts{Size: 1}}, nil, time.Now(), false)
		return f.save()
	}
	if err := update(first, "a.plan"); err != nil {
		t.Fatal(err)
	}
	if err := update(second, "b.plan"); codeOf(err) != exitEnvironment {
		t.Errorf("the second one overwrote it: %v", err)
	}
	again, err := openBaseline(path, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := update(again, "b.plan"); err != nil || len(again.baseline.Entries()) != 2 {
		t.Errorf("%v, %+v", err, again.baseline.Entries())
	}
}
