package input

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

const (
	connectTimeout = 30 * time.Second // for each step up to the first byte of an answer
	maxRedirects   = 10
)

// NewClient returns a client that obeys the proxies of the environment. A server that sends nothing for
// half a minute is given up.
func NewClient() *http.Client { return newClient(connectTimeout) }

func newClient(silence time.Duration) *http.Client {
	dialer := &net.Dialer{Timeout: connectTimeout}
	return &http.Client{
		CheckRedirect: checkRedirect,
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment,
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				connection, err := dialer.DialContext(ctx, network, address)
				if err != nil {
					return nil, err
				}
				return &impatient{connection, silence}, nil
			},
			DisableCompression:    true, // ranges count the bytes of the file
			MaxIdleConnsPerHost:   windowsKept,
			ResponseHeaderTimeout: connectTimeout,
			TLSHandshakeTimeout:   connectTimeout,
			ForceAttemptHTTP2:     true,
		},
	}
}

// impatient is a connection whose reads fail if nothing comes for a while.
type impatient struct {
	net.Conn
	silence time.Duration
}

func (c *impatient) Read(p []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.silence)); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

// checkRedirect keeps what was asked for by https, and its password, from going by http.
func checkRedirect(request *http.Request, via []*http.Request) error {
	switch {
	case len(via) >= maxRedirects:
		return errors.New("it redirects in a circle")
	case via[0].URL.Scheme == "https" && request.URL.Scheme != "https":
		return errors.New("it redirects from https to http")
	}
	return nil
}
