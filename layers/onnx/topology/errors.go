package topology

import (
	"errors"
	"fmt"
)

// Reasons why there is no topology of a graph, for errors.Is.
var (
	// ErrUnsupported: onnx-go cannot read the graph, or the graph is not valid.
	ErrUnsupported = errors.New("graph not supported")
	// ErrMismatch: the two readers disagree.
	ErrMismatch = errors.New("the two readings differ")
	// ErrCycle: values depend on themselves.
	ErrCycle = errors.New("the graph has a cycle")
)

// exitNoJudgement is the exit status of a run that could not judge its input.
const exitNoJudgement = 3

// failure is one of the errors above with its reason.
type failure struct {
	kind error
	what string
}

func (f *failure) Error() string { return fmt.Sprintf("%v: %s", f.kind, f.what) }
func (f *failure) Unwrap() error { return f.kind }
func (f *failure) ExitCode() int { return exitNoJudgement }

func unsupported(format string, values ...any) error {
	return &failure{ErrUnsupported, fmt.Sprintf(format, values...)}
}

func mismatch(format string, values ...any) error {
	return &failure{ErrMismatch, fmt.Sprintf(format, values...)}
}
