package worker

import (
	"context"
	"errors"

	"github.com/planlint/planlint/internal/trt"
)

// The parent keeps this much of a request's log: the first records, which say how it began, and the last ones,
// which say how it ended.
const (
	maxFirst  = 500
	maxLast   = 500
	maxRecord = 4 << 10 // bytes of one record's text
)

// records is a bounded log.
type records struct {
	first, last []trt.Record
	omitted     int
}

func (r *records) add(record trt.Record) {
	if len(record.Text) > maxRecord {
		record.Text = record.Text[:maxRecord]
	}
	switch {
	case len(r.first) < maxFirst:
		r.first = append(r.first, record)
		return
	case len(r.last) == maxLast:
		copy(r.last, r.last[1:])
		r.last = r.last[:maxLast-1]
		r.omitted++
	}
	r.last = append(r.last, record)
}

func (r *records) all() []trt.Record { return append(r.first[:len(r.first):len(r.first)], r.last...) }

// explain adds the log to the error of a request: doing says what failed, empty is a build. An error of the
// parent's own, such as a full disk, and a cancellation stay as they are.
func (r *records) explain(ctx context.Context, doing string, err error) error {
	var unsupported *trt.UnsupportedError
	var own *sinkError
	switch {
	case err == nil || ctx.Err() != nil || errors.As(err, &unsupported) || errors.As(err, &own) || errors.Is(err, trt.ErrUnavailable):
		return err
	case doing == "":
		return &trt.BuildError{Cause: err, Log: r.all(), Omitted: r.omitted}
	}
	return &trt.RunError{Doing: doing, Cause: err, Log: r.all(), Omitted: r.omitted}
}
