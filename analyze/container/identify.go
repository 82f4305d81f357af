package container

import (
	"fmt"
	"io"
)

// identifyRead is how much of a file's start is looked at, in bytes.
const identifyRead = 64 << 10

// Identify says what a file without a plan's tag is, with its article: "an HTML page", "an ONNX model". What
// it does not know it describes by its first bytes; it returns "" for a file that is empty or unreadable,
// or that does have the tag.
func Identify(r io.ReaderAt, size int64) string {
	if size <= 0 {
		return ""
	}
	head, err := readHead(r, size, identifyRead)
	if err != nil || HasTag(head) {
		return ""
	}
	for _, identify := range []func(head []byte, size int64) string{
		tagStart, identifyArchive, identifyMagic, identifySafetensors, identifyONNX, identifyText, identifyTag,
	} {
		if what := identify(head, size); what != "" {
			return what
		}
	}
	if allZero(head) {
		return identifyZeros(r, size)
	}
	return fmt.Sprintf("unknown data that starts with the bytes % x", head[:min(len(head), 8)])
}

// tagStart recognises a file that ends inside the tag.
func tagStart(head []byte, size int64) string {
	n := len(head)
	if n < tagSize && (string(head) == tagTensorRT[:n] || string(head) == tagRTX[:n]) {
		return "the start of a plan's tag and nothing else: perhaps a plan that was cut off"
	}
	return ""
}

// identifyTag recognises data that starts like the members of TensorRT's own family of formats: with four
// letters and then a small number.
func identifyTag(head []byte, size int64) string {
	if len(head) < 8 {
		return ""
	}
	for _, letter := range head[:tagSize] {
		if (letter < 'a' || letter > 'z') && (letter < 'A' || letter > 'Z') && (letter < '0' || letter > '9') {
			return ""
		}
	}
	if head[5] != 0 || head[6] != 0 || head[7] != 0 {
		return ""
	}
	return fmt.Sprintf("data with the unknown tag %q: plans start with %q or %q, an engine for DLA or safety may not",
		head[:tagSize], tagTensorRT, tagRTX)
}

// identifyZeros recognises what a download that preallocates its file leaves when it never finishes.
func identifyZeros(r io.ReaderAt, size int64) string {
	window := make([]byte, min(size, maxWindow))
	for _, offset := range []int64{0, size - int64(len(window))} {
		if err := readFull(r, window, offset); err != nil {
			return ""
		}
		if !allZero(window) {
			return "data that starts with zero bytes: its start was never written, or is lost"
		}
	}
	if size <= 2*maxWindow {
		return "nothing but zero bytes: a preallocated download or copy that never finished"
	}
	return "zero bytes in the first and last MiB: a preallocated download or copy that never finished"
}
