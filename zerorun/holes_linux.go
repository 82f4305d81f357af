package zerorun

// Values of whence for lseek(2).
const (
	seekData = 3
	seekHole = 4
)
