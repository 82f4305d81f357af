package core

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// fetchHeaders tries the packages of the recipe in order.
func (s *step) fetchHeaders(ctx context.Context) (headers, error) {
	var failed []string
	for _, p := range s.headers {
		fetch := s.fetchBranch
		if p.crate != "" {
			fetch = s.fetchCrate
		}
		h, err := fetch(ctx, p)
		if ctx.Err() != nil {
			return headers{}, context.Cause(ctx)
		}
		var own *fs.PathError
		if err == nil || errors.As(err, &own) { // such as of a full disk, which says nothing of headers
			return h, err
		}
		failed = append(failed, err.Error())
	}
	return headers{}, unavailable("no headers of %s: %s; --headers DIR names a folder that has them (they come with NVIDIA's archive and with libnvinfer-headers-dev)",
		s.title(), strings.Join(failed, "; "))
}

// fetchCrate lets cargo fetch a crate into its own cache.
func (s *step) fetchCrate(ctx context.Context, p headerPackage) (headers, error) {
	folder := s.crateHeaders(p)
	if folder == "" {
		cargo, ok := find("cargo")
		if !ok {
			return headers{}, errors.New("cargo, which fetches crate " + p.crate + ", is not here")
		}
		s.say("fetching headers: crate %s %s with cargo, 2 MB", p.crate, p.crateVersion)
		if err := s.cargo(ctx, cargo, p); err != nil {
			return headers{}, err
		}
		if folder = s.crateHeaders(p); folder == "" {
			return headers{}, fmt.Errorf("crate %s %s has no %s", p.crate, p.crateVersion, path.Base(p.folder))
		}
	}
	h, err := readHeaders(folder, folder)
	if err != nil {
		return headers{}, err
	}
	h.Source = fmt.Sprintf("crate %s %s", p.crate, p.crateVersion)
	return s.keep(h, folder)
}

// crateHeaders is where cargo keeps the headers of a crate; empty if it does not.
func (f *Finder) crateHeaders(p headerPackage) string {
	home := f.options.Env("CARGO_HOME")
	if home == "" {
		home = filepath.Join(f.options.Home, ".cargo")
	}
	for _, folder := range glob(home, path.Join("registry/src/*", crateFolder, p.folder)) {
		if filepath.IsAbs(folder) && isFile(filepath.Join(folder, "NvInfer.h")) {
			return folder
		}
	}
	return ""
}

// cargo fetches a crate: by itself where cargo can do that (1.82), else with all that it depends on.
func (s *step) cargo(ctx context.Context, cargo string, p headerPackage) error {
	project := filepath.Join(s.temporary, "crate")
	if err := os.MkdirAll(filepath.Join(project, "src"), 0o777); err != nil {
		return err
	}
	info := tool{name: "cargo", program: cargo, dir: project, args: []string{"info", "--quiet", p.crate + "@" + p.crateVersion}}
	if s.use(ctx, info) == nil && s.crateHeaders(p) != "" {
		return nil
	}
	manifest := "[package]\nname = \"headers\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[dependencies]\n" + p.crate + " = \"=" + p.crateVersion + "\"\n"
	for name, text := range map[string]string{"Cargo.toml": manifest, "src/lib.rs": ""} {
		if err := os.WriteFile(filepath.Join(project, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return s.use(ctx, tool{name: "cargo", program: cargo, dir: project, args: append([]string{"fetch"}, s.quietly("--quiet")...)})
}

// fetchBranch lets git fetch a folder of a branch, and of another one for the parser.
func (s *step) fetchBranch(ctx context.Context, p headerPackage) (headers, error) {
	git, ok := find("git")
	if !ok {
		return headers{}, errors.New("git is not here")
	}
	folder, err := s.clone(ctx, git, p)
	if err != nil {
		return headers{}, err
	}
	parser := folder
	if p.parser != nil {
		if parser, err = s.clone(ctx, git, *p.parser); err != nil {
			return headers{}, err
		}
	}
	h, err := readHeaders(folder, parser)
	if err != nil {
		return headers{}, err
	}
	h.Source = p.repository + " " + p.branch
	return s.keep(h, parser)
}

func (s *step) clone(ctx context.Context, git string, p headerPackage) (string, error) {
	s.say("fetching headers: branch %s of %s with git", p.branch, p.repository)
	into := filepath.Join(s.temporary, strings.ReplaceAll(path.Base(p.repository)+"-"+p.branch, "/", "-"))
	env := []string{"GIT_TERMINAL_PROMPT=0"}
	clone := tool{name: "git", program: git, dir: s.temporary, env: env,
		args: append([]string{"clone", "--depth", "1", "--filter=blob:none", "--sparse", "--branch", p.branch, p.repository, into}, s.quietly("--quiet")...)}
	if err := s.use(ctx, clone); err != nil {
		return "", err
	}
	if p.folder != "." {
		sparse := tool{name: "git", program: git, dir: into, env: env, args: []string{"sparse-checkout", "set", p.folder}}
		if err := s.use(ctx, sparse); err != nil {
			return "", err
		}
	}
	return filepath.Join(into, filepath.FromSlash(p.folder)), nil
}
