package container

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The patterns are compiled when a file is no plan, not at the start of every run.
var (
	calibrationCache = lazily(`^TRT-\d+-\w*Calibration\w*\r?\n`)
	lfsPointer       = lazily(`^version https://git-lfs\.github\.com/spec/`)
	lfsSize          = lazily(`(?m)^size (\d{1,19})\r?$`)
	htmlStart        = lazily(`(?i)^<(!doctype html|html|head|body)\b`)
	htmlTitle        = lazily(`(?is)<title[^>]*>\s*(.{1,200}?)\s*</title>`)
	xmlErrorCode     = lazily(`<Error>\s*<Code>(\w{1,60})</Code>`)
)

func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// identifyText recognises text, and what a text is that commonly lies where a plan should be.
func identifyText(head []byte, size int64) string {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return "" // perhaps UTF-16, and just as well not
	}
	if !isText(head, size) {
		return ""
	}
	text := bytes.TrimLeftFunc(bytes.TrimPrefix(head, []byte("\ufeff")), unicode.IsSpace)
	switch {
	case lfsPointer().Match(text):
		if m := lfsSize().FindSubmatch(text); m != nil {
			return fmt.Sprintf("a Git LFS pointer: the file itself, %s bytes, was not fetched; run git lfs pull", m[1])
		}
		return "a Git LFS pointer: the file itself was not fetched; run git lfs pull"
	case calibrationCache().Match(text):
		return "a TensorRT calibration cache"
	case htmlStart().Match(text):
		if m := htmlTitle().FindSubmatch(text); m != nil {
			return fmt.Sprintf("an HTML page titled %+q: a server's answer was saved in place of the file", m[1])
		}
		return "an HTML page: a server's answer was saved in place of the file"
	case xmlErrorCode().Match(text):
		return fmt.Sprintf("a storage server's answer, %s, saved in place of the file", xmlErrorCode().FindSubmatch(text)[1])
	case bytes.HasPrefix(text, []byte("<?xml")):
		return "an XML document"
	case isJSON(text):
		return "a JSON document"
	case bytes.HasPrefix(text, []byte("#!")):
		return "a script"
	case len(text) == 0:
		return "a text file of blanks"
	}
	return "a text file"
}

// isText reports whether head is UTF-8 without control characters but for those of plain text. A few bytes
// prove nothing.
func isText(head []byte, size int64) bool {
	if len(head) < 4 {
		return false
	}
	if int64(len(head)) < size {
		head = cutRune(head)
	}
	if !utf8.Valid(head) {
		return false
	}
	return bytes.IndexFunc(head, func(c rune) bool {
		return unicode.IsControl(c) && !strings.ContainsRune("\t\n\r\f\v\x1b", c)
	}) < 0
}

// isJSON looks at the first token alone: the text may be cut.
func isJSON(text []byte) bool {
	if len(text) < 2 || (text[0] != '{' && text[0] != '[') {
		return false
	}
	next := bytes.TrimLeftFunc(text[1:], unicode.IsSpace)
	if len(next) == 0 {
		return false
	}
	if text[0] == '{' {
		return next[0] == '"' || next[0] == '}'
	}
	return strings.IndexByte("{[\"]-0123456789tfn", next[0]) >= 0
}
