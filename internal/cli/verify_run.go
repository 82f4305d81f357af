package cli

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/planlint/planlint/analyze/verify"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/tensor"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// comparison is what runs the cases of two plans.
type comparison struct {
	*verifier
	subjects [2]*subject
	given    givenInputs
	kept     *scratch // A's outputs of one case
	judge    *verify.Verification
	bar      *progress
}

// compare runs all cases and judges them. Errors are *fileError, or of usage, or of the context.
func (v *verifier) compare(ctx context.Context, subjects [2]*subject, bar *progress) (done result.Verify, err error) {
	a := subjects[0]
	if err := v.checkNames(subjects); err != nil {
		return done, err
	}
	given, err := v.givenInputs(ctx, a)
	if err != nil {
		return done, err
	}
	options := verify.Options{Bind: v.flags.bind, Constant: v.flags.constant}
	title, end, err := v.reference(ctx, a, given, &options)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, end()) }()
	kept, err := newScratch(v.folder, "outputs")
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	c := &comparison{verifier: v, subjects: subjects, given: given, kept: kept, judge: verify.New(options), bar: bar}
	cases := v.plan(a, given)
	for i, one := range cases {
		if err := c.run(ctx, i, len(cases)-i, one); err != nil {
			return done, err
		}
	}
	if err := refuseZeros(subjects, c.judge.Outputs()); err != nil {
		return done, err
	}
	done = c.result(cases)
	done.Ran.Reference = title
	return done, nil
}

// reference opens --reference, or starts ONNX Runtime, if one of them is asked for. end is to be called at the end.
func (v *verifier) reference(ctx context.Context, a *subject, given givenInputs, options *verify.Options) (title string, end func() error, err error) {
	files, err := v.openReference(a, given)
	if err != nil {
		return "", nil, err
	}
	if files != nil {
		options.Reference = files
		return v.flags.reference, files.Close, nil
	}
	computed, err := v.computeReference(ctx, a, given)
	if err != nil {
		return "", nil, err
	}
	if computed != nil {
		options.Reference = computed
		return computed.title, computed.Close, nil
	}
	return "", func() error { return nil }, nil
}

// run runs both plans on the same inputs. left is how many cases there are from this one on.
func (c *comparison) run(ctx context.Context, number, left int, planned plannedCase) (err error) {
	one := c.judge.Case(planned.of, planned.seeded)
	defer func() { err = errors.Join(err, one.Close()) }()
	if err := c.kept.empty(); err != nil {
		return err
	}
	a, b := c.subjects[0], c.subjects[1]
	request := worker.RunRequest{
		Plan: a.path, Plugins: c.flags.plugins, HostCode: c.flags.hostCode, Shapes: planned.shapes, Profile: c.flags.profile, Select: planned.choice,
		Input: tensor.Recipe{Seed: planned.of.Seed, Distribution: planned.of.Distribution, Ranges: c.flags.ranges}, Files: c.given.files,
		Runs: int(c.flags.runs), Contexts: int(c.flags.contexts),
	}
	if planned.of.Distribution == filesOnly {
		request.Input.Distribution = "zeros" // for nothing
	}
	var tensors []trt.Tensor
	err = c.one(ctx, a, number, request, func(list []trt.Tensor) (*verify.Stream, error) {
		tensors = list
		if number == 0 {
			c.bar.expect(2 * int64(left) * outputBytes(list))
		}
		return one.A(ctx, tensorsOf(list), c.kept)
	})
	if err != nil {
		return err
	}
	err = c.one(ctx, b, number, c.forB(request, tensors), func(list []trt.Tensor) (*verify.Stream, error) { return one.B(ctx, tensorsOf(list), c.kept) })
	if err != nil {
		return err
	}
	c.judge.Add(one)
	return nil
}

// one runs a plan and notes where it disagrees with itself.
func (c *comparison) one(ctx context.Context, s *subject, number int, request worker.RunRequest, begin func([]trt.Tensor) (*verify.Stream, error)) error {
	var stream *verify.Stream
	ran, err := s.client.Run(ctx, request, func(list []trt.Tensor) (to io.Writer, err error) {
		stream, err = begin(list)
		return &counted{stream, c.bar}, err
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil:
		err = stream.Close()
	}
	if err != nil {
		return about(s.shown, err)
	}
	s.note(number, ran)
	return nil
}

// counted shows progress.
type counted struct {
	to  io.Writer
	bar *progress
}

func (c *counted) Write(data []byte) (int, error) {
	n, err := c.to.Write(data)
	c.bar.add(int64(n))
	return n, err
}

// forB asks B for the same as A: the same numbers, also where inputs have other names, in the same shapes.
func (c *comparison) forB(request worker.RunRequest, tensors []trt.Tensor) worker.RunRequest {
	request.Plan = c.subjects[1].path
	request.Shapes, request.Files, request.Input.As = map[string][]int64{}, map[string]string{}, map[string]string{}
	for _, t := range tensors {
		if t.Mode != trt.ModeInput {
			continue
		}
		name := t.Name
		if other, bound := c.flags.bind[t.Name]; bound {
			name = other
			request.Input.As[name] = t.Name
		}
		request.Shapes[name] = t.Shape
		if file, given := c.given.files[t.Name]; given {
			request.Files[name] = file
		}
	}
	return request
}

// note takes what a run says of whether the plan agrees with itself.
func (s *subject) note(number int, ran worker.RunResult) {
	s.executions += int64(ran.Runs) * int64(ran.Contexts)
	s.omitted += ran.Omitted
	var executions [][2]int
	for _, d := range ran.Differing {
		if at := [2]int{d.Context, d.Run}; !slices.Contains(executions, at) {
			executions = append(executions, at)
		}
		seen := result.SelfDifference{Output: d.Tensor, Elements: d.Elements, Unwritten: d.Unwritten, Shape: d.Shape, Case: number, Context: d.Context, Run: d.Run}
		i := slices.IndexFunc(s.self, func(other result.SelfDifference) bool { return other.Output == d.Tensor })
		if i < 0 {
			i = len(s.self)
			s.self = append(s.self, seen)
		}
		seen.Executions = s.self[i].Executions + 1
		if s.self[i].Shape == nil && (seen.Shape != nil || seen.Elements > s.self[i].Elements) {
			s.self[i] = seen
		}
		s.self[i].Executions = seen.Executions
	}
	s.differing += int64(len(executions))
}

func tensorsOf(list []trt.Tensor) []verify.Tensor {
	tensors := make([]verify.Tensor, len(list))
	for i, t := range list {
		tensors[i] = verify.Tensor{Name: t.Name, Input: t.Mode == trt.ModeInput, DType: t.DType, Shape: t.Shape, Bytes: t.Bytes, Values: t.Values}
	}
	return tensors
}

func outputBytes(list []trt.Tensor) (sum int64) {
	for _, t := range list {
		if t.Mode == trt.ModeOutput {
			sum += t.Bytes
		}
	}
	return sum
}
