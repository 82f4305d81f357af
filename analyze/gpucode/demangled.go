package gpucode

import (
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// demangled returns what a C++ symbol stands for, cut where that is too long; what is none stays as it is.
//
// nvcc puts the name of the file before the symbol of a static kernel:
// __nv_static_93__de4c54e0_71_FILE_cu_b726baf5__ZN8xmma_trt... in TensorRT 8.6.1.
func demangled(symbol string) string {
	mangled := symbol
	if strings.HasPrefix(symbol, "__nv_static_") {
		if _, rest, ok := strings.Cut(symbol, "__Z"); ok {
			mangled = "_Z" + rest
		}
	}
	name, err := demangle.ToString(mangled, demangle.MaxLength(maxDemangled))
	if err != nil {
		return symbol
	}
	return name
}
