// Package core knows which TensorRTs and workers are on this machine, and installs what is missing. Finding
// reads folders and files, loads no library and starts no program; the one thing that may be asked, Python,
// is asked only by who says so.
package core
