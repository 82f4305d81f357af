//go:build !amd64 || purego

package zerorun

// bestKernel returns the fastest kernel for this processor.
func bestKernel() *kernel { return &words }

// kernels returns all that run on this processor.
func kernels() []*kernel { return []*kernel{&words} }
