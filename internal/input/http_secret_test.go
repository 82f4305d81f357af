package input

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// The user and password go to the host they are meant for, and nowhere else.
func TestAddressKeepsPassword(t *testing.T) {
	file := &served{data: randomBytes(9 << 20)}
	var elsewhere atomic.Bool
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			elsewhere.Store(true)
		}
		file.ServeHTTP(w, r)
	}))
	defer other.Close()
	// "localhost" is another host than the 127.0.0.1 of the test servers.
	away := strings.Replace(other.URL, "127.0.0.1", "localhost", 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		switch {
		case user != "me" || password != "secret":
			w.WriteHeader(http.StatusUnauthorized)
		case r.URL.Path == "/here":
			http.Redirect(w, r, "/a.plan", http.StatusFound)
		case r.URL.Path == "/away":
			http.Redirect(w, r, away, http.StatusFound)
		default:
			file.ServeHTTP(w, r)
		}
	}))
	defer server.Close()
	address := strings.Replace(server.URL, "://", "://me:secret@", 1)
	for _, path := range []string{"/a.plan", "/here", "/away"} {
		source, err := Open(t.Context(), address+path, Options{})
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if !bytes.Equal(readSource(t, source), file.data) {
			t.Errorf("%s: the bytes differ", path)
		}
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	}
	if elsewhere.Load() {
		t.Error("the password went to another host")
	}
	_, err := Open(t.Context(), strings.Replace(address, "secret", "wrong", 1), Options{})
	if err == nil || strings.Contains(err.Error(), "wrong") || !strings.Contains(err.Error(), "401") {
		t.Errorf("error %v, want 401 without the password", err)
	}
}

func TestUnreachableAddressHidesSecrets(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	address := strings.Replace(server.URL, "://", "://me:secret@", 1) + "/a.plan?token=secret"
	_, err := Open(t.Context(), address, Options{Pause: time.Nanosecond})
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("error %v, want one without secrets", err)
	}
	_, err = Open(t.Context(), "http://me:sec/ret@host/", Options{})
	if err == nil || strings.Contains(err.Error(), "ret") && strings.Contains(err.Error(), "sec") {
		t.Errorf("error %v, want one without secrets", err)
	}
}
