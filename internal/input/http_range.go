package input

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// contentRange is what an answer holds of a file.
type contentRange struct {
	window
	size int64 // of the file in bytes, -1 if the server does not say
}

// parseContentRange reads a header such as "bytes 0-1023/4096".
func parseContentRange(header string) (contentRange, error) {
	refuse := func() (contentRange, error) {
		return contentRange{}, fmt.Errorf("the server sent a range that makes no sense: %.60q", header)
	}
	spec, found := strings.CutPrefix(header, "bytes ")
	span, total, hasTotal := strings.Cut(spec, "/")
	first, last, hasLast := strings.Cut(span, "-")
	if !found || !hasTotal || !hasLast {
		return refuse()
	}
	start, err := strconv.ParseInt(first, 10, 64)
	if err != nil {
		return refuse()
	}
	end, err := strconv.ParseInt(last, 10, 64)
	if err != nil || start < 0 || end < start || end+1 < end {
		return refuse()
	}
	size := int64(-1)
	if total != "*" {
		if size, err = strconv.ParseInt(total, 10, 64); err != nil || end >= size {
			return refuse()
		}
	}
	return contentRange{window{start, end + 1}, size}, nil
}

// fetch reads one window of a file of size bytes, and only of the version that was there at first.
func (s *server) fetch(ctx context.Context, w window, size int64, into []byte) error {
	var err error
	for range attempts { // an answer can break off half way
		err = s.fetchOnce(ctx, w, size, into)
		if err == nil || ctx.Err() != nil || !errors.As(err, new(*brokenError)) {
			return err
		}
	}
	return err
}

// brokenError is an answer that stopped half way.
type brokenError struct{ cause error }

func (e *brokenError) Error() string { return e.cause.Error() }
func (e *brokenError) Unwrap() error { return e.cause }

func (s *server) fetchOnce(ctx context.Context, w window, size int64, into []byte) error {
	response, err := s.get(ctx, w)
	if err != nil {
		return err
	}
	if err := s.check(response, w, size); err != nil {
		return errors.Join(err, response.Body.Close())
	}
	if err := readBody(response, w, into); err != nil {
		return &brokenError{err}
	}
	return nil
}

// check compares an answer with what was asked for and with the first answer.
func (s *server) check(response *http.Response, w window, size int64) error {
	switch response.StatusCode {
	case http.StatusOK, http.StatusPreconditionFailed, http.StatusRequestedRangeNotSatisfiable:
		return errChanged // If-Range: the whole of another version
	case http.StatusPartialContent:
	default:
		return statusError(response)
	}
	got, err := parseContentRange(response.Header.Get("Content-Range"))
	if err != nil {
		return err
	}
	if got.size >= 0 && got.size != size || s.changed(response.Header) {
		return errChanged
	}
	if got.window != w {
		return fmt.Errorf("the server sent bytes %d to %d when asked for %d to %d", got.start, got.end, w.start, w.end)
	}
	return nil
}

// changed compares the version of the file in an answer with that of the first; an answer to If-Range
// may leave out what is known.
func (s *server) changed(header http.Header) bool {
	tag, modified := header.Get("ETag"), header.Get("Last-Modified")
	return tag != "" && tag != s.entityTag || modified != "" && modified != s.modified
}
