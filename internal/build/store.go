package build

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/planlint/planlint/internal/replace"
	"github.com/planlint/planlint/internal/sparse"
	"github.com/planlint/planlint/zerorun"
)

// store is where the bytes of a plan go, and where they are read from when finish has been called.
type store interface {
	io.Writer
	io.ReaderAt
	io.Closer
	Size() int64

	finish() error
	keep() error
}

func newStore(output string, overwrite bool) (store, error) {
	if output == "" {
		return newTemporary()
	}
	file, err := replace.Create(output, overwrite)
	if err != nil {
		return nil, err
	}
	return &kept{to: file}, nil
}

// kept is a plan that gets a name in the end.
type kept struct {
	*zerorun.File // nil before finish
	to            *replace.File
	from          *os.File
}

func (k *kept) Write(data []byte) (int, error) { return k.to.Write(data) }

// finish opens the file a second time: the first one is closed when it gets its name.
func (k *kept) finish() (err error) {
	if k.from, err = os.Open(k.to.Name()); err == nil {
		k.File, err = zerorun.NewFile(k.from)
	}
	if err != nil {
		return fmt.Errorf("the plan cannot be read back: %w", k.to.Named(err))
	}
	return nil
}

func (k *kept) keep() error {
	if err := k.to.Commit(); err != nil {
		return fmt.Errorf("the plan could not be kept: %w", err)
	}
	return nil
}

// Close removes a plan that has no name yet.
func (k *kept) Close() error {
	err := k.to.Discard()
	if k.from != nil {
		err = errors.Join(err, k.from.Close())
	}
	return err
}

// temporary is a plan that is not kept. Its zeros take no disk.
type temporary struct {
	*zerorun.File // nil before finish
	writer        *sparse.Writer
	file          *os.File
}

func newTemporary() (*temporary, error) {
	file, err := sparse.Temporary("")
	if err != nil {
		return nil, sparse.NewTemporaryError(err)
	}
	writer, err := sparse.NewWriter(file)
	if err != nil {
		return nil, errors.Join(sparse.NewTemporaryError(err), file.Close())
	}
	return &temporary{writer: writer, file: file}, nil
}

func (t *temporary) Write(data []byte) (int, error) {
	n, err := t.writer.Write(data)
	return n, sparse.NewTemporaryError(err)
}

func (t *temporary) finish() error {
	err := t.writer.Finish()
	if err == nil {
		t.File, err = zerorun.NewFile(t.file)
	}
	return sparse.NewTemporaryError(err)
}

func (*temporary) keep() error { return nil }

func (t *temporary) Close() error { return t.file.Close() }
