package gpucode

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

func wholeWindow(data []byte) *window {
	return newWindow(bytes.NewReader(data), int64(len(data)), &work{left: maxWork})
}

// checkBounds checks what must hold of any plan: images inside of it, in order, apart; kernels inside.
func checkBounds(t *testing.T, found Found, size int64) {
	t.Helper()
	end := int64(0)
	for _, image := range found.Images {
		if image.Offset < end || image.Size <= 0 || image.Size > size-image.Offset {
			t.Fatalf("image %+v after %d of %d bytes", image, end, size)
		}
		end = image.Offset + image.Size
		for _, kernel := range image.Kernels {
			if kernel.Offset < image.Offset || kernel.Size < 0 || kernel.Offset+kernel.Size > end || kernel.Name == "" {
				t.Fatalf("kernel %+v outside of image %+v", kernel, image)
			}
		}
	}
	last := int64(0)
	for _, kernel := range found.Kernels {
		if kernel.Offset < last || kernel.Offset >= size {
			t.Fatalf("kernel %+v after %d of %d bytes", kernel, last, size)
		}
		last = kernel.Offset
	}
	if found.Complete != (found.Why == "") {
		t.Fatalf("complete %v, why %q", found.Complete, found.Why)
	}
}

func FuzzFinder(f *testing.F) {
	image := testELF{machine: machineCUDA, flags: 0x5a055a, kernels: []string{"a", "_Z6scale2Pff"}}.bytes()
	f.Add(append(noise(1, 50), image...), uint16(33))
	f.Add(testFatbin(90, image, testELF{machine: machineCUDA, stripped: true, kernels: []string{"b"}}.bytes()), uint16(100))
	f.Add([]byte("\n  function={ name=__myl_Tran fqn=__myl_Tran_0xd5b8e54c3bdbe32278919b3d4169ac50 args={"), uint16(7))
	f.Add([]byte(" runtime_fusion={ name=__myl_CorrMulMax input_args={ } __myl_CastMul_myl6_0 "), uint16(1))
	for _, friend := range falseFriends() {
		f.Add(friend, uint16(64))
	}
	f.Fuzz(func(t *testing.T, plan []byte, block uint16) {
		found := observe(t, plan, 1+int(block))
		checkBounds(t, found, int64(len(plan)))
		whole := observe(t, plan, len(plan)+1)
		if !equalFound(found, whole) {
			t.Fatalf("in blocks of %d: %+v\nwhole: %+v", 1+int(block), found, whole)
		}
	})
}

func FuzzELF(f *testing.F) {
	for _, kernels := range [][]string{nil, {"a"}, {"long_name_of_a_kernel", "b"}} {
		f.Add(testELF{machine: machineCUDA, flags: 0x6006402, kernels: kernels}.bytes())
		f.Add(testELF{machine: machineCUDA, kernels: kernels, stripped: true}.bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		w := wholeWindow(data)
		image, err := readELF(w)
		if (err == nil) == (image == nil) {
			t.Fatalf("image %v, error %v", image, err)
		}
		if err != nil {
			if !errors.Is(err, errNotImage) && !errors.Is(err, errWork) {
				t.Fatalf("bytes in memory, but %v", err)
			}
			return
		}
		if image.size < elfHeaderSize || image.size > int64(len(data)) {
			t.Fatalf("size %d of %d bytes", image.size, len(data))
		}
		if _, err := image.sm(w); err != nil {
			t.Fatal(err)
		}
		err = image.kernels(w, func(name string, offset, size int64) bool {
			if name == "" || offset < 0 || size < 0 || offset+size > image.size {
				t.Fatalf("kernel %q at %d, %d bytes, in an image of %d", name, offset, size, image.size)
			}
			return true
		})
		if err != nil && !errors.Is(err, errWork) && !errors.Is(err, errNotImage) {
			t.Fatal(err)
		}
	})
}

func FuzzFatbin(f *testing.F) {
	image := testELF{machine: machineCUDA, flags: 0x5a055a, kernels: []string{"a"}}.bytes()
	packed := testFatbin(90, image)
	packed[fatbinHeaderSize+41] |= entryLZ4 >> 8
	f.Add(testFatbin(90, image, image))
	f.Add(packed)
	f.Fuzz(func(t *testing.T, data []byte) {
		size, entries, err := readFatbin(wholeWindow(data))
		if (err == nil) == (len(entries) == 0) {
			t.Fatalf("%d entries, error %v", len(entries), err)
		}
		if size > int64(len(data)) {
			t.Fatalf("size %d of %d bytes", size, len(data))
		}
		for _, entry := range entries {
			if entry.offset < 0 || entry.size < 0 || entry.offset+entry.size > size {
				t.Fatalf("entry %+v of %d bytes", entry, size)
			}
		}
		finder := NewFinder()
		finder.Observe(0, data)
		found, err := finder.Finish(context.Background(), bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		checkBounds(t, found, int64(len(data)))
	})
}

func FuzzLZ4(f *testing.F) {
	f.Add([]byte("\x10a\x01\x00"), uint16(9))
	f.Add([]byte("\x50hello"), uint16(5))
	f.Fuzz(func(t *testing.T, source []byte, size uint16) {
		target := make([]byte, size)
		if err := unpackLZ4(target, source); err != nil && !errors.Is(err, errLZ4) {
			t.Fatal(err)
		}
	})
}

// Symbols come out of a plan: demangling one must neither fail nor grow beyond bounds.
func FuzzDemangled(f *testing.F) {
	f.Add("_Z6scale2Pff")
	f.Add("__nv_static_93__81f9ddaa_71_a_cu_b726baf5__ZN8xmma_trt13implicit_gemm24cuda_reorder_hmma_filterEv")
	f.Add("_ZN7cutlass6KernelINS_4gemm6kernel4GemmIiEEEEvNT_6ParamsE")
	f.Add("_Z1fIiEDTcl1gfp_EET_" + strings.Repeat("S0_", 500))
	f.Fuzz(func(t *testing.T, symbol string) {
		if len(symbol) > maxSymbolLength {
			return
		}
		if name := demangled(symbol); len(name) > max(len(symbol), 2<<maxDemangled) {
			t.Fatalf("%d bytes from %d", len(name), len(symbol))
		}
	})
}

func equalFound(a, b Found) bool {
	return equalKernels(a.Kernels, b.Kernels) && len(a.Images) == len(b.Images) && a.Complete == b.Complete
}

func equalKernels(a, b []Kernel) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
