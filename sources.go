// Package planlint carries the sources of planlint's own worker, so that an installed planlint can compile
// the worker that fits it, and so that both can tell whether they were made from the same sources. It is of
// no use to other programs.
package planlint

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// What cmd/planlint-trt is compiled from. A test compares this with what Go says.
//
//go:embed go.mod go.sum sources.go
//go:embed cmd/planlint-trt/*.go
//go:embed internal/trt/*.go internal/trt/*.cpp internal/trt/*.h
//go:embed internal/tensor/*.go internal/worker/*.go internal/replace/*.go
//go:embed zerorun/*.go zerorun/*.h zerorun/*.s
var files embed.FS

// WorkerSources calls each with every file that the worker is compiled from, in order of their paths, which
// are relative to the module's root. It stops at the first error.
func WorkerSources(each func(name string, content []byte) error) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		content, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		return each(name, content)
	})
}

// WorkerDigest names the worker's sources: 16 hexadecimal digits that a change to any of them changes.
// Libraries of others, listed in go.mod, do not count.
func WorkerDigest() string {
	hash := sha256.New()
	err := WorkerSources(func(name string, content []byte) error {
		if path.Dir(name) != "." {
			fmt.Fprintf(hash, "%s\n%d\n%s", name, len(content), content)
		}
		return nil
	})
	if err != nil {
		panic(err) // the files are part of this program
	}
	return hex.EncodeToString(hash.Sum(nil))[:16]
}
