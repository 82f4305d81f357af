package onnx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path"
	"strings"
	"sync"
)

// ExternalError says why the data that a tensor has outside the model cannot be used. It is ErrExternal, and
// fs.ErrNotExist if the file is missing.
type ExternalError struct {
	// Tensor is the tensor's name, and Location what the model says of the file.
	Tensor, Location string
	// What says in a few words what is wrong.
	What string
	// Err is the reason, if the system gave one.
	Err error
}

func (e *ExternalError) Error() string {
	return fmt.Sprintf("external data of tensor %q: %q %s", e.Tensor, e.Location, e.What)
}

// Is reports whether target is ErrExternal.
func (e *ExternalError) Is(target error) bool { return target == ErrExternal }

// Unwrap returns the reason.
func (e *ExternalError) Unwrap() error { return e.Err }

// ExitCode is the exit status of a run that could not judge its input.
func (e *ExternalError) ExitCode() int { return exitNoJudgement }

// files opens what holds external data of a model, each file once, and only within the model's folder.
type files struct {
	folder fs.FS
	owned  closers // what Open opened
	mutex  sync.Mutex
	open   map[string]*dataFile
}

// dataFile is an open file, or why there is none.
type dataFile struct {
	io.ReaderAt
	size int64
	file fs.File
	what string
	err  error
}

// closers are closed together.
type closers []io.Closer

// Close closes all of them.
func (c closers) Close() error {
	var all []error
	for _, one := range c {
		all = append(all, one.Close())
	}
	return errors.Join(all...)
}

// Close closes the files that were opened, but not the reader that Read was given. What was read of the
// model stays usable, except for values of tensors.
func (m *Model) Close() error { return m.files.close() }

func (f *files) close() error {
	if f == nil {
		return nil
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	all := f.owned
	for _, file := range f.open {
		if file.file != nil {
			all = append(all, file.file)
		}
	}
	f.open, f.owned = nil, nil
	return all.Close()
}

func (f *files) get(location string) *dataFile {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if known := f.open[location]; known != nil {
		return known
	}
	file := f.openFile(location)
	if f.open == nil {
		f.open = map[string]*dataFile{}
	}
	f.open[location] = file
	return file
}

func (f *files) openFile(location string) *dataFile {
	name, ok := cleanLocation(location)
	if !ok {
		return &dataFile{what: "lies outside the model's folder"}
	}
	file, err := f.folder.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &dataFile{what: "is not in the model's folder", err: err}
	case err != nil:
		return &dataFile{what: "cannot be opened: " + reason(err), err: err}
	}
	info, err := file.Stat()
	at, random := file.(io.ReaderAt)
	if err != nil || !info.Mode().IsRegular() || !random {
		file.Close()
		return &dataFile{what: "is no regular file", err: err}
	}
	return &dataFile{ReaderAt: at, size: info.Size(), file: file}
}

// reason is the cause in an error about a path, which its reader knows already.
func reason(err error) string {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}

// cleanLocation returns a location as fs.FS wants it, false if it leads out of the folder. Models written on
// Windows have backslashes, and a drive there is a way out.
func cleanLocation(location string) (string, bool) {
	location = strings.ReplaceAll(location, `\`, "/")
	if strings.ContainsAny(location, ":\x00") || strings.HasPrefix(location, "/") {
		return "", false
	}
	location = path.Clean(location)
	return location, fs.ValidPath(location) && location != "."
}

// external returns the data of a tensor that lies in a file of its own, checked against the file's size.
func (t *Tensor) external() (*io.SectionReader, error) {
	e := t.External
	fail := func(what string, err error) error {
		return &ExternalError{Tensor: t.Name, Location: e.Location, What: what, Err: err}
	}
	if t.files == nil || t.files.folder == nil {
		return nil, fail("cannot be found: the model's folder is not known", nil)
	}
	file := t.files.get(e.Location)
	if file.what != "" {
		return nil, fail(file.what, file.err)
	}
	length := e.Length
	if length < 0 {
		known, ok := t.Bytes()
		if !ok {
			known = max(file.size-e.Offset, 0)
		}
		length = known
	}
	if e.Offset < 0 || e.Offset > file.size || length > file.size-e.Offset {
		return nil, fail(fmt.Sprintf("has %d bytes, too few for %d bytes at offset %d", file.size, length, e.Offset), nil)
	}
	return io.NewSectionReader(file, e.Offset, length), nil
}

// CheckExternal makes sure that all external data is there: in the model's folder and long enough. It
// reads none of it. What is wrong is an *ExternalError.
func (m *Model) CheckExternal(ctx context.Context) error {
	for t := range m.Tensors() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if t.External == nil {
			continue
		}
		if _, err := t.external(); err != nil {
			return err
		}
	}
	return nil
}

// Tensors returns all constants of a model: initializers, the parts of sparse ones, and attributes, in
// nested graphs and in functions too.
func (m *Model) Tensors() iter.Seq[*Tensor] {
	return func(yield func(*Tensor) bool) {
		if m.Graph != nil && !m.Graph.tensors(yield) {
			return
		}
		for _, f := range m.Functions {
			if !tensorsOf(f.Defaults, yield) || !nodeTensors(f.Nodes, yield) {
				return
			}
		}
	}
}

func (g *Graph) tensors(yield func(*Tensor) bool) bool {
	for _, t := range g.Initializers {
		if !yield(t) {
			return false
		}
	}
	return sparseTensors(g.SparseInitializers, yield) && nodeTensors(g.Nodes, yield)
}

func nodeTensors(nodes []*Node, yield func(*Tensor) bool) bool {
	for _, n := range nodes {
		if !tensorsOf(n.Attributes, yield) {
			return false
		}
	}
	return true
}

func sparseTensors(list []*SparseTensor, yield func(*Tensor) bool) bool {
	for _, s := range list {
		for _, t := range []*Tensor{s.Values, s.Indices} {
			if t != nil && !yield(t) {
				return false
			}
		}
	}
	return true
}

func tensorsOf(attributes []*Attribute, yield func(*Tensor) bool) bool {
	for _, a := range attributes {
		more := true
		switch v := a.Value.(type) {
		case *Tensor:
			more = yield(v)
		case []*Tensor:
			for i := 0; i < len(v) && more; i++ {
				more = yield(v[i])
			}
		case *SparseTensor:
			more = sparseTensors([]*SparseTensor{v}, yield)
		case []*SparseTensor:
			more = sparseTensors(v, yield)
		}
		for _, g := range a.graphs() {
			more = more && g.tensors(yield)
		}
		if !more {
			return false
		}
	}
	return true
}
