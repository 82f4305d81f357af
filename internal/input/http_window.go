package input

// The sizes of requests in bytes. The edges are small: what a plan is stands at its two ends.
const (
	edgeWindow   = 1 << 20
	innerWindow  = 1 << 20
	windowsAhead = 2 // requested before they are asked for, when the file is read in order
	windowsKept  = 4
)

// window is the bytes [start, end) of a file.
type window struct{ start, end int64 }

// windowAt is the window that holds a byte of a file.
func windowAt(offset, size int64) window {
	tail := max(size-edgeWindow, min(edgeWindow, size))
	switch {
	case offset < edgeWindow:
		return window{0, min(edgeWindow, size)}
	case offset >= tail:
		return window{tail, size}
	}
	start := offset / innerWindow * innerWindow
	return window{max(start, edgeWindow), min(start+innerWindow, tail)}
}
