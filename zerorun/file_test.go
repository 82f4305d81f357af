package zerorun

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// writeSparse makes a file of size bytes with data at offsets, else holes.
func writeSparse(t testing.TB, size int64, data map[int64][]byte) string {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "sparse"))
	if err != nil {
		t.Fatal(err)
	}
	err = f.Truncate(size)
	for offset, p := range data {
		_, errAt := f.WriteAt(p, offset)
		err = errors.Join(err, errAt)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

func scanPath(ctx context.Context, path string, o Options) (answer, error) {
	var a answer
	var err error
	a.Summary, err = ScanFile(ctx, path, a.collecting(o))
	return a, err
}

func TestFilesWithHoles(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	const size = 18 << 20
	random := filled(1 << 20)
	for name, data := range map[string]map[int64][]byte{
		"no data":            nil,
		"hole at the head":   {size - 1<<20: random},
		"hole at the tail":   {0: random},
		"hole in the middle": {0: random, size - 1<<20: random},
		"zeros are written":  {0: random, 1 << 20: make([]byte, 2<<20), 10 << 20: make([]byte, 1<<20), 11 << 20: random[:5]},
		"many holes":         {0: {1}, 1 << 20: {2}, 3<<20 + 77: {3}, 9 << 20: mixed(r, 3<<20), 15 << 20: {4}},
	} {
		path := writeSparse(t, size, data)
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, minRun := range []int64{1, 4096} {
			for _, workers := range []int{1, 3} {
				got, err := scanPath(t.Context(), path, Options{MinRun: minRun, Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				got.check(t, name, reference(content, minRun, false))
			}
		}
	}
}

// Forty runs in 20 GiB: as fast as the file has data, and offsets do not fit
// into 32 bits.
func TestHugeSparseFile(t *testing.T) {
	const size, parts = 20 << 30, 40
	data := make(map[int64][]byte)
	var want []Run
	for i := range int64(parts) {
		at := size / parts * i
		data[at] = []byte{1, 2, 3}
		want = append(want, Run{at + 3, size/parts - 3})
	}
	path := writeSparse(t, size, data)
	observed := int64(0)
	o := Options{Workers: 1, Observe: func(_ int64, p []byte) { observed += int64(len(p)) }}
	if !knowsHoles(t, path) {
		t.Skip("this file system, or system, does not tell its holes: would read 20 GiB")
	}
	got, err := scanPath(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	checkRuns(t, "40 runs", got.list, want)
	if got.Zeros != size-3*parts || got.Longest != want[0] || observed > parts*1<<20 {
		t.Errorf("%+v, %d bytes were read", got.Summary, observed)
	}
}

// knowsHoles reports whether the holes of the file can be found.
func knowsHoles(t *testing.T, path string) bool {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	file, err := NewFile(f)
	if err != nil {
		t.Fatal(err)
	}
	_, end, err := file.NextData(0)
	return err == nil && end < file.Size()
}

func TestSection(t *testing.T) {
	const size = 12 << 20
	path := writeSparse(t, size, map[int64][]byte{1 << 20: filled(100), 6 << 20: filled(3 << 20)})
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	file, err := NewFile(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []stretch{{0, size}, {1<<20 + 50, 7 << 20}, {3, 5}, {10 << 20, size}, {5, 5}} {
		for _, source := range []io.ReaderAt{file, f} {
			section := NewSection(source, s.start, s.end-s.start)
			got, err := scanAt(t.Context(), section, section.Size(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			got.check(t, "section", reference(content[s.start:s.end], DefaultMinRun, false))
		}
	}
	if got, err := io.ReadAll(NewSection(file, 1<<20, 10)); err != nil || len(got) != 10 || got[0] != content[1<<20] {
		t.Errorf("read %v, %v", got, err)
	}
}

func TestFileThatChanges(t *testing.T) {
	const size = 12 << 20
	for name, change := range map[string]func(path string) error{
		"cut":      func(path string) error { return os.Truncate(path, size/2+1) },
		"emptied":  func(path string) error { return os.Truncate(path, 0) },
		"grown":    func(path string) error { return os.Truncate(path, size*2) },
		"modified": func(path string) error { return os.Chtimes(path, time.Time{}, time.Unix(1, 0)) },
	} {
		for _, sparse := range []bool{false, true} {
			data := map[int64][]byte{0: filled(size)}
			if sparse {
				data = map[int64][]byte{0: {1}, size / 4: {1}, size - 1: {1}}
			}
			path := writeSparse(t, size, data)
			first := true
			_, err := ScanFile(t.Context(), path, Options{Workers: 1, Observe: func(int64, []byte) {
				if first {
					first = false
					if err := change(path); err != nil {
						t.Error(err)
					}
				}
			}})
			if !errors.Is(err, ErrChanged) {
				t.Errorf("%s, sparse %v: %v", name, sparse, err)
			}
		}
	}
}

func TestWhatIsNoRegularFile(t *testing.T) {
	dir := t.TempDir()
	if _, err := ScanFile(t.Context(), dir, Options{}); err == nil {
		t.Error("a directory is scanned")
	}
	if _, err := ScanFile(t.Context(), filepath.Join(dir, "none"), Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	f, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := NewFile(f); err == nil {
		t.Error("a directory is a File")
	}
	empty := writeSparse(t, 0, nil)
	if got, err := ScanFile(t.Context(), empty, Options{}); err != nil || got != (Summary{LongestExact: true}) {
		t.Errorf("empty file: %+v, %v", got, err)
	}
}
