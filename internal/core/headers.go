package core

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/planlint/planlint/internal/trt"
)

// headers are those of one TensorRT, in a folder.
type headers struct {
	Family  trt.Family `json:"family"`
	Version string     `json:"version"`
	// Source is where they are from: a package or a folder.
	Source string `json:"source"`
	Digest string `json:"digest"`
	folder string
}

// cudaStub is all that TensorRT's headers need of CUDA's, so that no CUDA need be here.
const cudaStub = `// All that TensorRT's headers need of CUDA's.
#pragma once
typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
`

var (
	versionDefinition = regexp.MustCompile(`(?m)^\s*#\s*define\s+(NV_TENSORRT|TRT)_(MAJOR|MINOR|PATCH|BUILD)(_RTX|_ENTERPRISE)?\s+(\d+)`)
	errNoHeaders      = errors.New("no NvInfer.h, NvInferVersion.h and NvOnnxParser.h")
)

// readHeaders looks at the headers in a folder; parser is where NvOnnxParser.h is, if it is elsewhere.
func readHeaders(folder, parser string) (headers, error) {
	text, err := readShort(filepath.Join(folder, "NvInferVersion.h"))
	if err != nil || !isFile(filepath.Join(folder, "NvInfer.h")) || !isFile(filepath.Join(parser, "NvOnnxParser.h")) {
		return headers{}, fmt.Errorf("%w in %s", errNoHeaders, folder)
	}
	h := headers{Source: folder, folder: folder}
	parts := map[string]string{}
	for _, found := range versionDefinition.FindAllStringSubmatch(text, -1) {
		if found[3] == "_RTX" {
			h.Family = trt.RTX
		}
		parts[found[2]] = found[4]
	}
	for _, part := range []string{"MAJOR", "MINOR", "PATCH", "BUILD"} {
		if parts[part] == "" {
			return headers{}, fmt.Errorf("%s does not say its version", filepath.Join(folder, "NvInferVersion.h"))
		}
	}
	if h.Family == "" {
		h.Family = trt.Family("trt" + parts["MAJOR"])
	}
	h.Version = strings.Join([]string{parts["MAJOR"], parts["MINOR"], parts["PATCH"], parts["BUILD"]}, ".")
	return h, nil
}

func (h headers) title() string {
	return Installation{Family: h.Family, Version: h.Version}.Title()
}

// includeFolders are where the headers of libraries in a folder may be.
func includeFolders(libraries string) []string {
	real := resolved(libraries)
	list := []string{filepath.Join(real, "include"), filepath.Join(real, "..", "include"), filepath.Join(real, "..", "..", "include"), filepath.Join(real, "..", "..", "..", "include")}
	if strings.HasSuffix(filepath.Base(real), "-linux-gnu") { // Debian: usr/lib/x86_64-linux-gnu, usr/include/x86_64-linux-gnu
		list = append([]string{filepath.Join(real, "..", "..", "include", filepath.Base(real))}, list...)
	}
	return list
}

// copyHeaders copies Nv*.h of a folder, and impl below it.
func copyHeaders(from, to string) error {
	return filepath.WalkDir(from, func(name string, entry fs.DirEntry, err error) error {
		relative, relErr := filepath.Rel(from, name)
		switch {
		case err != nil || relErr != nil:
			return errors.Join(err, relErr)
		case entry.IsDir() && relative != "." && relative != "impl":
			return fs.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(to, relative), 0o777)
		case filepath.Ext(relative) != ".h" || !strings.HasPrefix(entry.Name(), "Nv") && filepath.Dir(relative) != "impl":
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, relative), text, 0o666)
	})
}

// digestOf names the content of a folder of headers; empty if it cannot be read.
func digestOf(folder string) string {
	hash := sha256.New()
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Base(name) == manifestName {
			return err
		}
		text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		fmt.Fprintf(hash, "%s\n%d\n%s", name, len(text), text)
		return err
	})
	if err != nil {
		return ""
	}
	return hex.EncodeToString(hash.Sum(nil))[:16]
}
