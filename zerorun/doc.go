// Package zerorun finds the maximal runs of zero bytes in files, streams and
// byte slices, at about the speed at which memory can be read.
//
// A run is a stretch of zero bytes with a non-zero byte, or an end of the
// data, on each side. All sizes and offsets are in bytes.
//
//	[ScanFile]      a path: several workers, and holes of sparse files are not read
//	[ScanReaderAt]  anything with random access; [File] and [Section] know about holes
//	[ScanReader]    a pipe, a decompressor, a response body
//	[Scanner]       data that is pushed: an [io.Writer], for use beside other work
//
// All of them give the same [Summary] and the same runs, in the same order,
// whatever the number of workers and however the data is cut into blocks.
// Memory is bounded by a few megabytes whatever the data: runs go to
// [Options.Emit] as they are found and are never collected.
//
// On amd64 with AVX2 the inner loops are assembly; elsewhere, or with the
// build tag purego or GODEBUG=cpu.avx2=off, they are Go and give equal results.
package zerorun
