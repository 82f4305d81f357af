package core

import (
	"fmt"
	"io"
	"os"
)

// shortFile is the most that is read of a file that is a few lines, in bytes.
const shortFile = 1 << 20

// readShort reads a small text file.
func readShort(path string) (string, error) {
	info, err := os.Stat(path) // opening a pipe would wait
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is no file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, shortFile))
	return string(data), err
}
