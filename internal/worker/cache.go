package worker

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/planlint/planlint/internal/replace"
	"github.com/planlint/planlint/internal/trt"
)

// cache is a timing cache on its way to its file, which the worker only reads: a worker that is killed leaves no half
// of it.
type cache struct {
	*replace.File
	path string
	size int64
}

// newCache makes the path of the settings' timing cache absolute and starts its new file; nil: there is none.
func newCache(s *trt.Settings) (*cache, error) {
	if s.TimingCache == "" {
		return nil, nil
	}
	path, err := filepath.Abs(s.TimingCache)
	if err != nil {
		return nil, err
	}
	file, err := replace.Create(path, true)
	if err != nil {
		return nil, fmt.Errorf("the timing cache cannot be written: %w", err)
	}
	s.TimingCache = path
	return &cache{File: file, path: path}, nil
}

func (c *cache) Write(p []byte) (int, error) {
	n, err := c.File.Write(p)
	c.size += int64(n)
	return n, err
}

// commit gives the file its name.
func (c *cache) commit() error {
	if c == nil {
		return nil
	}
	if c.size == 0 {
		return &trt.BuildError{Cause: errors.New("TensorRT gave no timing cache for " + c.path)}
	}
	if err := c.Commit(); err != nil {
		return fmt.Errorf("the timing cache could not be kept: %w", err)
	}
	return nil
}
