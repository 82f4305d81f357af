package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/analyze/inspect"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
)

// layerFlags say where the layers of plans come from: a TensorRT that is asked, or files.
type layerFlags struct {
	ask      bool
	wheres   []string // --trt
	worker   string
	plugins  []string
	hostCode bool

	from, times []string
}

// add adds the flags; from is the usage of --layers-from, and which says which plan a --trt is for.
func (f *layerFlags) add(set *pflag.FlagSet, from, which string) {
	addToggle(set, &f.ask, "layers", "", "ask TensorRT for the layers")
	set.Var(newNames(&f.wheres), "trt", "ask the TensorRT in this `FOLDER`, or of this name"+which+" (default: of the plan's version)")
	set.Var(newName(&f.worker), "worker", "use this `PROGRAM` as the worker")
	set.Var(newNames(&f.plugins), "plugin", "load this plugin `LIBRARY` before the plan (repeatable)")
	addToggle(set, &f.hostCode, "host-code", "", "let code for the processor that is in a plan run; it can do whatever you can")
	set.Var(newNames(&f.from), "layers-from", from)
}

func (f *layerFlags) addTimes(set *pflag.FlagSet) {
	set.Var(newNames(&f.times), "times-from", "add the times in `FILE`, from trtexec --exportProfile or --exportTimes (repeatable)")
}

// check refuses flags that make no sense together, files that cannot be of all inputs, and standard input that is
// read twice.
func (f *layerFlags) check(inputs []entry) error {
	if err := f.checkSource(); err != nil {
		return err
	}
	files := slices.Concat(f.from, f.times)
	switch {
	case len(f.wheres) > 1:
		return usagef("--trt is given %d times, and one TensorRT is asked", len(f.wheres))
	case len(files) == 0:
		return nil
	case len(f.from) > 1:
		return usagef("--layers-from is given %d times, and a plan has one list of layers", len(f.from))
	case len(inputs) > 1:
		return usagef("--layers-from and --times-from are of one plan, and %d are named", len(inputs))
	}
	for _, in := range inputs {
		files = append(files, in.name)
	}
	return readOnce(files)
}

// checkBoth is check for two plans.
func (f *layerFlags) checkBoth(names [2]string) error {
	if err := f.checkSource(); err != nil {
		return err
	}
	switch {
	case len(f.wheres) > 2:
		return usagef("--trt is given %d times, and there are two plans", len(f.wheres))
	case len(f.from) == 0:
		return nil
	case len(f.from) == 2:
		return readOnce(append(names[:], f.from...))
	}
	return usagef("--layers-from is given %d times, and there are two plans: the first is for OLD, the second for NEW", len(f.from))
}

// checkSource wants layers from one place.
func (f *layerFlags) checkSource() error {
	switch {
	case f.ask && len(f.from) > 0:
		return usagef("--layers asks TensorRT, and --layers-from reads a file: choose one")
	case !f.ask && (len(f.wheres) > 0 || f.worker != "" || len(f.plugins) > 0 || f.hostCode):
		return usagef("--trt, --worker, --plugin and --host-code are for --layers")
	}
	return nil
}

// where is what --trt names for one of two plans: once is for both.
func (f *layerFlags) where(plan int) string {
	if len(f.wheres) == 0 {
		return ""
	}
	return f.wheres[min(plan, len(f.wheres)-1)]
}

// readOnce refuses names of files that cannot all be read.
func readOnce(files []string) error {
	streams := 0
	for _, name := range files {
		switch name {
		case "":
			return usagef("an empty name is no file")
		case input.Stdin:
			streams++
		}
	}
	if streams > 1 {
		return usagef("standard input can be read only once")
	}
	return nil
}

// fileError is an error of a file that is not an input of the command by itself.
type fileError struct {
	file string
	error
}

func (e *fileError) Unwrap() error { return e.error }

// openSaved opens a file of layers or times, hands it to read, and closes it.
func (a *app) openSaved(ctx context.Context, name string, read func(io.Reader) error) error {
	source, err := input.Open(ctx, name, input.Options{Stdin: a.stdin})
	if err == nil {
		if source.Size() == 0 {
			err = analyze.ErrEmpty
		} else {
			err = read(io.NewSectionReader(source, 0, source.Size()))
		}
		err = errors.Join(err, source.Changed(), source.Close())
	}
	if err != nil {
		return &fileError{input.DisplayName(name), err}
	}
	return nil
}

// readLayers reads a file of layers.
func (a *app) readLayers(ctx context.Context, name string) (layers result.Layers, err error) {
	err = a.openSaved(ctx, name, func(r io.Reader) (err error) {
		layers, err = inspect.Read(r)
		return err
	})
	layers.From = input.DisplayName(name)
	return layers, err
}

// addTimes adds the times of files to layers.
func (a *app) addTimes(ctx context.Context, names []string, layers *result.Layers) ([]result.NotChecked, error) {
	var skipped []result.NotChecked
	for _, name := range names {
		var times inspect.Times
		err := a.openSaved(ctx, name, func(r io.Reader) (err error) {
			if times, err = inspect.ReadTimes(r); err != nil {
				return err
			}
			unknown := inspect.AddTimes(layers, times)
			switch {
			case unknown > 0 && unknown == len(times.Layers):
				return errors.New("none of its layers is one of the plan's: it is of another plan")
			case unknown > 0:
				skipped = append(skipped, result.NotChecked{What: "times", Why: fmt.Sprintf("%d of %d layers in %s are none of the plan's", unknown, len(times.Layers), input.DisplayName(name))})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return skipped, nil
}
