package wrap_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/planlint/planlint/analyze/wrap"
)

// tiny is the smallest thing that is taken for a plan's start, so that a mutation hits a wrapper.
var tiny = append([]byte("ftrt\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00\x08\x06\x01\x06"), make([]byte, 36)...)

// check looks for plans in any bytes: there is an error or there are plans, whose windows lie in the file.
func check(t *testing.T, file []byte) {
	stores := &spools{}
	options := wrap.Options{Path: filepath.Join("testdata", "none", "model.onnx"), Spool: stores.spool, MaxDecoded: 4 << 20}
	plans, err := wrap.Find(context.Background(), bytes.NewReader(file), int64(len(file)), options)
	if (err == nil) != (len(plans) > 0) {
		t.Fatalf("%d plans and the error %v", len(plans), err)
	}
	if err != nil && strings.Contains(err.Error(), "\n") {
		t.Errorf("the error has several lines: %q", err)
	}
	for _, p := range plans {
		switch {
		case p.Reader == nil || p.Size <= 0 || p.Offset < 0:
			t.Errorf("impossible plan %+v", p)
		case p.Err != nil:
		case !p.Encoded && (p.Offset > int64(len(file)) || p.Size > int64(len(file))-p.Offset):
			t.Errorf("the plan of %d bytes at %d is outside of the file's %d", p.Size, p.Offset, len(file))
		default:
			got := new(bytes.Buffer)
			_, err := io.Copy(got, io.NewSectionReader(p.Reader, 0, p.Size))
			if err == nil && int64(got.Len()) != p.Size {
				t.Errorf("%d of %d bytes can be read", got.Len(), p.Size)
			}
			if !p.Encoded && !bytes.Equal(got.Bytes(), file[p.Offset:][:p.Size]) {
				t.Error("other bytes than the file's")
			}
		}
		if err := errors.Join(p.Close(), p.Close()); err != nil {
			t.Error(err)
		}
	}
	if n := stores.open.Load(); n != 0 {
		t.Errorf("%d stores are open", n)
	}
}

func fuzz(f *testing.F, seeds ...[]byte) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(check)
}

func FuzzFind(f *testing.F) {
	fuzz(f, tiny, nil, []byte("text"), []byte("\xfd7zXZ\x00"), ultralytics(tiny), gzipped(f, ultralytics(tiny)), archive(f, member{"a", zip.Store, model(onnxNode{cache: tiny}.bytes())}))
}

func FuzzUltralytics(f *testing.F) {
	fuzz(f, ultralytics(tiny), []byte("\x02\x00\x00\x00{}ftrt"))
}

func FuzzExecuTorch(f *testing.F) {
	fuzz(f, delegate("TR01", tiny), delegate("TR02", tiny), program(delegate("TR01", tiny)), program(delegate("TR01", tiny), delegate("TR02", tiny)))
}

func FuzzZip(f *testing.F) {
	fuzz(f, archive(f, member{"a", zip.Store, tiny}, member{"b", zip.Deflate, tiny}), archive(f, member{"b", zstd.ZipMethodWinZip, tiny}),
		archive(f, member{"m/constants.pkl", zip.Store, nil}, member{"m/data.pkl", zip.Deflate, pickled(encoded(tiny))}))
}

func FuzzPickle(f *testing.F) {
	fuzz(f, pickled(encoded(tiny)), pickled([]byte("a"), []byte(string(bytesAsRunes(tiny)))), append([]byte{0x80, 4, 0x8e, 64, 0, 0, 0, 0, 0, 0, 0}, tiny...), append([]byte{0x80, 3, 'N'}, tiny...))
}

func FuzzONNX(f *testing.F) {
	fuzz(f, model(onnxNode{name: "n", cache: tiny}.bytes()), model(relu(), withGraph(graph(onnxNode{embed: number(0), cache: []byte("a")}.bytes()))),
		model(onnxNode{source: "QNNExecutionProvider", main: number(0), partition: "p"}.bytes()), message(varint(nil, 1, 8), 25, message(nil, 7, onnxNode{cache: tiny}.bytes())))
}

func FuzzStream(f *testing.F) {
	fuzz(f, gzipped(f, tiny), zstandard(f, tiny), append(gzipped(f, tiny), gzipped(f, tiny)...), []byte("\x50\x2a\x4d\x18\x04\x00\x00\x00abcd"))
}

// FuzzBase64 compares what is read with what encoding/base64 makes of the text without its line breaks.
func FuzzBase64(f *testing.F) {
	text := encoded(tiny)
	f.Add(text, uint16(0), uint16(5))
	f.Add(lines(text, 20, "\n"), uint16(3), uint16(10))
	f.Add(lines(text, 19, "\r\n"), uint16(30), uint16(100))
	f.Add(append(bytes.Clone(text[:30]), "!\n=\n="...), uint16(0), uint16(20))
	f.Fuzz(func(t *testing.T, file []byte, from, length uint16) {
		check(t, file)
		plans, err := wrap.Find(context.Background(), bytes.NewReader(file), int64(len(file)), wrap.Options{})
		if err != nil || len(plans) != 1 || plans[0].Wrapper != "base64" || plans[0].Err != nil {
			return
		}
		p := plans[0]
		got := make([]byte, p.Size)
		if _, err := p.Reader.ReadAt(got, 0); err != nil {
			return
		}
		if !bytes.HasPrefix(file, []byte("ZnRyd")) && !bytes.HasPrefix(file, []byte("dnRyd")) {
			return // a record in a pickle, whose text is part of the file
		}
		plain := strings.TrimRight(strings.NewReplacer("\n", "", "\r", "").Replace(string(file)), "\t \x00")
		plain = strings.NewReplacer("\t", "", " ", "", "\x00", "").Replace(plain)
		want, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(plain, "="))
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%q: got %x, want %x, %v", file, got, want, err)
		}
		if int64(from) < p.Size {
			part := make([]byte, min(int64(length), p.Size-int64(from)))
			if _, err := p.Reader.ReadAt(part, int64(from)); err != nil || !bytes.Equal(part, want[from:][:len(part)]) {
				t.Fatalf("%d bytes from %d on: %x, %v", length, from, part, err)
			}
		}
	})
}
