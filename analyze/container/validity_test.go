package container

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
)

// TestRuntimeAgreesOnHeaders: a header that the runtime cannot read, planlint calls cut or no plan. The
// runtime looks at nothing else of the file, so whatever it accepts may still be damaged.
func TestRuntimeAgreesOnHeaders(t *testing.T) {
	for _, p := range rtx.Named(t, rtx.LeakyRelu) {
		whole, err := os.ReadFile(p.Path)
		if err != nil {
			t.Fatal(err)
		}
		files := [][]byte{whole, bytes.Replace(whole, []byte("vtrt"), []byte("xtrt"), 1), append([]byte("ptrt"), whole...)}
		for _, n := range []int{1, 4, 27, 28, 63, 64, 112, 1_000} {
			files = append(files, whole[:n])
		}
		dir := t.TempDir()
		paths := make([]string, len(files))
		for i, b := range files {
			paths[i] = filepath.Join(dir, fmt.Sprintf("%d.plan", i))
			if err := os.WriteFile(paths[i], b, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for i, bits := range rtx.Diagnostics(t, p.Version, paths...) {
			size := int64(len(files[i]))
			_, err := Parse(bytes.NewReader(files[i]), size)
			unreadable := errors.Is(err, ErrNotPlan) || (errors.Is(err, ErrTruncated) && size < p.HeaderSize)
			if malformed := bits&rtx.Malformed != 0; malformed != unreadable {
				t.Errorf("%s, file %d of %d bytes: the runtime says malformed %v, planlint %v", p.Version, i, size, malformed, err)
			}
		}
	}
}
