//go:build !purego

package zerorun

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// avx2 is the kernel in assembly: count_amd64.s and find_amd64.s.
var avx2 = kernel{name: "avx2", count: countVectors, prefix: prefixVectors, find: findVectors}

// bestKernel returns the fastest kernel for this processor.
func bestKernel() *kernel {
	if hasAVX2() {
		return &avx2
	}
	return &words
}

// kernels returns all that run on this processor.
func kernels() []*kernel {
	if hasAVX2() {
		return []*kernel{&words, &avx2}
	}
	return []*kernel{&words}
}

// hasAVX2 tells that the assembly can run here. x/sys/cpu asks whether the
// system saves the vector registers, too, and obeys GODEBUG=cpu.avx2=off.
// It does not know LZCNT, which a processor without it takes for another
// instruction and a virtual machine may hide.
func hasAVX2() bool {
	return cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT && hasLZCNT()
}

// hasLZCNT asks the processor, by CPUID.
//
//go:noescape
func hasLZCNT() bool

func countVectors(p []byte, grain int64) (done, zeros, before int) {
	return countAVX2(unsafe.SliceData(p), len(p), grain)
}

func prefixVectors(p []byte) int {
	n := prefixAVX2(unsafe.SliceData(p), len(p))
	if n%denseBlock == 0 { // all the whole blocks were zero: there may be more
		n += prefixWords(p[n:])
	}
	return n
}

func findVectors(f *finder, p []byte) (done, events int) {
	find := findShortAVX2
	if f.least > maskBlock {
		find = findLongAVX2
	}
	done, size := find(f, unsafe.SliceData(p), len(p))
	return done, size / int(unsafe.Sizeof(event{}))
}

// countAVX2 is kernel.count.
//
//go:noescape
func countAVX2(p *byte, n int, grain int64) (done, zeros, before int)

// prefixAVX2 counts the zero bytes at p, in whole dense blocks and the one
// in which they end.
//
//go:noescape
func prefixAVX2(p *byte, n int) int

// findLongAVX2 is kernel.find for f.least > maskBlock: of a block, only the
// zero bytes at its ends matter. size is that of the events, in bytes.
//
//go:noescape
func findLongAVX2(f *finder, p *byte, n int) (done, size int)

// findShortAVX2 is kernel.find for any f.least.
//
//go:noescape
func findShortAVX2(f *finder, p *byte, n int) (done, size int)
