// Package npy reads arrays that numpy saved: .npy files, and those by name in a folder or in a .npz file. It
// reads what describes an array; the numbers are left to whoever knows how large they may be. (Go packages for
// the format read whole arrays, and none with 16-bit floating-point numbers.)
package npy
