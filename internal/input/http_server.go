package input

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/planlint/planlint/zerorun"
)

// errChanged is how a file on a server changes: one request gets another version than the first did.
var errChanged = fmt.Errorf("on the server, %w", zerorun.ErrChanged)

const (
	attempts     = 3
	defaultPause = time.Second / 2
)

// server makes the requests for one file.
type server struct {
	client *http.Client
	url    string
	// authorization is kept out of url, so that no error can print it.
	authorization string
	// entityTag and modified name the version of the file that the first answer had.
	entityTag, modified string
	// pause is the time before a failed request is made again.
	pause time.Duration
}

func newServer(target *url.URL, options Options) *server {
	bare := *target
	bare.User, bare.Fragment = nil, ""
	s := &server{client: options.Client, url: bare.String(), pause: cmp.Or(options.Pause, defaultPause)}
	if s.client == nil {
		s.client = NewClient()
	}
	if target.User != nil {
		request := http.Request{Header: http.Header{}}
		password, _ := target.User.Password()
		request.SetBasicAuth(target.User.Username(), password)
		s.authorization = request.Header.Get("Authorization")
	}
	return s
}

// remember keeps the version of the file and where redirects led to.
func (s *server) remember(first *http.Response) {
	s.entityTag, s.modified = first.Header.Get("ETag"), first.Header.Get("Last-Modified")
	s.url = first.Request.URL.String()
	s.authorization = first.Request.Header.Get("Authorization") // not sent on to another host
}

// get asks for a range, again where that may help.
func (s *server) get(ctx context.Context, w window) (*http.Response, error) {
	for attempt := 1; ; attempt++ {
		response, err := s.getOnce(ctx, w)
		if err == nil && !passing(response.StatusCode) || attempt == attempts || ctx.Err() != nil {
			return response, err
		}
		if err == nil {
			response.Body.Close()
		}
		select {
		case <-time.After(s.pause << (attempt - 1)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// passing tells whether the same request may succeed later.
func passing(status int) bool {
	return status == http.StatusTooManyRequests || status >= 500 && status != http.StatusNotImplemented
}

func (s *server) getOnce(ctx context.Context, w window) (*http.Response, error) {
	request, err := s.request(ctx)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", w.start, w.end-1))
	switch {
	case s.entityTag != "" && !strings.HasPrefix(s.entityTag, "W/"):
		request.Header.Set("If-Range", s.entityTag)
	case s.entityTag == "" && s.modified != "":
		request.Header.Set("If-Range", s.modified)
	}
	return s.do(request)
}

// getAll asks for the whole file.
func (s *server) getAll(ctx context.Context) (*http.Response, error) {
	request, err := s.request(ctx)
	if err != nil {
		return nil, err
	}
	return s.do(request)
}

func (s *server) request(ctx context.Context) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return nil, withoutURL(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	request.Header.Set("User-Agent", "planlint")
	if s.authorization != "" {
		request.Header.Set("Authorization", s.authorization)
	}
	return request, nil
}

func (s *server) do(request *http.Request) (*http.Response, error) {
	response, err := s.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("cannot be reached: %w", withoutURL(err))
	}
	return response, nil
}

// withoutURL drops the address from an error, since its query may be a secret.
func withoutURL(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}

// statusError says in words what a server answered.
func statusError(response *http.Response) error {
	return fmt.Errorf("the server answered %d %s", response.StatusCode, http.StatusText(response.StatusCode))
}

// readBody reads exactly the bytes of a window.
func readBody(response *http.Response, w window, into []byte) error {
	n, err := io.ReadFull(response.Body, into)
	if err = errors.Join(err, response.Body.Close()); err != nil {
		return fmt.Errorf("the server's answer breaks off at byte %d: %w", w.start+int64(n), err)
	}
	return nil
}
