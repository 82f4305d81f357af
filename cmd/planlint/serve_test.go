package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/testscript"
)

// serve FOLDER starts a server and sets URL and HOST. What it does with a file depends on the first part of
// the path: /ranges, /whole (no ranges), /changing (another version with each answer), /secret (me:secret
// is asked for), /moved (redirects to /ranges).
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: serve FOLDER")
	}
	folder := ts.MkAbs(args[0])
	file := func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(folder, filepath.Base(r.URL.Path)))
	}
	var version atomic.Int64
	mux := http.NewServeMux()
	mux.HandleFunc("/ranges/", file)
	mux.HandleFunc("/whole/", func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Range")
		file(w, r)
	})
	mux.HandleFunc("/changing/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"v`+strings.Repeat("1", int(version.Add(1)))+`"`)
		file(w, r)
	})
	mux.HandleFunc("/secret/", func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "me" || password != "secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		file(w, r)
	})
	mux.HandleFunc("/moved/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/ranges/"+filepath.Base(r.URL.Path), http.StatusFound)
	})
	server := httptest.NewServer(mux)
	ts.Defer(server.Close)
	ts.Setenv("URL", server.URL)
	ts.Setenv("HOST", strings.TrimPrefix(server.URL, "http://"))
}
