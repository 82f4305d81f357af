package core

import (
	"strings"

	"github.com/planlint/planlint/internal/trt"
)

// obstacle is why an installation can build nothing here, as far as that is known without starting it; empty:
// nothing is known to be in the way.
func (f *Finder) obstacle(in Installation) string {
	if in.Family == trt.RTX { // builds without a GPU
		return ""
	}
	if !f.HasGPU() {
		return "its builder needs an NVIDIA GPU, and there is none with a driver here"
	}
	if lacksKernels(in) {
		return "the builder's kernels are not in its folder"
	}
	return ""
}

// lacksKernels tells whether a folder has some of the builder's resources and none with kernels for a GPU:
// public packages come with the one for PTX alone.
func lacksKernels(in Installation) bool {
	for _, name := range in.Resources {
		if !strings.Contains(name, "_builder_resource_ptx") {
			return false
		}
	}
	return len(in.Resources) > 0
}
