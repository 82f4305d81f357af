package sparse

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

func newFile(t testing.TB) *os.File {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

func newWriter(t testing.TB, file *os.File) *Writer {
	t.Helper()
	w, err := NewWriter(file)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func readAll(t testing.TB, file *os.File) []byte {
	t.Helper()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(io.NewSectionReader(file, 0, info.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// patchwork is random data with stretches of zeros, whose borders lie near those of blocks as often as not.
func patchwork(random *rand.Rand) []byte {
	var data []byte
	for range 1 + random.IntN(12) {
		length := random.IntN(3 * BlockSize)
		if random.IntN(2) == 0 {
			length = random.IntN(5)*BlockSize + random.IntN(3) - 1
		}
		piece := make([]byte, max(length, 0))
		if random.IntN(2) == 0 {
			for i := range piece {
				piece[i] = byte(random.Uint32())
			}
		}
		data = append(data, piece...)
	}
	return data
}

func TestWriterKeepsEveryByte(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		data := patchwork(random)
		file := newFile(t)
		w := newWriter(t, file)
		for rest := data; len(rest) > 0; {
			n := min(1+random.IntN(3*BlockSize), len(rest))
			if zero := len(rest[:n]) - len(bytes.TrimLeft(rest[:n], "\x00")); zero > 0 && random.IntN(2) == 0 {
				n = zero
				if err := w.Skip(int64(n)); err != nil {
					t.Fatal(err)
				}
			} else if written, err := w.Write(rest[:n]); written != n || err != nil {
				t.Fatalf("Write of %d bytes = %d, %v", n, written, err)
			}
			rest = rest[n:]
		}
		if w.Size() != int64(len(data)) {
			t.Fatalf("round %d: size %d, want %d", round, w.Size(), len(data))
		}
		if err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		if got := readAll(t, file); !bytes.Equal(got, data) {
			t.Fatalf("round %d: %d bytes written, other %d bytes read", round, len(data), len(got))
		}
	}
}

func TestWriterLeavesHoles(t *testing.T) {
	file := newFile(t)
	w := newWriter(t, file)
	const size = 5 << 30
	if _, err := w.Write([]byte("head")); err != nil {
		t.Fatal(err)
	}
	if err := w.Skip(size / 2); err != nil {
		t.Fatal(err)
	}
	chunk := make([]byte, 1<<20)
	for range 64 { // zeros that come as data
		if _, err := w.Write(chunk); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Skip(size - w.Size()); err != nil {
		t.Fatal(err)
	}
	if err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	info, err := file.Stat()
	if err != nil || info.Size() != size {
		t.Fatalf("size %d, %v; want %d", info.Size(), err, int64(size))
	}
	if allocated, known := allocated(t, file); known && allocated > 1<<20 {
		t.Errorf("%d bytes allocated for 4 bytes of data", allocated)
	}
}

func TestWriterRefuses(t *testing.T) {
	file := newFile(t)
	w := newWriter(t, file)
	if err := w.Skip(-1); err == nil {
		t.Error("Skip(-1) succeeds")
	}
	if err := w.Skip(math.MaxInt64 - 1); err != nil {
		t.Error(err)
	}
	if err := w.Skip(2); err == nil {
		t.Error("a size beyond int64 succeeds")
	}
	if n, err := w.Write([]byte("ab")); err == nil || n != 0 {
		t.Errorf("Write beyond int64 = %d, %v", n, err)
	}
	full := newFile(t)
	if _, err := full.WriteString("full"); err != nil {
		t.Fatal(err)
	}
	if _, err := NewWriter(full); err == nil {
		t.Error("a file that is not empty is accepted")
	}
}

func TestTemporaryHasNoName(t *testing.T) {
	dir := t.TempDir()
	file, err := Temporary(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("kept"); err != nil {
		t.Fatal(err)
	}
	if got := string(readAll(t, file)); got != "kept" {
		t.Errorf("content %q", got)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 0 {
		t.Errorf("%d files left, %v", len(left), err)
	}
}
