// Package ort runs ONNX models with ONNX Runtime on the CPU, for numbers to compare those of plans with. Its
// Engine is what cmd/planlint-ort serves; without cgo or the tag ort there is a twin that can do nothing.
package ort

import "github.com/planlint/planlint/internal/trt"

// Family is what a worker with ONNX Runtime calls itself.
const Family trt.Family = "ort"
