package anchor

import (
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// A kernel that reads past the end of its data faults here: the page behind it cannot be read.
func TestKernelsStayInside(t *testing.T) {
	page := unix.Getpagesize()
	memory, err := unix.Mmap(-1, 0, 3*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(memory)
	for _, edge := range [][]byte{memory[:page], memory[2*page:]} {
		if err := unix.Mprotect(edge, unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	middle := memory[page : 2*page]
	for size := range 400 {
		for _, data := range [][]byte{middle[:size], middle[page-size:]} {
			if size >= 2 {
				copy(data[size-2:], "l_")
			}
			want := reference(data)
			for name, kernel := range kernels() {
				if got := collect(kernel, data); !slices.Equal(got, want) {
					t.Fatalf("%s: size %d: %v, want %v", name, size, got, want)
				}
			}
			clear(data)
		}
	}
}
