package gpucode

import (
	"fmt"
	"slices"
	"testing"

	"github.com/planlint/planlint/fixtures/cuda"
)

var kernelNames = []string{"generatedNativePointwise", "_Z6scale2Pff", "sm80_xmma_fprop_implicit_gemm_f16f16"}

var shownNames = map[string]string{"_Z6scale2Pff": "scale2(float*, float)"}

// TestImagesOfRealAssemblers lays images of two CUDA versions at odd places among false friends, and asks
// cuobjdump what is in them.
func TestImagesOfRealAssemblers(t *testing.T) {
	tools := cuda.Find(t)
	for _, toolkit := range cuda.Toolkits {
		for i, target := range cuda.Targets(toolkit) {
			t.Run(fmt.Sprintf("CUDA %s SM %s", toolkit, target), func(t *testing.T) {
				t.Parallel()
				image := tools.Cubin(t, toolkit, target, kernelNames[:1+i%len(kernelNames)]...)
				plan := noise(uint64(i), 1000+13*i)
				offset := int64(len(plan))
				plan = append(plan, image...)
				for _, friend := range falseFriends() {
					plan = append(append(plan, friend...), byte(i))
				}
				found := observe(t, plan, 256<<10)
				if !found.Complete || len(found.Images) != 1 {
					t.Fatalf("found %+v, want one image", found)
				}
				got := found.Images[0]
				if got.Kind != KindELF || got.Offset != offset || got.Size != int64(len(image)) {
					t.Errorf("%s at %d, %d bytes; want elf at %d, %d", got.Kind, got.Offset, got.Size, offset, len(image))
				}
				if want := tools.SM(t, image); !slices.Equal(got.SM, want) || got.SM[0] != target {
					t.Errorf("SM %q, cuobjdump says %q, asked for %s", got.SM, want, target)
				}
				checkKernels(t, tools, image, got)
			})
		}
	}
}

// checkKernels compares an image's kernels with what cuobjdump lists.
func checkKernels(t *testing.T, tools cuda.Tools, image []byte, got Image) {
	t.Helper()
	code := tools.Code(t, image)
	symbols := tools.Kernels(t, image)
	if len(symbols) == 0 || len(symbols) != len(got.Kernels) {
		t.Fatalf("%d kernels, cuobjdump lists %q", len(got.Kernels), symbols)
	}
	for _, symbol := range symbols {
		want := Kernel{Name: symbol, Offset: got.Offset + code[symbol].Offset, Size: code[symbol].Size}
		if shown := shownNames[symbol]; shown != "" {
			want.Name = shown
		}
		want.Origin = OriginOf(want.Name)
		if !slices.Contains(got.Kernels, want) {
			t.Errorf("no %+v in %+v", want, got.Kernels)
		}
	}
}

// TestFatBinaries does the same with fat binaries in every form that fatbinary makes.
func TestFatBinaries(t *testing.T) {
	tools := cuda.Find(t)
	for _, mode := range cuda.CompressModes {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			fatbin := tools.Fatbin(t, mode,
				cuda.Entry{Kind: "elf", SM: "80", Content: tools.Cubin(t, "12", "80", kernelNames[:2]...)},
				cuda.Entry{Kind: "elf", SM: "90a", Content: tools.Cubin(t, "12", "90a", kernelNames[:2]...)},
				cuda.Entry{Kind: "elf", SM: "100a", Content: tools.Cubin(t, "13", "100a", kernelNames[:2]...)},
				cuda.Entry{Kind: "ptx", SM: "120", Content: []byte(cuda.PTX("120", kernelNames...))},
			)
			plan := append(noise(1, 777), fatbin...)
			plan = append(plan, noise(2, 999)...)
			found := observe(t, plan, 1000)
			if !found.Complete || len(found.Images) != 1 {
				t.Fatalf("found %+v, want one image", found)
			}
			got := found.Images[0]
			if got.Kind != KindFatbin || got.Offset != 777 || got.Size != int64(len(fatbin)) || got.Compressed {
				t.Errorf("%s at %d, %d bytes, compressed %v; want fatbin at 777, %d bytes, readable",
					got.Kind, got.Offset, got.Size, got.Compressed, len(fatbin))
			}
			if want := []string{"80", "90a", "100a"}; !slices.Equal(got.SM, want) {
				t.Errorf("SM %q, want %q", got.SM, want)
			}
			if files := tools.Files(t, fatbin); len(files) != 3 {
				t.Errorf("cuobjdump lists %q", files)
			}
			var names []string
			for _, kernel := range got.Kernels {
				names = append(names, kernel.Name)
				if mode == "none" == (kernel.Size == 0) && kernel.Name != kernelNames[2] {
					t.Errorf("%s has a size of %d", kernel.Name, kernel.Size)
				}
			}
			slices.Sort(names)
			if want := []string{"generatedNativePointwise", "scale2(float*, float)", kernelNames[2]}; !slices.Equal(names, want) {
				t.Errorf("kernels %q, want %q", names, want)
			}
		})
	}
}

// A fat binary for the family and for the exact architecture, by its entries' headers alone.
func TestArchitectureOfAnEntryHeader(t *testing.T) {
	tools := cuda.Find(t)
	for _, sm := range []string{"75", "89", "90a", "100f", "100a", "120f"} {
		fatbin := tools.Fatbin(t, "none", cuda.Entry{Kind: "elf", SM: sm, Content: tools.Cubin(t, "13", sm, "kernel")})
		_, entries, err := readFatbin(wholeWindow(fatbin))
		if err != nil || len(entries) != 1 || entries[0].sm != sm {
			t.Errorf("SM %s: %+v, %v", sm, entries, err)
		}
	}
}
