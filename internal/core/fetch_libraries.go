package core

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// pip fetches a wheel and unpacks it.
func (s *step) pip(ctx context.Context, p libraryPackage, into string) error {
	args := []string{"install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps", "--no-compile", "--target", into, p.name + "==" + p.version}
	var tried []string
	if python, ok := find("python3"); ok {
		env := []string{"PIP_ROOT_USER_ACTION=ignore"} // what it installs is in a folder of its own
		pip := tool{name: "python3 -m pip", program: python, args: append([]string{"-m", "pip"}, args...), dir: s.temporary, env: env, last: true}
		has := tool{name: "python3 -m pip", program: python, args: []string{"-m", "pip", "--version"}, dir: s.temporary}
		if has.run(ctx, nil) == nil {
			return pip.run(ctx, s.Output)
		}
		tried = append(tried, "python3 has no pip")
	}
	if pip, ok := find("pip3", "pip"); ok {
		return tool{name: filepath.Base(pip), program: pip, args: args, dir: s.temporary, last: true}.run(ctx, s.Output)
	}
	if uv, ok := find("uv"); ok {
		return tool{name: "uv pip", program: uv, args: []string{"pip", "install", "--quiet", "--no-deps", "--target", into, p.name + "==" + p.version}, dir: s.temporary}.run(ctx, s.Output)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	why := "there is no python3, pip or uv"
	if len(tried) > 0 {
		why = strings.Join(tried, ", ") + ", and there is no pip or uv"
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
	err := tool{name: "mvn", program: mvn, dir: s.temporary, args: []string{"--batch-mode", "--quiet", dependencyPlugin,
		"-Dartifact=" + p.name + ":" + p.version + ":jar:linux-x86_64-redist", "-DoutputDirectory=" + downloads}}.run(ctx, s.Output)
	if err != nil {
		return err
	}
	jars := glob(downloads, "*.jar")
	if len(jars) != 1 {
		return fmt.Errorf("mvn put %d packages into %s instead of one", len(jars), downloads)
	}
	return errors.Join(unpack(ctx, jars[0], into), os.RemoveAll(downloads))
}
