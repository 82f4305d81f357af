package wrap_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/result"
)

// kindOf tells the kinds of errors of the package apart.
func kindOf(err error) result.ErrorKind {
	var broken *container.DamagedError
	switch {
	case errors.As(err, &broken):
		return broken.Kind
	case errors.Is(err, container.ErrNotPlan):
		return result.KindNotPlan
	}
	return result.KindUnreadable
}

func TestFindErrors(t *testing.T) {
	plan := planBytes(t)
	wrapped := ultralytics(plan)
	long := slices.Clone(wrapped)
	binary.LittleEndian.PutUint32(long, uint32(len(long)))
	notJSON := slices.Clone(wrapped)
	notJSON[5] = '}'
	misplaced := delegate("TR01", plan)
	binary.LittleEndian.PutUint32(misplaced[12:], 40)
	broken := encoded(plan)
	broken[2000] = '!'
	ragged := lines(encoded(plan), 76, "\n")
	ragged = slices.Insert(ragged, 5000, '\n')
	zipped := archive(t, member{"a", zip.Deflate, plan})
	corrupt := gzipped(t, plan)
	corrupt[len(corrupt)/2] ^= 0x55
	tests := []struct {
		name string
		file []byte
		kind result.ErrorKind
		say  string
	}{
		{"nothing", nil, result.KindEmpty, "0 bytes"},
		{"Ultralytics, length past the end", long, result.KindTruncated, "should end at byte"},
		{"Ultralytics, no JSON", notJSON, result.KindDamaged, "not JSON"},
		{"Ultralytics, no plan", wrapped[:len(wrapped)-len(plan)], result.KindTruncated, "without a plan"},
		{"Ultralytics around something else", append(slices.Clone(wrapped[:len(wrapped)-len(plan)]), "ONNX"...), result.KindNotPlan, "Ultralytics"},
		{"C code", []byte("int main(void) {\n\treturn 0;\n}"), result.KindNotPlan, ""},
		{"ExecuTorch blob, cut header", delegate("TR01", plan)[:20], result.KindTruncated, "shorter than its header"},
		{"ExecuTorch blob, cut", delegate("TR01", plan)[:4000], result.KindTruncated, "there are 4000"},
		{"ExecuTorch blob, plan in the metadata", misplaced, result.KindDamaged, "places"},
		{"ExecuTorch program without a plan", program([]byte("XNNPACK")), result.KindNotPlan, "an ExecuTorch program without a plan"},
		{"base64, cut", bytes.TrimRight(encoded(plan), "=")[:4001], result.KindTruncated, "cut"},
		{"zip without a plan", archive(t, many(12, []byte("text"))...), result.KindNotPlan, "a zip archive without a plan (12 members)"},
		{"PyTorch without a plan", archive(t, member{"m/data.pkl", zip.Store, pickled([]byte("weight"))}, member{"m/data/0", zip.Store, make([]byte, 4096)}), result.KindNotPlan, "a PyTorch archive without a plan (2 members)"},
		{"zip, cut", zipped[:len(zipped)-30], result.KindDamaged, "directory"},
		{"zip, only its start", zipped[:30], result.KindDamaged, "directory"},
		{"pickle without a plan", pickled([]byte("x")), result.KindNotPlan, "a Python pickle without a plan"},
		{"gzip of text", gzipped(t, []byte("just a few words of text")), result.KindNotPlan, "gzip stream"},
		{"gzip, cut", gzipped(t, plan)[:3000], result.KindTruncated, "gzip: the stream ends too early"},
		{"gzip, cut in its header", gzipped(t, plan)[:5], result.KindTruncated, "gzip"},
		{"gzip, damaged", corrupt, result.KindDamaged, "gzip: damaged"},
		{"zstd, cut", zstandard(t, plan)[:3000], result.KindTruncated, "zstd"},
		{"zstd, window of 512 MiB", []byte("\x28\xb5\x2f\xfd\x00\x98\x01\x00\x00"), result.KindUnreadable, "zstd -d --long=31"},
		{"zstd, one segment of 1 GiB", []byte("\x28\xb5\x2f\xfd\xa0\x00\x00\x00\x40\x01\x00\x00"), result.KindUnreadable, "zstd -d --long=31"},
		{"xz", []byte("\xfd7zXZ\x00\x00"), result.KindNotPlan, "xz -dc"},
		{"bzip2", []byte("BZh91AY&SY"), result.KindNotPlan, "bzip2 -dc"},
		{"onnx without EPContext", model(relu(), relu()), result.KindNotPlan, "an ONNX model without a plan (no EPContext node)"},
		{"onnx of another provider", model(onnxNode{source: "QNNExecutionProvider", cache: []byte("context")}.bytes()), result.KindNotPlan, `1 EPContext node of "QNNExecutionProvider"`},
		{"onnx of another provider, beside", model(onnxNode{source: "QNNExecutionProvider", embed: number(0), cache: []byte("x.bin")}.bytes()), result.KindNotPlan, "QNNExecutionProvider"},
		{"onnx, cut", model(relu())[:60], result.KindDamaged, "reaches past the end"},
		{"a SavedModel of TensorFlow", message(varint(nil, 1, 1), 2, make([]byte, 100)), result.KindNotPlan, "no graph"},
		{"bytes that look like a model", []byte("\x08\x0a\x12\xff\xff\x7f and so on"), result.KindNotPlan, "no graph"},
		{"too deep", gzipped(t, gzipped(t, gzipped(t, gzipped(t, gzipped(t, plan))))), result.KindUnreadable, "more than 4 formats"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			plans, err := find(t, test.file, wrap.Options{})
			if err == nil || len(plans) != 0 {
				t.Fatalf("%d plans, error %v; want no plan and an error", len(plans), err)
			}
			if kind := kindOf(err); kind != test.kind {
				t.Errorf("%v: kind %s, want %s", err, kind, test.kind)
			}
			if !strings.Contains(err.Error(), test.say) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q, want one line with %q", err, test.say)
			}
		})
	}
	for name, file := range map[string][]byte{"illegal character": broken, "line of another length": ragged} {
		t.Run("base64, "+name, func(t *testing.T) {
			plans, err := find(t, file, wrap.Options{})
			if err != nil || len(plans) != 1 {
				t.Fatal(plans, err)
			}
			_, err = io.Copy(io.Discard, io.NewSectionReader(plans[0].Reader, 0, plans[0].Size))
			if kindOf(err) != result.KindDamaged || !strings.Contains(err.Error(), "base64 text") {
				t.Errorf("reading it: %v, want damaged base64 text", err)
			}
		})
	}
}

// One bad member never hides the others.
func TestBadMembers(t *testing.T) {
	plan := planBytes(t)
	cut := gzipped(t, plan)[:3000]
	file := archive(t, member{"cut.gz", zip.Store, cut}, member{"text", zip.Store, []byte("text")}, member{"good", zip.Deflate, plan},
		member{"short.engine", zip.Store, ultralytics(plan)[:20]})
	plans, err := find(t, file, wrap.Options{})
	if err != nil || len(plans) != 3 {
		t.Fatalf("%d plans, error %v; want 3", len(plans), err)
	}
	for i, want := range []struct {
		member string
		kind   result.ErrorKind
	}{{"cut.gz", result.KindTruncated}, {"good", ""}, {"short.engine", result.KindTruncated}} {
		p := plans[i]
		if p.Member != want.member || (p.Err == nil) != (want.kind == "") || p.Err != nil && kindOf(p.Err) != want.kind {
			t.Errorf("entry %d is %s: %v; want %s, %q", i, p.Member, p.Err, want.member, want.kind)
		}
		if p.Err != nil {
			if _, err := p.Reader.ReadAt(make([]byte, 1), 0); !errors.Is(err, p.Err) {
				t.Errorf("%s: reading gives %v, not its error", p.Member, err)
			}
		}
	}
	if !bytes.Equal(content(t, plans[1]), plan) {
		t.Error("the good member has other bytes than the plan's")
	}
}

func TestDamagedMembers(t *testing.T) {
	plan := planBytes(t)
	good := member{"good", zip.Store, plan}
	file := archive(t, member{"first.plan", zip.Deflate, plan}, good)
	for name, test := range map[string]struct {
		damage func([]byte)
		say    string
	}{
		"checksum":     {func(b []byte) { b[bytes.Index(b, []byte("PK\x01\x02"))+16] ^= 1 }, "damaged"},
		"encrypted":    {func(b []byte) { b[bytes.Index(b, []byte("PK\x01\x02"))+8] |= 1 }, "encrypted"},
		"method":       {func(b []byte) { b[bytes.Index(b, []byte("PK\x01\x02"))+10] = 14 }, "method 14"},
		"local header": {func(b []byte) { b[0] = 'p' }, "header"},
		"data":         {func(b []byte) { b[200] ^= 0xff; b[201] ^= 0xff; b[300] ^= 0x55 }, "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			b := slices.Clone(file)
			test.damage(b)
			if name == "local header" {
				b = append([]byte("PK\x03\x04"), b...) // still a zip archive by its first bytes
			}
			plans, err := find(t, b, wrap.Options{})
			if err != nil || len(plans) != 2 || plans[1].Err != nil {
				t.Fatal(plans, err)
			}
			if plans[0].Err == nil || !strings.Contains(plans[0].Err.Error(), test.say) {
				t.Errorf("error %v, want one with %q", plans[0].Err, test.say)
			}
		})
	}
}

// A member whose compression is not known is left out if its name promises no plan.
func TestUnknownMethod(t *testing.T) {
	file := archive(t, member{"README.txt", zip.Deflate, []byte("text")}, member{"good", zip.Store, planBytes(t)})
	file[bytes.Index(file, []byte("PK\x01\x02"))+10] = 12
	plans, err := find(t, file, wrap.Options{})
	if err != nil || len(plans) != 1 || plans[0].Member != "good" {
		t.Errorf("%v, error %v; want the good member alone", plans, err)
	}
}

// A node of TensorRT that holds something else is an error of the model, and says nothing against a plan.
func TestNodesWithoutPlan(t *testing.T) {
	for name, test := range map[string]struct {
		node onnxNode
		say  string
	}{
		"text":          {onnxNode{source: "TensorrtExecutionProvider", cache: []byte("just text")}, "should hold a plan: not a TensorRT plan but a text file"},
		"nothing":       {onnxNode{source: "TensorrtExecutionProvider"}, "no ep_cache_context"},
		"no file":       {onnxNode{source: "TensorrtExecutionProvider", embed: number(0)}, "names no file"},
		"file of text":  {onnxNode{source: "TensorrtExecutionProvider", embed: number(0), cache: []byte("text.plan")}, `in the file "text.plan" beside it: not a TensorRT plan but a text file`},
		"missing file":  {onnxNode{source: "TensorrtExecutionProvider", embed: number(0), cache: []byte("gone.plan")}, "it is not there"},
		"absolute path": {onnxNode{source: "TensorrtExecutionProvider", embed: number(0), cache: []byte("/etc/passwd")}, "absolute"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, "text.plan"), []byte("just text"), 0o644); err != nil {
				t.Fatal(err)
			}
			plans, err := find(t, model(test.node.bytes()), wrap.Options{Path: filepath.Join(folder, "ctx.onnx")})
			if err != nil || len(plans) != 1 || plans[0].Err == nil {
				t.Fatal(plans, err)
			}
			if err := plans[0].Err; kindOf(err) != result.KindUnreadable || !strings.Contains(err.Error(), test.say) {
				t.Errorf("%v of kind %s, want %q of kind unreadable", err, kindOf(err), test.say)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	bomb := gzipped(t, append(planBytes(t), make([]byte, 10<<20)...))
	_, err := find(t, bomb, wrap.Options{MaxDecoded: 1 << 20})
	if err == nil || !strings.Contains(err.Error(), "more bytes than allowed") {
		t.Errorf("a stream over the limit: %v", err)
	}
	_, err = wrap.Find(t.Context(), bytes.NewReader(bomb), int64(len(bomb)), wrap.Options{})
	if !errors.Is(err, wrap.ErrNoSpool) {
		t.Errorf("a stream without a place for it: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = wrap.Find(ctx, bytes.NewReader(bomb), int64(len(bomb)), wrap.Options{Spool: func(_ context.Context, r io.Reader) (wrap.Spooled, error) {
		cancel()
		_, err := io.Copy(io.Discard, r)
		return nil, err
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search: %v", err)
	}
	full := errors.New("no space left on device")
	_, err = find(t, bomb, wrap.Options{Spool: func(context.Context, io.Reader) (wrap.Spooled, error) { return nil, full }})
	if !errors.Is(err, full) || kindOf(err) != result.KindUnreadable {
		t.Errorf("a full disk: %v", err)
	}
	// A pointer to nothing is an interface that is not nil.
	var nothing *memory
	_, err = find(t, bomb[:3000], wrap.Options{Spool: func(_ context.Context, r io.Reader) (wrap.Spooled, error) {
		_, err := io.Copy(io.Discard, r)
		return nothing, err
	}})
	if kindOf(err) != result.KindTruncated {
		t.Errorf("a store that fails and returns a nil pointer: %v", err)
	}
}

// failing is a disk that cannot be read behind a place.
type failing struct {
	io.ReaderAt
	behind int64
}

func (f failing) ReadAt(p []byte, offset int64) (int, error) {
	if offset+int64(len(p)) > f.behind {
		return 0, fs.ErrPermission
	}
	return f.ReaderAt.ReadAt(p, offset)
}

// A disk error is not taken for a damaged file.
func TestReadErrors(t *testing.T) {
	plan := planBytes(t)
	for name, file := range map[string][]byte{
		"gzip": gzipped(t, plan), "zstd": zstandard(t, plan), "zip": archive(t, member{"a", zip.Store, plan}),
		"pickle": pickled([]byte("x"), encoded(plan)), "onnx": model(relu(), onnxNode{cache: plan}.bytes()),
		"program": program(delegate("TR01", plan)), "base64": encoded(plan),
	} {
		stores := &spools{}
		_, err := wrap.Find(t.Context(), failing{bytes.NewReader(file), 700}, int64(len(file)), wrap.Options{Spool: stores.spool})
		if !errors.Is(err, fs.ErrPermission) || kindOf(err) != result.KindUnreadable {
			t.Errorf("%s: %v, want the disk's error", name, err)
		}
	}
}
