package onnx

import (
	"context"
	"errors"
	"os"
	"path/filepath"
)

// Open reads the model in a file and makes sure that its external data is there, in the folder of the file.
// The model has to be closed.
func Open(ctx context.Context, path string, options ...Option) (*Model, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	opened := closers{file, root}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	m, err := Read(ctx, file, info.Size(), append([]Option{WithFolder(root.FS())}, options...)...)
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	m.files.owned = opened
	if err := m.CheckExternal(ctx); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return m, nil
}
