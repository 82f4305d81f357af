package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/planlint/planlint"
	"github.com/planlint/planlint/internal/trt"
)

// protocol is the number of this protocol. A change that the other side would misread raises it.
const protocol = 2

// Hello is what a worker says first.
type Hello struct {
	Protocol int `json:"protocol"`
	// Planlint is the version of planlint that the worker was built from, and Sources names its sources:
	// versions alone do not tell, for a checkout has none.
	Planlint string `json:"planlint"`
	Sources  string `json:"sources"`
	trt.About
}

// check returns an error that names both sides if they do not fit together.
func (h Hello) check(family trt.Family) error {
	switch {
	case h.Protocol != protocol:
		return fmt.Errorf("%w: the worker speaks protocol %d, this planlint %d: run planlint core install",
			trt.ErrUnavailable, h.Protocol, protocol)
	case h.Sources != planlint.WorkerDigest():
		return fmt.Errorf("%w: the worker was made from other sources (planlint %s) than this planlint %s: run planlint core install",
			trt.ErrUnavailable, trt.OneLine(h.Planlint), Version())
	case family != "" && h.Family != family:
		return fmt.Errorf("%w: the worker is for family %q, %q is needed", trt.ErrUnavailable, trt.OneLine(string(h.Family)), family)
	}
	return nil
}

// version is set by the linker in workers that planlint core install makes, whose sources have no version.
var version string

// VersionVariable names that variable for the linker.
const VersionVariable = "github.com/planlint/planlint/internal/worker.version"

// Version is the version of this program that Go stamped into it, or "devel".
func Version() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// build asks for a plan.
type build struct {
	Model    string       `json:"model"` // absolute path
	Settings trt.Settings `json:"settings"`
}

// The kinds of an answer.
const (
	answerDone        = "done"
	answerFailed      = "failed"
	answerUnsupported = "unsupported"
	answerUnavailable = "unavailable"
)

// answer ends a request, or says why there can be none.
type answer struct {
	Kind string `json:"kind"`
	// Size is the number of bytes that were written to the data's pipe.
	Size       int64  `json:"size"`
	Message    string `json:"message,omitempty"`
	Feature    string `json:"feature,omitempty"`
	MinVersion string `json:"min_version,omitempty"`
	// Result is what an inspection, run or probe found: trt.Description, trt.RunResult or trt.Probe.
	Result json.RawMessage `json:"result,omitempty"`
}

// answerOf spells a result or an error.
func answerOf(size int64, result any, err error) answer {
	a := answer{Kind: answerDone, Size: size}
	if err == nil && result != nil {
		a.Result, err = json.Marshal(result)
	}
	var unsupported *trt.UnsupportedError
	switch {
	case err == nil:
		return a
	case errors.As(err, &unsupported):
		a.Kind, a.Feature, a.MinVersion = answerUnsupported, unsupported.Feature, unsupported.MinVersion
	case errors.Is(err, trt.ErrUnavailable):
		a.Kind = answerUnavailable
	default:
		a.Kind = answerFailed
	}
	a.Message = err.Error()
	return a
}

// err is the error that an answer spells; nil if what was asked for was done.
func (a answer) err() error {
	switch a.Kind {
	case answerDone:
		return nil
	case answerFailed:
		return errors.New(trt.OneLine(a.Message))
	case answerUnsupported:
		return &trt.UnsupportedError{Feature: a.Feature, MinVersion: a.MinVersion}
	case answerUnavailable:
		return &refusal{trt.OneLine(a.Message)}
	}
	return fmt.Errorf("%w: an answer of kind %q", errProtocol, trt.OneLine(a.Kind))
}

// refusal is an error that wraps trt.ErrUnavailable and has the worker's words.
type refusal struct{ message string }

func (r *refusal) Error() string { return r.message }

func (*refusal) Unwrap() error { return trt.ErrUnavailable }
