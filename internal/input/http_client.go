package input

import (
	"errors"
	"net"
	"net/http"
	"time"
)

const (
	connectTimeout = 30 * time.Second // for each step up to the first byte of an answer
	maxRedirects   = 10
)

// NewClient returns a client that obeys the proxies of the environment.
func NewClient() *http.Client {
	return &http.Client{
		CheckRedirect: checkRedirect,
		Transport: &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: connectTimeout}).DialContext,
			DisableCompression:    true, // ranges count the bytes of the file
			MaxIdleConnsPerHost:   windowsKept,
			ResponseHeaderTimeout: connectTimeout,
			TLSHandshakeTimeout:   connectTimeout,
			ForceAttemptHTTP2:     true,
		},
	}
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
