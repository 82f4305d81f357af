package onnx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// defaultMemory is how much a model may take without its weights. One of 100,000 nodes takes some 120 MB.
const defaultMemory = 1 << 30

// Option changes how Read and Open work.
type Option func(*settings)

type settings struct {
	folder fs.FS
	memory int64
}

// WithFolder names the folder of the model, in which external data lies. Its files have to be io.ReaderAt,
// as those of os.Root.FS, os.DirFS, embed.FS and fstest.MapFS are. os.Root.FS keeps symbolic links inside.
func WithFolder(folder fs.FS) Option { return func(s *settings) { s.folder = folder } }

// WithMemory limits how many bytes of memory the model may take, weights excluded. The default is 1 GiB.
func WithMemory(bytes int64) Option { return func(s *settings) { s.memory = bytes } }

// Read reads the structure of the model that fills the first size bytes of r. Weights are skipped; r is
// asked for them when a tensor's values are read or the model is written, so it has to stay open. External
// data is not looked at: CheckExternal does that.
//
// What cannot be read is a *FormatError, and so is a file that is something else.
func Read(ctx context.Context, r io.ReaderAt, size int64, options ...Option) (*Model, error) {
	s := settings{memory: defaultMemory}
	for _, option := range options {
		option(&s)
	}
	from := &source{r, size}
	files := &files{folder: s.folder}
	if size == 0 {
		return nil, &FormatError{Offset: -1, What: "an empty file"}
	}
	m := &Model{files: files}
	d := newDecoder(ctx, from, files, s.memory)
	err := d.model(m, span{from, 0, size})
	if err == nil && m.Graph == nil {
		err = &FormatError{Offset: -1, What: "no graph in it"}
	}
	if errors.Is(err, ErrMalformed) {
		if what := identify(ctx, from); what != "" {
			err = &FormatError{Offset: -1, What: what + ", not an ONNX model"}
		}
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

func mebibytes(n int64) string { return fmt.Sprintf("%d MiB", n>>20) }
