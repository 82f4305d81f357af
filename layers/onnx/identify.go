package onnx

import (
	"bytes"
	"context"
)

// signatures are the first bytes of what is taken for a model by mistake.
var signatures = []struct{ head, what string }{
	{"version https://git-lfs", "a pointer of Git LFS (git lfs pull gets the file)"},
	{"ftrt", "a TensorRT plan"},
	{"ptrt", "a TensorRT plan"},
	{"vtrt", "a TensorRT-RTX plan"},
	{"PK\x03\x04", "a zip archive"},
	{"\x1f\x8b", "gzip data"},
	{"\x28\xb5\x2f\xfd", "zstd data"},
	{"\x89HDF", "an HDF5 file"},
	{"GGUF", "a GGUF file"},
	{"\x80\x02", "a Python pickle"},
	{"<!DOCTYPE", "an HTML page"},
	{"<!doctype", "an HTML page"},
	{"<html", "an HTML page"},
	{"<?xml", "an XML file"},
	{"ir_version:", "a model in text form (onnx.save writes the binary one)"},
	{"{", "JSON"},
}

// identify says what a file is that cannot be read as a model, "" if that is not known.
func identify(ctx context.Context, from *source) string {
	head, err := newWindow(ctx, from).at(0, int(min(64, from.size)))
	if err != nil {
		return ""
	}
	if len(head) > 12 && (string(head[4:8]) == "TFL3" || string(head[4:8]) == "ORTM") {
		return "a FlatBuffers model of " + map[string]string{"TFL3": "TensorFlow Lite", "ORTM": "ONNX Runtime"}[string(head[4:8])]
	}
	if len(head) > 10 && string(head[8:10]) == `{"` {
		return "a safetensors file"
	}
	for _, s := range signatures {
		if bytes.HasPrefix(head, []byte(s.head)) {
			return s.what
		}
	}
	return ""
}
