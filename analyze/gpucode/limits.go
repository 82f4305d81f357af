package gpucode

// Limits that bound memory and time on any data, far above what real plans need: the largest plan looked at
// has under 3,000 kernels.
const (
	maxCandidates   = 1 << 15   // places that may start an image
	maxUnsure       = 1 << 15   // places where a magic is cut by the border of a block
	maxNames        = 4096      // kernel names in text
	maxNameLength   = 512       // bytes of a kernel name in text
	maxSymbolLength = 4096      // bytes of a kernel name in a symbol table, which may be mangled C++
	maxDemangled    = 12        // logarithm of the bytes of a name after demangling
	maxKernels      = 1 << 16   // kernels in all images
	maxNameBytes    = 4 << 20   // bytes of all kernel names
	maxSections     = 1 << 20   // sections of an ELF image
	maxSymbols      = 1 << 20   // symbols of an ELF image
	maxEntries      = 1 << 12   // entries of a fat binary
	maxUnpacked     = 4 << 20   // bytes of one fat binary entry, unpacked
	maxUnpackedAll  = 256 << 20 // bytes of all of them, one after the other
	demangleWork    = 4         // units of work for a byte of a symbol
	maxWork         = 1 << 26   // units of work on headers; an image of TensorRT 8.6.1 takes about 2,000
)
