package inspect

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
)

// start is how a text of the engine inspector starts.
var start = regexp.MustCompile(`^\{\s*"(?i:layers|layerinfo)"\s*:`)

// Is tells from the start of a file whether it is what Read reads: an object that starts with the layers, or a
// list of layers with types. A list of names alone is too little to tell.
func Is(r io.ReaderAt, size int64) (bool, error) {
	head := make([]byte, min(4096, max(0, size)))
	n, err := r.ReadAt(head, 0)
	if n < len(head) && err != nil && !errors.Is(err, io.EOF) {
		return false, fmt.Errorf("reading the start: %w", err)
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head[:n], []byte("\xef\xbb\xbf")), " \t\r\n")
	return start.Match(head) || bytes.HasPrefix(head, []byte("[")) && bytes.Contains(head, []byte(`"LayerType"`)), nil
}
