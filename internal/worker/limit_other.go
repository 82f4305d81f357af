//go:build unix && !linux

package worker

import "github.com/planlint/planlint/internal/trt"

// limitMemory knows no limits here.
func limitMemory(_ int, bytes int64) error {
	if bytes <= 0 {
		return nil
	}
	return &trt.UnsupportedError{Feature: "a memory limit", MinVersion: "Linux"}
}
