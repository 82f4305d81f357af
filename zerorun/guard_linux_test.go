package zerorun

import (
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// guarded returns n bytes of memory between two pages that cannot be read:
// the program dies if anything before or after them is touched.
func guarded(t *testing.T, n int) []byte {
	t.Helper()
	page := os.Getpagesize()
	n = (n + page - 1) / page * page
	all, err := unix.Mmap(-1, 0, n+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	for _, guard := range [][]byte{all[:page], all[page+n:]} {
		if err := unix.Mprotect(guard, unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return all[page : page+n : page+n]
}

func TestNothingIsReadBesideTheData(t *testing.T) {
	memory := guarded(t, 4096)
	eachKernel(t, func(t *testing.T, k *kernel) {
		for n := range 700 {
			for _, data := range [][]byte{memory[:n:n], memory[len(memory)-n:]} {
				for _, content := range []byte{0, 1} {
					for i := range data {
						data[i] = content
					}
					if n > 0 {
						data[n/2] ^= 1
					}
					for _, minRun := range []int64{1, 5, 40, 200, 4096} {
						o := Options{MinRun: minRun}
						push(t, k, data, o, whole).check(t, fmt.Sprintf("%d bytes of %d", n, content), reference(data, minRun, false))
					}
					for _, grain := range []int64{1, 2, 4, 64, denseBlock} {
						k.count(data, grain)
					}
					k.prefix(data)
				}
			}
		}
	})
}
