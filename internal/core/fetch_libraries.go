package core

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// pip fetches a wheel and unpacks it.
func (s *step) pip(ctx context.Context, p libraryPackage, into string) error {
	args := []string{"install", "--disable-pip-version-check", "--no-input", "--no-deps", "--no-compile", "--target", into, p.name + "==" + p.version}
	args = append(args, s.quietly("--quiet")...)
	why := "there is no python3, pip or uv"
	if python, ok := find("python3"); ok {
		env := []string{"PIP_ROOT_USER_ACTION=ignore"} // what it installs is in a folder of its own
		pip := tool{name: "python3 -m pip", program: python, args: append([]string{"-m", "pip"}, args...), dir: s.temporary, env: env, last: true}
		has := tool{name: "python3 -m pip", program: python, args: []string{"-m", "pip", "--version"}, dir: s.temporary}
		if has.run(ctx, nil) == nil {
			return s.use(ctx, pip)
		}
		why = "python3 has no pip, and there is no pip or uv"
	}
	if pip, ok := find("pip3", "pip"); ok {
		return s.use(ctx, tool{name: filepath.Base(pip), program: pip, args: args, dir: s.temporary, last: true})
	}
	if uv, ok := find("uv"); ok {
		return s.use(ctx, tool{name: "uv pip", program: uv, args: append([]string{"pip", "install", "--no-deps", "--target", into, p.name + "==" + p.version}, s.quietly("--quiet")...), dir: s.temporary})
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return unavailable("%s %s is fetched with pip, but %s: install pip, or --trt DIR names a TensorRT of yours", p.name, p.version, why)
}

// dependencyPlugin is Maven's own plugin that copies a package.
const dependencyPlugin = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"

// maven fetches a package of Java's and unpacks its libraries.
func (s *step) maven(ctx context.Context, p libraryPackage, into string) error {
	mvn, ok := find("mvn")
	if !ok {
		return unavailable("%s %s is fetched with mvn, which is not here: install Maven, or --trt DIR names a TensorRT of yours", p.name, p.version)
	}
	downloads := filepath.Join(s.temporary, "jar")
	err := s.use(ctx, tool{name: "mvn", program: mvn, dir: s.temporary, args: append(s.quietly("--quiet"), "--batch-mode", dependencyPlugin,
		"-Dartifact="+p.name+":"+p.version+":jar:"+classifier(), "-DoutputDirectory="+downloads)})
	if err != nil {
		return err
	}
	jars := glob(downloads, "*.jar")
	if len(jars) != 1 {
		return fmt.Errorf("mvn put %d packages into %s instead of one", len(jars), downloads)
	}
	return errors.Join(unpack(ctx, jars[0], into), os.RemoveAll(downloads))
}

// classifier names the package for this machine, of those that hold the libraries themselves.
func classifier() string {
	if runtime.GOARCH == "amd64" {
		return "linux-x86_64-redist"
	}
	return "linux-" + runtime.GOARCH + "-redist"
}

// quietly returns the flag that keeps a tool quiet, unless its output is wanted.
func (s *step) quietly(flag string) []string {
	if s.Output != nil {
		return nil
	}
	return []string{flag}
}
