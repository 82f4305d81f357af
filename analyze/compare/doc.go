// Package compare says how two plans differ: by their scan results, and byte by byte.
//
// It reads plans through io.ReaderAt in blocks, whatever their size, and holds no more of them.
package compare
