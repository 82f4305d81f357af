// Package gpucode finds machine code in a plan, the GPUs it is for, and the names of its kernels.
//
// TensorRT plans hold kernels as ELF images of NVIDIA's own machine type and as fat binaries; plans of
// TensorRT-RTX hold no code yet and name the kernels in the compiler's text. docs/gpu-code.md has the
// layouts and on which versions they were measured. Nothing here trusts a byte: whatever has the magic of an
// image and not its structure is passed over, and all memory is bounded whatever the data.
package gpucode

// The kinds of images.
const (
	KindELF     = "elf"      // code for one GPU architecture
	KindFatbin  = "fatbin"   // code for several, PTX, often compressed
	KindHostELF = "host-elf" // code for the host's processor, as an embedded lean runtime is
)

// Image is machine code embedded in a plan. Offsets and sizes are bytes and count from the plan's start.
type Image struct {
	Kind   string
	Offset int64
	// Size is what the image's own headers say, to the byte; the padding behind it is not counted.
	Size int64
	// SM lists the architectures that the machine code is for, such as "90" or "90a", in the order of the
	// image; empty for host code and for PTX alone, which is compiled for the GPU that is there.
	SM []string
	// Compressed is true if some of the image's code could not be looked into.
	Compressed bool
	// Kernels are the entry points of the image's code, in a fat binary each once for all architectures;
	// those of host code are not looked for.
	Kernels []Kernel
}

// Kernel is a GPU kernel that a plan holds or names.
type Kernel struct {
	// Name is as the plan has it, demangled if it was a C++ symbol.
	Name string
	// Origin is one of the Origin constants, by the rules of OriginOf.
	Origin string
	// Offset is where the kernel's code starts; where its compressed image starts, if it is in one; where
	// its name starts, if the plan holds no code for it.
	Offset int64
	// Size is that of the code in bytes; 0 if there is none or if it is compressed.
	Size int64
}

// Found is all that a Finder found, in order of offset.
type Found struct {
	Images []Image
	// Kernels are those of the images and those that are only named. A name stands once for each piece of
	// code, and once if there is none.
	Kernels []Kernel
	// Complete is false if a limit cut the search short; Why then says which.
	Complete bool
	Why      string
}
