package onnx

import (
	"errors"
	"fmt"
	"strings"
)

// Reasons why a file cannot be used, for errors.Is.
var (
	// ErrMalformed: the file is no ONNX model, or a damaged one.
	ErrMalformed = errors.New("malformed ONNX model")
	// ErrLimit: reading would take more memory than allowed, or graphs are nested too deep.
	ErrLimit = errors.New("limit exceeded")
	// ErrExternal: the data that a tensor has in a file of its own cannot be used.
	ErrExternal = errors.New("external data")
	// ErrNoValues: a tensor's values cannot be read as what was asked for.
	ErrNoValues = errors.New("values not readable")
)

const exitNoJudgement = 3

// FormatError says where a file stops being a valid model, and why. It is ErrMalformed, or ErrLimit if
// the model may be valid but is more than this package reads.
type FormatError struct {
	// Offset is in bytes from the start of the file; -1 if the error has no place.
	Offset int64
	// Where leads to the part of the model, such as "graph, node 3, attribute 0".
	Where string
	// What says in a few words what is wrong there.
	What string
	// Limit: the model is more than this package reads.
	Limit bool
}

func (e *FormatError) Error() string {
	var text strings.Builder
	if e.Where != "" {
		text.WriteString(e.Where + ": ")
	}
	text.WriteString(e.What)
	if e.Offset >= 0 {
		fmt.Fprintf(&text, " at offset %d", e.Offset)
	}
	return text.String()
}

// Is reports whether target is the reason of the error.
func (e *FormatError) Is(target error) bool {
	return !e.Limit && target == ErrMalformed || e.Limit && target == ErrLimit
}

// ExitCode is the exit status of a run that could not judge its input.
func (e *FormatError) ExitCode() int { return exitNoJudgement }

func malformed(offset int64, format string, values ...any) error {
	return &FormatError{Offset: offset, What: fmt.Sprintf(format, values...)}
}

// longPlace is how long a place may be, in bytes, before its middle is left out.
const longPlace = 160

// within adds a part of the model to the place that an error names.
func within(err error, format string, values ...any) error {
	var e *FormatError
	if errors.As(err, &e) {
		place := fmt.Sprintf(format, values...)
		if len(e.Where) > longPlace {
			from := strings.LastIndexByte(e.Where, ',')
			if from < 0 { // one name that is longer than that
				from = len(e.Where) - longPlace
			}
			e.Where = "..." + e.Where[from:]
		}
		if e.Where != "" {
			place += ", " + e.Where
		}
		e.Where = place
	}
	return err
}
