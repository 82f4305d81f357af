package wrap_test

import (
	"archive/zip"
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/planlint/planlint/analyze/wrap"
)

// place is what is expected of a plan besides its bytes.
type place struct {
	Member, Wrapper string
	Offset          int64
	Encoded         bool
}

func placeOf(p wrap.Plan) place { return place{p.Member, p.Wrapper, p.Offset, p.Encoded} }

// at returns where the plan stands in a file. Plans are looked for by all their bytes.
func at(file, plan []byte) int64 { return int64(bytes.Index(file, plan)) }

func TestFind(t *testing.T) {
	plan := planBytes(t)
	b64 := encoded(plan)
	torch := pickled([]byte("10"), []byte("_run_on_acc_0_engine"), []byte("0%9%0%0%NVIDIA H100"), b64, []byte("x"))
	binary64 := append([]byte{0x80, 4, 0x95, 0, 0, 0, 0, 0, 0, 0, 0, 'B', byte(len(plan)), byte(len(plan) >> 8), byte(len(plan) >> 16), 0}, plan...)
	latin1 := []byte(string(bytesAsRunes(plan)))
	tests := []struct {
		name string
		file []byte
		want []place
	}{
		{"bare", plan, []place{{}}},
		{"ultralytics", ultralytics(plan), []place{{Wrapper: "ultralytics"}}},
		{"executorch blob", delegate("TR01", plan), []place{{Wrapper: "executorch"}}},
		{"executorch blob with aliases", delegate("TR02", plan), []place{{Wrapper: "executorch"}}},
		{"executorch program", program(delegate("TR01", plan)), []place{{Member: "delegate 0", Wrapper: "executorch"}}},
		{"base64", b64, []place{{Wrapper: "base64", Encoded: true}}},
		{"base64 and a line break", append(slices.Clone(b64), "\r\n"...), []place{{Wrapper: "base64", Encoded: true}}},
		{"base64 in lines", lines(b64, 76, "\n"), []place{{Wrapper: "base64", Encoded: true}}},
		{"base64 in odd lines", lines(b64, 61, "\r\n"), []place{{Wrapper: "base64", Encoded: true}}},
		{"base64 without padding", bytes.TrimRight(b64, "="), []place{{Wrapper: "base64", Encoded: true}}},
		{"pickle of a record", torch, []place{{Wrapper: "torch-tensorrt", Encoded: true}}},
		{"pickle of bytes", binary64, []place{{Wrapper: "pickle"}}},
		{"pickle of bytes as text", pickled([]byte("engine"), latin1), []place{{Wrapper: "pickle", Encoded: true}}},
		{"pickle of two records", pickled(b64, b64), []place{
			{Member: "plan 1", Wrapper: "torch-tensorrt", Encoded: true}, {Member: "plan 2", Wrapper: "torch-tensorrt", Encoded: true}}},
		{"gzip", gzipped(t, plan), []place{{Wrapper: "gzip", Encoded: true}}},
		{"zstd", zstandard(t, plan), []place{{Wrapper: "zstd", Encoded: true}}},
		{"zstd behind a skippable frame", append([]byte("\x50\x2a\x4d\x18\x04\x00\x00\x00abcd"), zstandard(t, plan)...), []place{{Wrapper: "zstd", Encoded: true}}},
		{"gzip of zstd of ultralytics", gzipped(t, zstandard(t, ultralytics(plan))),
			[]place{{Wrapper: "gzip/zstd/ultralytics", Offset: at(ultralytics(plan), plan), Encoded: true}}},
		{"zip", archive(t, append(many(3, []byte("some text")), member{"a/model.bin", zip.Store, plan})...), []place{{Member: "a/model.bin", Wrapper: "zip"}}},
		{"zip of all methods", archive(t, member{"deflated", zip.Deflate, plan}, member{"stored", zip.Store, plan}, member{"zstd", zstd.ZipMethodWinZip, plan}), []place{
			{Member: "deflated", Wrapper: "zip", Encoded: true}, {Member: "stored", Wrapper: "zip"}, {Member: "zstd", Wrapper: "zip", Encoded: true}}},
		{"zip of ultralytics", archive(t, member{"a", zip.Store, ultralytics(plan)}), []place{{Member: "a", Wrapper: "zip/ultralytics"}}},
		{"zip of zip", archive(t, member{"a.zip", zip.Store, archive(t, member{"b", zip.Store, plan})}), []place{{Member: "a.zip!b", Wrapper: "zip/zip"}}},
		{"TorchScript", archive(t, member{"m/constants.pkl", zip.Store, pickled()}, member{"m/data.pkl", zip.Store, torch}), []place{
			{Member: "m/data.pkl", Wrapper: "torchscript/torch-tensorrt", Encoded: true}}},
		{"exported program", archive(t, member{"serialized_exported_program.json", zip.Deflate, []byte(`{"graph": {"nodes": [{"arg": "` + string(b64) + `"}]}}`)}), []place{
			{Member: "serialized_exported_program.json", Wrapper: "pytorch/torch-tensorrt", Encoded: true}}},
		{"PyTorch tensor of bytes", archive(t, member{"m/data.pkl", zip.Store, pickled()}, member{"m/data/0", zip.Store, plan}), []place{
			{Member: "m/data/0", Wrapper: "pytorch"}}},
		{"onnx", model(relu(), onnxNode{name: "TRT_0", embed: number(1), main: number(1), cache: plan}.bytes()), []place{{Member: "TRT_0", Wrapper: "onnx"}}},
		{"onnx with defaults", model(onnxNode{cache: plan}.bytes()), []place{{Member: "EPContext 1", Wrapper: "onnx"}}},
		{"onnx with a subgraph and a function", message(model(withGraph(graph(withGraph(graph(onnxNode{name: "deep", cache: plan}.bytes()))))), 25,
			message(message(nil, 1, []byte("f")), 7, onnxNode{partition: "part", cache: plan}.bytes())), []place{
			{Member: "deep", Wrapper: "onnx"}, {Member: "part", Wrapper: "onnx"}}},
		{"onnx with a node that refers to another", model(onnxNode{name: "a", main: number(0), embed: number(0), partition: "b"}.bytes(), onnxNode{name: "b", cache: plan}.bytes()),
			[]place{{Member: "b", Wrapper: "onnx"}}},
		{"onnx with another provider", model(onnxNode{name: "npu", source: "QNNExecutionProvider", cache: []byte("a QNN context")}.bytes(), onnxNode{name: "gpu", source: "TensorrtExecutionProvider", cache: plan}.bytes()),
			[]place{{Member: "gpu", Wrapper: "onnx"}}},
		{"zip of onnx", archive(t, member{"m.onnx", zip.Deflate, model(onnxNode{name: "n", cache: plan}.bytes())}), []place{
			{Member: "m.onnx!n", Wrapper: "zip/onnx", Offset: at(model(onnxNode{name: "n", cache: plan}.bytes()), plan), Encoded: true}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if !wrap.MaybePlan(test.file[:min(512, len(test.file))]) {
				t.Error("MaybePlan denies it")
			}
			plans, err := find(t, test.file, wrap.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []place
			for i, p := range plans {
				if p.Err != nil {
					t.Fatalf("%s: %v", p.Member, p.Err)
				}
				if !bytes.Equal(content(t, p), plan) {
					t.Errorf("%s: other bytes than the plan's", p.Member)
				}
				here := placeOf(p)
				if !p.Encoded { // where the file has the plan itself, that is the place
					if !bytes.Equal(test.file[p.Offset:][:p.Size], plan) {
						t.Errorf("%s: the plan is not at byte %d of the file", p.Member, p.Offset)
					}
					here.Offset = test.want[min(i, len(test.want)-1)].Offset
				}
				got = append(got, here)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("plans (-want +got):\n%s", diff)
			}
		})
	}
}

// bytesAsRunes makes each byte the character of its number.
func bytesAsRunes(b []byte) []rune {
	var r []rune
	for _, c := range b {
		r = append(r, rune(c))
	}
	return r
}

// lines breaks text into lines.
func lines(text []byte, length int, end string) []byte {
	var b []byte
	for line := range slices.Chunk(text, length) {
		b = append(append(b, line...), end...)
	}
	return b
}
