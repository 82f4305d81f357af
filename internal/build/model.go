package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
)

// Model says which model a plan is built from, and which inputs it has, if that can be read. Name is what results call
// it. What is no ONNX model is an error, and so is one whose weights are missing.
func Model(ctx context.Context, path, name string) (result.BuildModel, []Input, error) {
	model := result.BuildModel{File: name}
	var inputs []Input
	read, err := onnx.Open(ctx, path)
	var format *onnx.FormatError
	switch {
	case errors.As(err, &format), errors.Is(err, onnx.ErrExternal), errors.Is(err, os.ErrNotExist), errors.Is(err, os.ErrPermission), ctx.Err() != nil:
		return model, nil, err
	case err == nil: // else it may be one that TensorRT can read all the same
		inputs = inputsOf(read.Graph)
		locations := externalFiles(read)
		if err := read.Close(); err != nil {
			return model, nil, err
		}
		model.External = []result.ModelFile{}
		for _, location := range locations {
			file := result.ModelFile{Location: location}
			at := filepath.Join(filepath.Dir(path), filepath.FromSlash(strings.ReplaceAll(location, `\`, "/")))
			if file.Size, file.SHA256, err = Digest(ctx, at); err != nil {
				return model, nil, err
			}
			model.External = append(model.External, file)
		}
	}
	model.Size, model.SHA256, err = Digest(ctx, path)
	return model, inputs, err
}

// externalFiles lists the files with weights that a model names.
func externalFiles(m *onnx.Model) []string {
	var list []string
	for t := range m.Tensors() {
		if t.External != nil {
			list = append(list, t.External.Location)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Digest returns the size and the SHA-256 of a file.
func Digest(ctx context.Context, path string) (size int64, digest string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer file.Close()
	hash := sha256.New()
	if size, err = io.CopyBuffer(hash, &cancelled{ctx, file}, make([]byte, 256<<10)); err != nil {
		return 0, "", err
	}
	return size, hex.EncodeToString(hash.Sum(nil)), nil
}

// cancelled ends with its context.
type cancelled struct {
	ctx context.Context
	io.Reader
}

func (c *cancelled) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.Reader.Read(p)
}
