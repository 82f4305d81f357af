package inspect

import (
	"math"
	"math/bits"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// dtype is an element type in TensorRT's words.
type dtype struct {
	name string // ours, as in ONNX
	bits uint64
}

// dtypes are the words, in lower case: alone ("Half"), or in the description of a format ("Row major linear FP16
// format").
var dtypes = map[string]dtype{
	"float": {"float32", 32}, "fp32": {"float32", 32}, "half": {"float16", 16}, "fp16": {"float16", 16},
	"bfloat16": {"bfloat16", 16}, "bf16": {"bfloat16", 16}, "double": {"float64", 64}, "fp64": {"float64", 64},
	"fp8": {"fp8", 8}, "fp8e4m3": {"fp8", 8}, "fp4": {"fp4", 4}, "fp4e2m1": {"fp4", 4}, "e8m0": {"e8m0", 8},
	"bool": {"bool", 8}, "int4": {"int4", 4}, "uint4": {"uint4", 4}, "int8": {"int8", 8}, "uint8": {"uint8", 8},
	"int16": {"int16", 16}, "uint16": {"uint16", 16}, "int32": {"int32", 32}, "uint32": {"uint32", 32},
	"int64": {"int64", 64}, "uint64": {"uint64", 64},
}

// dtypeIn finds the element type in a description.
func dtypeIn(text string) (dtype, bool) {
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !('a' <= c && c <= 'z' || '0' <= c && c <= '9') }) {
		if found, ok := dtypes[word]; ok {
			return found, true
		}
	}
	return dtype{}, false
}

// bytes is the size of so many elements; nil if no plan has as many.
func (d dtype) bytes(elements int64) *int64 {
	high, total := bits.Mul64(uint64(elements), d.bits)
	if elements < 0 || high != 0 || total > math.MaxInt64/2 {
		return nil
	}
	size := int64((total + 7) / 8)
	return &size
}

// elements is how many elements a shape has; false if a dimension is free, or if no tensor is as large.
func elements(shape []int64) (int64, bool) {
	product := uint64(1)
	for _, size := range shape {
		if size < 0 {
			return 0, false
		}
		high, low := bits.Mul64(product, uint64(size))
		if high != 0 || low > 1<<60 {
			return 0, false
		}
		product = low
	}
	return int64(product), true
}

// formatOf separates what is said of a tensor's elements into type and format. Both are "" where the format
// depends on shapes that are not known.
func formatOf(datatype, format string) (dtype, string) {
	format = strings.TrimSuffix(strings.TrimSpace(format), ".")
	lower := strings.ToLower(format)
	if strings.HasPrefix(lower, "n/a") || strings.Contains(lower, "not available") || lower == "unknown format" || lower == "none" {
		format = ""
	}
	found, ok := dtypeIn(datatype)
	if !ok {
		found, _ = dtypeIn(format)
	}
	if _, alone := dtypes[strings.ToLower(format)]; alone {
		format = ""
	}
	return found, format
}

// sum adds the bytes of tensors; nil if one of them is not known.
func sum(tensors []result.LayerTensor) *int64 {
	var total int64
	for _, t := range tensors {
		if t.Bytes == nil || total > math.MaxInt64/2-*t.Bytes {
			return nil
		}
		total += *t.Bytes
	}
	return &total
}
