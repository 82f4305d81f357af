package compare

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/internal/result"
)

// naive compares byte by byte, in memory.
func naive(old, new []byte) result.ByteChanges {
	size := min(len(old), len(new))
	changes := result.ByteChanges{Compared: int64(size), OnlyOld: int64(len(old) - size), OnlyNew: int64(len(new) - size), MergeGap: mergeGap,
		Ranges: []result.ByteRange{}}
	last := -1
	for i := range size {
		if old[i] == new[i] {
			continue
		}
		if last < 0 || i-last-1 >= mergeGap {
			changes.Ranges = append(changes.Ranges, result.ByteRange{Offset: int64(i)})
		}
		current := &changes.Ranges[len(changes.Ranges)-1]
		current.Length = int64(i) + 1 - current.Offset
		current.Differing++
		changes.Differing++
		last = i
	}
	if len(changes.Ranges) > 0 {
		first := changes.Ranges[0].Offset
		changes.First = &first
	}
	changes.RangesTotal = int64(len(changes.Ranges))
	slices.SortStableFunc(changes.Ranges, func(a, b result.ByteRange) int { return cmp.Compare(b.Length, a.Length) })
	changes.Ranges = changes.Ranges[:min(len(changes.Ranges), keptRanges)]
	changes.RangesOmitted = changes.RangesTotal - int64(len(changes.Ranges))
	slices.SortFunc(changes.Ranges, func(a, b result.ByteRange) int { return cmp.Compare(a.Offset, b.Offset) })
	return changes
}

func inMemory(data []byte) Plan { return Plan{bytes.NewReader(data), int64(len(data))} }

// holey is a plan that calls some stretches of zeros holes.
type holey struct {
	*bytes.Reader
	data []byte
}

func (h holey) NextData(offset int64) (start, end int64, err error) {
	const page = 64
	empty := func(at int64) bool {
		return len(bytes.Trim(h.data[at:min(at+page, int64(len(h.data)))], "\x00")) == 0
	}
	size := int64(len(h.data))
	for start = offset; start < size && empty(start/page*page); start = (start/page + 1) * page {
	}
	if start >= size {
		return size, size, nil
	}
	for end = start; end < size && !empty(end/page*page); end = (end/page + 1) * page {
	}
	return start, min(end, size), nil
}

func compared(t interface {
	Helper()
	Fatal(...any)
}, old, new Plan) result.ByteChanges {
	t.Helper()
	var done int64
	changes, err := Bytes(context.Background(), old, new, func(n int64) { done += n })
	if err != nil {
		t.Fatal(err)
	}
	if done != min(old.Size, new.Size) {
		t.Fatal("progress is of", done, "bytes")
	}
	return changes
}

// twins draws two texts that are alike in most places.
func twins(t *rapid.T) (old, new []byte) {
	chunk := rapid.OneOf(
		rapid.SliceOfN(rapid.SampledFrom([]byte("\x00\x01a_")), 0, 300),
		rapid.Map(rapid.IntRange(0, 400), func(n int) []byte { return make([]byte, n) }),
		rapid.Map(rapid.IntRange(0, 9000), func(n int) []byte { return bytes.Repeat([]byte("x"), n) }),
	)
	old = bytes.Join(rapid.SliceOfN(chunk, 0, 12).Draw(t, "chunks"), nil)
	new = slices.Clone(old)
	for range rapid.IntRange(0, 40).Draw(t, "edits") {
		if len(new) == 0 {
			break
		}
		at := rapid.IntRange(0, len(new)-1).Draw(t, "at")
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			new = new[:at]
		case 1:
			new = append(new, old[min(at, len(old)):]...)
		default:
			end := min(len(new), at+rapid.IntRange(1, 30).Draw(t, "length"))
			for i := at; i < end; i++ {
				new[i] ^= byte(1 + i%3)
			}
		}
	}
	return old, new
}

func TestBytesProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new := twins(t)
		want := naive(old, new)
		for name, plans := range map[string][2]Plan{
			"no holes": {inMemory(old), inMemory(new)},
			"holes":    {{holey{bytes.NewReader(old), old}, int64(len(old))}, {holey{bytes.NewReader(new), new}, int64(len(new))}},
			"one":      {{holey{bytes.NewReader(old), old}, int64(len(old))}, inMemory(new)},
		} {
			got := compared(t, plans[0], plans[1])
			got.NamesOnly = false // TestNamesOnly
			if difference := gocmp.Diff(want, got); difference != "" {
				t.Fatalf("%s (-want +got):\n%s", name, difference)
			}
		}
	})
}

// TestBlocks has differences at the borders of blocks and strides, and more ranges than are kept.
func TestBlocks(t *testing.T) {
	old := bytes.Repeat([]byte{7}, 3*blockSize+5)
	new := slices.Clone(old)
	for _, at := range []int{0, 4095, 4096, blockSize - 1, blockSize, 2*blockSize - 1, 2*blockSize + 1, 3 * blockSize, 3*blockSize + 4} {
		new[at]++
	}
	for i := range 300 {
		for j := range 1 + i%7 {
			new[10_000+100*i+j]++
		}
	}
	want := naive(old, new)
	if got := compared(t, inMemory(old), inMemory(new)); gocmp.Diff(want, got) != "" || got.RangesOmitted == 0 {
		t.Errorf("(-want +got):\n%s", gocmp.Diff(want, got))
	}
}

func FuzzBytes(f *testing.F) {
	f.Add([]byte("abc"), []byte("abd"))
	f.Add([]byte("__myl_A_myl6_0\x00"), []byte("__myl_A_myl7_0\x00"))
	f.Add([]byte{}, []byte{0})
	f.Add(make([]byte, 200), append(make([]byte, 150), bytes.Repeat([]byte{1}, 50)...))
	f.Fuzz(func(t *testing.T, old, new []byte) {
		want := naive(old, new)
		got := compared(t, Plan{holey{bytes.NewReader(old), old}, int64(len(old))}, inMemory(new))
		if got.NamesOnly && (len(old) != len(new) || normalName(string(old)) != normalName(string(new))) {
			t.Errorf("%q and %q differ in more than names", old, new)
		}
		got.NamesOnly = false
		if difference := gocmp.Diff(want, got); difference != "" {
			t.Errorf("(-want +got):\n%s", difference)
		}
	})
}

func TestNamesOnly(t *testing.T) {
	const hash = "_0x9474fb0123456789abcdef0123456789"
	other := strings.NewReplacer("9", "3", "a", "e").Replace(hash)
	for _, test := range []struct {
		name, old, new string
		want           bool
	}{
		{"number", "\x00__myl_Cast_myl6_0\x00", "\x00__myl_Cast_myl7_1\x00", true},
		{"hash", "fqn=__myl_Mul" + hash + " args", "fqn=__myl_Mul" + other + " args", true},
		{"time", "nvrtc_prog_1694013261_cu_", "nvrtc_prog_1694013999_cu_", true},
		{"two in a range", "__myl_A_myl1_0(__myl_B_myl2_0)", "__myl_A_myl3_0(__myl_B_myl4_0)", true},
		{"name of another kernel", "\x00__myl_Cast_myl6_0\x00", "\x00__myl_Fast_myl7_0\x00", false},
		{"a byte right behind a name", "__myl_A_myl1_0\x00", "__myl_A_myl2_0\x01", false},
		{"a byte right before a name", "\x01__myl_A_myl1_0", "\x02__myl_A_myl2_0", false},
		{"a number that is no name's", "version_10\x00__myl_A_myl1_0", "version_11\x00__myl_A_myl1_0", false},
		{"binary", "\x01", "\x02", false},
		{"of other lengths", "__myl_A_myl1_0\x00", "__myl_A_myl10_0\x00", false},
		{"moved by a byte", "\x00__myl_A_myl1_0\x00\x00", "\x00\x00__myl_A_myl1_0\x00", false},
		{"the same", "__myl_A_myl1_0", "__myl_A_myl1_0", false},
		{"a name and far away a byte", "__myl_A_myl1_0" + strings.Repeat(".", 9000) + "x", "__myl_A_myl2_0" + strings.Repeat(".", 9000) + "y", false},
		{"behind a block", strings.Repeat(".", blockSize-8) + "__myl_A_myl1_0", strings.Repeat(".", blockSize-8) + "__myl_A_myl2_0", true},
	} {
		if got := compared(t, inMemory([]byte(test.old)), inMemory([]byte(test.new))); got.NamesOnly != test.want {
			t.Errorf("%s: %v, want %v", test.name, got.NamesOnly, test.want)
		}
	}
}

// counting counts the bytes that are read of a plan.
type counting struct {
	fixtures.Recipe
	read *int64
}

func (c counting) ReadAt(data []byte, offset int64) (int, error) {
	*c.read += int64(len(data))
	return c.Recipe.ReadAt(data, offset)
}

// TestHoles compares the padded plan of issue 4841 without reading its 5 GiB of zeros.
func TestHoles(t *testing.T) {
	padded, clean := fixtures.SeedPadded(fixtures.InsideBehindEndTag), fixtures.SeedCleanHead()
	var read int64
	plan := func(r fixtures.Recipe) Plan { return Plan{counting{r, &read}, r.Size()} }
	if got := compared(t, plan(padded), plan(padded)); got.Differing != 0 || got.Compared != 5_487_774_180 {
		t.Errorf("with itself: %+v", got)
	}
	longer := padded.Append("and a byte", fixtures.Literal("", []byte{1}))
	if got := compared(t, plan(padded), plan(longer)); got.Differing != 0 || got.OnlyNew != 1 {
		t.Errorf("with a byte more: %+v", got)
	}
	changed := padded.Cut(padded.Size()-1).Append("another end", fixtures.Literal("", []byte{1}))
	if got := compared(t, plan(padded), plan(changed)); got.Differing != 1 || *got.First != padded.Size()-1 {
		t.Errorf("with another end: %+v", got)
	}
	if got := compared(t, plan(clean), plan(padded)); got.OnlyNew != padded.Size()-clean.Size() {
		t.Errorf("with the clean plan: %+v", got)
	}
	if read > 32<<20 {
		t.Errorf("%d bytes were read", read)
	}
}

func TestBytesErrors(t *testing.T) {
	good := inMemory(make([]byte, 100))
	short := Plan{bytes.NewReader(make([]byte, 50)), 100}
	var read *ReadError
	if _, err := Bytes(t.Context(), good, short, nil); !errors.Is(err, io.ErrUnexpectedEOF) || !errors.As(err, &read) || !read.New {
		t.Errorf("a short new plan: %v", err)
	}
	if _, err := Bytes(t.Context(), short, good, nil); !errors.As(err, &read) || read.New {
		t.Errorf("a short old plan: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Bytes(ctx, good, good, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: %v", err)
	}
}

// TestCmp compares with what cmp says, where it is installed.
func TestCmp(t *testing.T) {
	program, err := exec.LookPath("cmp")
	if err != nil {
		t.Skip("skipped, there is no cmp to compare with")
	}
	folder := t.TempDir()
	pairs := rapid.Custom(func(t *rapid.T) [2][]byte {
		old, new := twins(t)
		return [2][]byte{old, new}
	})
	for seed := range 20 {
		pair := pairs.Example(seed)
		paths := [2]string{filepath.Join(folder, "old"), filepath.Join(folder, "new")}
		for i, data := range pair {
			if err := os.WriteFile(paths[i], data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		out, err := exec.Command(program, "-l", paths[0], paths[1]).Output()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
			t.Fatal(err)
		}
		var first int64
		lines := strings.Count(string(out), "\n")
		_, _ = fmt.Sscan(string(out), &first)
		got := compared(t, inMemory(pair[0]), inMemory(pair[1]))
		if got.Differing != int64(lines) || lines > 0 && *got.First != first-1 {
			t.Errorf("%d bytes differ, the first at %v; cmp says %d and %d", got.Differing, got.First, lines, first-1)
		}
	}
}
