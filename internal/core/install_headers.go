package core

import (
	"context"
	"os"
	"path/filepath"
	"slices"
)

// fit tells whether a worker of a recipe can be compiled against headers.
func (r recipe) fit(h headers) bool { return h.Family == r.family && startsWith(h.Version, r.line) }

// findHeaders returns headers in the cache: those that are there, else copies of the user's, else fetched ones.
func (s *step) findHeaders(ctx context.Context) (headers, error) {
	if s.Headers != "" {
		for _, folder := range []string{s.Headers, filepath.Join(s.Headers, "include")} {
			h, err := readHeaders(folder, folder)
			if err != nil {
				continue
			}
			if !s.fit(h) {
				return headers{}, unavailable("--headers %s: these are of %s, %s needs those of %s", s.Headers, h.title(), s.name, s.title())
			}
			if h.Source, err = filepath.Abs(folder); err != nil {
				return headers{}, err
			}
			return s.keep(h, folder)
		}
		return headers{}, unavailable("--headers %s: %v", s.Headers, errNoHeaders)
	}
	for _, folder := range glob(s.options.Cache, filepath.Join(headersFolder, s.name+"-*")) {
		var h headers
		if readJSON(filepath.Join(folder, manifestName), &h) && s.fit(h) && digestOf(folder) == h.Digest {
			h.folder = folder
			return h, nil
		}
	}
	for _, in := range s.owners(ctx) {
		for _, folder := range includeFolders(in.Folder) {
			if h, err := readHeaders(folder, folder); err == nil && s.fit(h) {
				return s.keep(h, folder)
			}
		}
	}
	return s.fetchHeaders(ctx)
}

// owners are the user's TensorRTs that may have headers of this worker's.
func (s *step) owners(ctx context.Context) []Installation {
	var list []Installation
	if s.own.Folder != "" {
		list = append(list, s.own)
	}
	return append(list, slices.DeleteFunc(s.All(ctx), func(in Installation) bool { return in.Family != s.family || in.Source == SourceCore })...)
}

func (r recipe) title() string { return Installation{Family: r.family, Version: r.line}.Title() }

// keep copies headers into the cache. Their digest is part of the folder's name: the Go command does not look
// at headers when it decides whether something is compiled already.
func (s *step) keep(h headers, parser string) (headers, error) {
	copied := filepath.Join(s.temporary, headersFolder)
	if err := os.RemoveAll(copied); err != nil {
		return headers{}, err
	}
	if err := copyHeaders(h.folder, copied); err != nil {
		return headers{}, err
	}
	if parser != h.folder {
		if err := copyHeaders(parser, copied); err != nil {
			return headers{}, err
		}
	}
	if err := os.WriteFile(filepath.Join(copied, "cuda_runtime_api.h"), []byte(cudaStub), 0o666); err != nil {
		return headers{}, err
	}
	h.Digest = digestOf(copied)
	if err := writeJSON(filepath.Join(copied, manifestName), h); err != nil {
		return headers{}, err
	}
	name := filepath.Join(s.options.Cache, headersFolder, s.name+"-"+h.Digest)
	for _, old := range glob(s.options.Cache, filepath.Join(headersFolder, s.name+"-*")) {
		if old == name {
			continue
		}
		if err := os.RemoveAll(old); err != nil {
			return headers{}, err
		}
	}
	h.folder = name
	return h, moveInto(copied, name, s.temporary)
}
