// Package peer is what the scanner is compared with: the same job in C, with
// AVX2 intrinsics, compiled by gcc or clang.
package peer

/*
#cgo CFLAGS: -O3 -march=x86-64-v3 -Wall
#include "cscan.h"
*/
import "C"

import (
	"unsafe"

	"github.com/planlint/planlint/zerorun"
)

func start(data []byte) (*C.uint8_t, C.size_t) {
	return (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(data))), C.size_t(len(data))
}

// Scan finds runs of at least minRun bytes, 255 or more, in one call.
func Scan(data []byte, minRun int64) zerorun.Summary {
	s := C.cscan{min: C.uint64_t(minRun)}
	p, n := start(data)
	C.cscan_write(&s, p, n)
	C.cscan_close(&s)
	sum := zerorun.Summary{
		Bytes: int64(s.pos), Zeros: int64(s.zeros), Runs: int64(s.runs),
		Longest: zerorun.Run{Offset: int64(s.longest_at), Length: int64(s.longest)},
	}
	return sum
}

// Read only reads the data: the limit of the memory.
func Read(data []byte) bool {
	p, n := start(data)
	return C.cread_or(p, n) != 0
}
