package stream

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
)

// TestRealPlansWriteBack writes the engine sections of real plans again from their records alone: what
// the reader says of them is all that there is.
func TestRealPlansWriteBack(t *testing.T) {
	for _, p := range rtx.Plans(t) {
		content, err := os.ReadFile(p.Path)
		if err != nil {
			t.Fatal(err)
		}
		const firstEntry = 64
		offset := int64(binary.LittleEndian.Uint64(content[firstEntry+8:]))
		size := int64(binary.LittleEndian.Uint64(content[firstEntry+16:]))
		if name := string(content[firstEntry : firstEntry+4]); name != "NGNE" {
			t.Fatalf("%s of %s: the first section is %q", p.Name, p.Version, name)
		}
		start, end := offset+headerRTX, offset+size
		records, err := collect(Walk(context.Background(), bytes.NewReader(content), start, end))
		if err != nil {
			t.Errorf("%s of %s: %v", p.Name, p.Version, err)
			continue
		}
		var w writer
		for _, r := range records {
			w.record(r, content[r.Payload:r.End()])
		}
		if !bytes.Equal(w.Bytes(), content[start:end]) {
			t.Errorf("%s of %s: %d records do not give the section again", p.Name, p.Version, len(records))
		}
	}
}
