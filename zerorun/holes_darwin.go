package zerorun

// Values of whence for lseek(2).
const (
	seekHole = 3
	seekData = 4
)
