package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/planlint/planlint/analyze/verify"
	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/ort"
	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/widen"
)

// computedReference runs the model in ONNX Runtime, in more precision, on the inputs of each case.
type computedReference struct {
	client *worker.Client
	// model is the file of the one that computes in more precision, and title says which that is.
	model, title string
	inputs       []trt.Binding
	folder       string
	given        givenInputs
	ranges       map[string]tensor.Range

	// The outputs of one case.
	number  int
	outputs []trt.Tensor
	kept    *scratch
}

// computeReference starts ONNX Runtime and loads the model; nil if --ort is not given.
func (v *verifier) computeReference(ctx context.Context, a *subject, given givenInputs) (_ *computedReference, err error) {
	if v.flags.ort == "" {
		return nil, nil
	}
	r := &computedReference{folder: v.folder, given: given, ranges: v.flags.ranges, number: -1}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	if r.client, err = v.startORT(ctx); err != nil {
		return nil, about(v.flags.ort, err)
	}
	if err := r.load(ctx, v.flags.model); err != nil {
		return nil, about(v.flags.model, err)
	}
	for _, b := range r.inputs {
		if !slices.ContainsFunc(a.Bindings, func(of trt.Binding) bool { return of.Mode == trt.ModeInput && of.Name == b.Name }) {
			return nil, about(v.flags.model, &badArrayError{fmt.Sprintf("its input %s is none of the plan's: %s", b.Name, bindingNames(a, trt.ModeInput))})
		}
	}
	if r.kept, err = newScratch(v.folder, "reference-outputs"); err != nil {
		return nil, err
	}
	return r, nil
}

// ortWorker is the program that runs ONNX Runtime.
const ortWorker = "planlint-ort"

func (v *verifier) startORT(ctx context.Context) (*worker.Client, error) {
	return v.app.startORT(ctx, v.flags.ort, v.flags.ortWorker)
}

// startORT starts the ONNX Runtime in a folder with a worker; "" is the one that is found.
func (a *app) startORT(ctx context.Context, folder, program string) (*worker.Client, error) {
	library, err := ort.Find(folder)
	if err != nil {
		return nil, err
	}
	if program == "" {
		if program, err = core.New(a.machine()).Program(ortWorker); err != nil {
			return nil, fmt.Errorf("%w; docs/verify.md says how it is built", err)
		}
	} else if program, err = filepath.Abs(program); err != nil {
		return nil, err
	}
	return worker.Start(ctx, worker.Options{Path: program, Folder: filepath.Dir(library), Family: ort.Family})
}

// load writes the model in float64, and in float32 if ONNX Runtime has no kernels for that, and loads it.
func (r *computedReference) load(ctx context.Context, path string) error {
	var failures error
	for _, kind := range []onnx.DataType{onnx.Float64, onnx.Float32} {
		model, err := r.write(ctx, path, kind)
		if err != nil {
			return err
		}
		description, err := r.client.Inspect(ctx, worker.InspectRequest{Plan: model}, io.Discard)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			failures = errors.Join(failures, err)
			continue
		}
		r.model, r.title = model, fmt.Sprintf("ONNX Runtime %s in %s", r.client.Hello().Library, kind)
		for _, b := range description.Bindings {
			if b.Mode == trt.ModeInput {
				r.inputs = append(r.inputs, b)
			}
		}
		return nil
	}
	return fmt.Errorf("ONNX Runtime cannot run it: %w", failures)
}

// largeTensor is the size in bytes from which constants go into a file of their own: ONNX files end at 2 GiB.
const largeTensor = 1 << 20

// write writes the model in a type, with its constants, into the folder for this run.
func (r *computedReference) write(ctx context.Context, path string, kind onnx.DataType) (_ string, err error) {
	m, err := onnx.Open(ctx, path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	if err := widen.Model(ctx, m, kind); err != nil {
		return "", err
	}
	name := "reference-" + kind.String()
	if err := writeConstants(ctx, m, r.folder, name+".weights"); err != nil {
		return "", err
	}
	file, err := newScratch(r.folder, name+".onnx")
	if err != nil {
		return "", err
	}
	return file.file.Name(), errors.Join(onnx.Write(ctx, file, m), file.Close())
}

// writeConstants moves large constants, and those that lie outside of the model, into a file.
func writeConstants(ctx context.Context, m *onnx.Model, folder, name string) (err error) {
	file, err := newScratch(folder, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	offset := int64(0)
	for t := range m.Tensors() {
		if size, known := t.Bytes(); !known || size < largeTensor && t.External == nil {
			continue
		}
		written, err := t.WriteValues(ctx, file)
		if err != nil {
			return err
		}
		t.SetValues(nil)
		t.External = &onnx.External{Location: name, Offset: offset, Length: written}
		offset += written
	}
	return nil
}

// Output returns what an output should be. It runs the model when a case is asked about for the first time.
func (r *computedReference) Output(ctx context.Context, q verify.Question) (verify.Numbers, error) {
	if q.Case != r.number {
		if err := r.run(ctx, q); err != nil {
			return nil, err
		}
		r.number = q.Case
	}
	offset := int64(0)
	for _, t := range r.outputs {
		if t.Name != q.Output {
			offset += t.Bytes
			continue
		}
		if !slices.Equal(t.Shape, q.Shape) {
			return nil, &badArrayError{fmt.Sprintf("the model's has shape %s, the plan's %s", trt.ShapeText(t.Shape), trt.ShapeText(q.Shape))}
		}
		dtype, err := tensor.TypeOf(t.DType)
		if err != nil {
			return nil, err
		}
		return openNumbers{tensor.NewNumbers(io.NewSectionReader(r.kept, offset, t.Bytes), dtype)}, nil
	}
	return nil, verify.ErrNoReference
}

// openNumbers are part of a file that stays open.
type openNumbers struct{ *tensor.Numbers }

// Close does nothing.
func (openNumbers) Close() error { return nil }

// run runs the model on the inputs of a case.
func (r *computedReference) run(ctx context.Context, q verify.Question) error {
	request := worker.RunRequest{Plan: r.model, Shapes: map[string][]int64{}, Files: map[string]string{}, Runs: 1, Contexts: 1}
	for i, b := range r.inputs {
		at := slices.IndexFunc(q.Inputs, func(t verify.Tensor) bool { return t.Name == b.Name })
		if at < 0 {
			return fmt.Errorf("the plan has no input %s", b.Name)
		}
		path := filepath.Join(r.folder, fmt.Sprintf("reference-input-%d", i))
		if err := r.writeInput(path, q.Of, q.Inputs[at], b.DType); err != nil {
			return fmt.Errorf("input %s: %w", b.Name, err)
		}
		request.Shapes[b.Name], request.Files[b.Name] = q.Inputs[at].Shape, path
	}
	if err := r.kept.empty(); err != nil {
		return err
	}
	r.outputs = nil
	_, err := r.client.Run(ctx, request, func(list []trt.Tensor) (io.Writer, error) {
		r.outputs = slices.DeleteFunc(slices.Clone(list), func(t trt.Tensor) bool { return t.Mode != trt.ModeOutput })
		return r.kept, nil
	})
	return err
}

// Close ends ONNX Runtime.
func (r *computedReference) Close() error {
	if r.client != nil {
		r.client.Close()
	}
	if r.kept != nil {
		return r.kept.Close()
	}
	return nil
}
