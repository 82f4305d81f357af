package input

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
)

// address is a file on a server that answers requests for ranges.
type address struct {
	server *server
	size   int64
	cache  *cache
	stop   context.CancelFunc

	mu      sync.Mutex
	changed error
}

func (a *address) Path() string             { return "" }
func (a *address) Size() int64              { return a.size }
func (a *address) Allocated() (int64, bool) { return 0, false }

// ReadAt reads through windows that are larger than most reads.
func (a *address) ReadAt(p []byte, offset int64) (int, error) { return a.cache.readAt(p, offset) }

// Changed says whether any answer came from another version of the file than the first.
func (a *address) Changed() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.changed
}

// Close ends the requests that are under way and waits for them.
func (a *address) Close() error {
	a.stop()
	a.cache.wait()
	return nil
}

// openAddress asks for the first window. The answer says whether the server knows ranges and how large
// the file is; what a server without ranges sends is spooled.
func openAddress(ctx context.Context, name string, options Options) (Source, error) {
	target, err := url.Parse(name)
	if err != nil || target.Host == "" {
		return nil, errors.New("is no address that can be read (a character in it may need %-escaping)")
	}
	ctx, stop := context.WithCancel(ctx)
	source, err := openServer(ctx, newServer(target, options), options)
	if remote, ok := source.(*address); ok {
		remote.stop = stop
		return remote, nil
	}
	stop() // nothing is fetched later
	return source, err
}

func openServer(ctx context.Context, s *server, options Options) (Source, error) {
	response, err := s.get(ctx, window{0, edgeWindow})
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return answered(ctx, s, response, options)
}

// answered makes a source of the answer to the first request.
func answered(ctx context.Context, s *server, response *http.Response, options Options) (Source, error) {
	switch response.StatusCode {
	case http.StatusOK:
		return spoolBody(ctx, response, options)
	case http.StatusRequestedRangeNotSatisfiable:
		if response.Header.Get("Content-Range") == "bytes */0" {
			return &address{server: s, cache: newCache(ctx, 0, nil)}, nil
		}
	case http.StatusPartialContent:
		return partial(ctx, s, response, options)
	}
	return nil, statusError(response)
}

// partial keeps the first window and fetches others when they are asked for.
func partial(ctx context.Context, s *server, response *http.Response, options Options) (Source, error) {
	got, err := parseContentRange(response.Header.Get("Content-Range"))
	if err != nil {
		return nil, err
	}
	if got.size < 0 { // without the size there are no windows
		whole, err := s.getAll(ctx)
		if err != nil {
			return nil, err
		}
		defer whole.Body.Close()
		return spoolBody(ctx, whole, options)
	}
	first := window{0, min(edgeWindow, got.size)}
	if got.window != first {
		return nil, fmt.Errorf("the server sent bytes %d to %d when asked for %d to %d", got.start, got.end, first.start, first.end)
	}
	data := make([]byte, first.end)
	if err := readBody(response, first, data); err != nil {
		return nil, err
	}
	s.remember(response)
	a := &address{server: s, size: got.size}
	a.cache = newCache(ctx, got.size, a.fetch)
	a.cache.put(first, data)
	return a, nil
}

// fetch reads a window and remembers that the file was changed if it was.
func (a *address) fetch(ctx context.Context, w window, into []byte) error {
	err := a.server.fetch(ctx, w, a.size, into)
	if errors.Is(err, errChanged) {
		a.mu.Lock()
		a.changed = errChanged
		a.mu.Unlock()
	}
	return err
}

func spoolBody(ctx context.Context, response *http.Response, options Options) (Source, error) {
	if response.StatusCode != http.StatusOK {
		return nil, statusError(response)
	}
	spooled, err := Spool(ctx, response.Body, "the answer", options.Spooled)
	if err != nil {
		return nil, err
	}
	return spooled, nil
}
