package wrap_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/planlint/planlint/analyze/wrap"
)

// The programs that people use wrote these files.
func TestTools(t *testing.T) {
	plan := planBytes(t)
	for _, test := range []struct {
		wrapper string
		command []string
	}{
		{"gzip", []string{"gzip", "-9c"}},
		{"gzip", []string{"gzip", "-1c"}},
		{"zstd", []string{"zstd", "-19", "-qc"}},
		{"zstd", []string{"zstd", "-1", "--check", "-qc"}},
		{"zstd", []string{"zstd", "--long=27", "-qc"}},
		{"base64", []string{"base64"}},
		{"base64", []string{"base64", "-w", "0"}},
		{"base64", []string{"base64", "-w", "100"}},
	} {
		plans, err := find(t, output(t, plan, test.command[0], test.command[1:]...), wrap.Options{})
		if err != nil || len(plans) != 1 {
			t.Errorf("%v: %v, %v", test.command, plans, err)
			continue
		}
		if p := plans[0]; p.Wrapper != test.wrapper || !bytes.Equal(content(t, p), plan) {
			t.Errorf("%v: %+v, or other bytes than the plan's", test.command, p)
		}
	}
	for _, command := range [][]string{{"xz", "-c"}, {"bzip2", "-c"}} {
		_, err := find(t, output(t, plan, command[0], command[1:]...), wrap.Options{})
		if err == nil || !bytes.Contains([]byte(err.Error()), []byte(command[0]+" -dc")) {
			t.Errorf("%v: %v", command, err)
		}
	}
}

func TestZipProgram(t *testing.T) {
	plan := planBytes(t)
	folder := t.TempDir()
	write(t, filepath.Join(folder, "a", "model.plan"), plan)
	write(t, filepath.Join(folder, "a", "notes.txt"), []byte("notes"))
	needTool(t, "zip")
	for _, level := range []string{"-0", "-9"} {
		file := filepath.Join(folder, "all"+level+".zip")
		output(t, nil, "sh", "-c", "cd "+folder+" && zip -qr "+level+" "+file+" a")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		plans, err := find(t, data, wrap.Options{})
		if err != nil || len(plans) != 1 || plans[0].Member != "a/model.plan" || plans[0].Encoded != (level == "-9") || !bytes.Equal(content(t, plans[0]), plan) {
			t.Errorf("zip %s: %+v, %v", level, plans, err)
		}
	}
	// A zip archive written to a pipe has sizes behind the data, as zip64 has them.
	piped := output(t, plan, "zip", "-q", "-", "-")
	plans, err := find(t, piped, wrap.Options{})
	if err != nil || len(plans) != 1 || plans[0].Err != nil || !bytes.Equal(content(t, plans[0]), plan) {
		t.Errorf("zip to a pipe: %+v, %v", plans, err)
	}
}

// makeFiles writes what Python's own modules make of a plan: they are what the wrappers' authors use.
const makeFiles = `
import base64, io, json, pickle, struct, sys, zipfile
plan = open(sys.argv[1], "rb").read()
out = sys.argv[2] + "/"
record = ["10", "_run_on_acc_0", "0%9%0%0%NVIDIA H100 80GB HBM3", base64.b64encode(plan).decode("utf-8"), "x", "y", "0", "metadata", "linux_x86_64", "0", "0", "0"]
for protocol in 2, 3, 4, 5:
    open(out + "record%d.pkl" % protocol, "wb").write(pickle.dumps(record, protocol))
    open(out + "bytearray%d.pkl" % protocol, "wb").write(pickle.dumps({"engine": bytearray(plan), "input_names": ["x"]}, protocol))
    open(out + "bytes%d.pkl" % protocol, "wb").write(pickle.dumps(("module", plan), protocol))
    open(out + "extra%d.pkl" % protocol, "wb").write(pickle.dumps((["10", "e", "d", base64.b64encode(plan)],), protocol))
meta = json.dumps({"description": "YOLO", "author": "Ultralytics", "names": {"0": "Mädchen"}})
with open(out + "yolo.engine", "wb") as t:
    t.write(len(meta).to_bytes(4, byteorder="little", signed=True))
    t.write(meta.encode())
    t.write(plan)
def archive(name, members, **how):
    with zipfile.ZipFile(out + name, "w", **how) as z:
        for member, data in members:
            z.writestr(member, data)
archive("scripted.ts", [("m/data.pkl", pickle.dumps(record, 2)), ("m/constants.pkl", pickle.dumps((), 2)), ("m/code/__torch__.py", "class M: pass"), ("m/version", "3\n")])
archive("state.pth", [("m/data.pkl", pickle.dumps({"engine": bytearray(plan)}, 2)), ("m/version", "3\n")])
inner = io.BytesIO()
with zipfile.ZipFile(inner, "w") as z:
    z.writestr("archive/data.pkl", pickle.dumps(record, 2))
archive("exported.ep", [("serialized_exported_program.json", json.dumps({"graph_module": {}})), ("serialized_constants.pt", inner.getvalue())])
archive("cross.ep", [("serialized_exported_program.json", json.dumps({"args": record}))])
archive("deflated.zip", [("plan", plan)], compression=zipfile.ZIP_DEFLATED)
archive("lzma.zip", [("a.plan", plan), ("notes.txt", "text")], compression=zipfile.ZIP_LZMA)
with zipfile.ZipFile(out + "zip64.zip", "w") as z:
    with z.open("plan", "w", force_zip64=True) as f:
        f.write(plan)
open(out + "mime.txt", "wb").write(base64.encodebytes(plan))
`

func TestPython(t *testing.T) {
	python := needTool(t, "python3")
	plan := planBytes(t)
	folder := t.TempDir()
	write(t, filepath.Join(folder, "in.plan"), plan)
	output(t, nil, python, "-c", makeFiles, filepath.Join(folder, "in.plan"), folder)
	for name, wrapper := range map[string]string{
		"record2.pkl": "torch-tensorrt", "record3.pkl": "torch-tensorrt", "record4.pkl": "torch-tensorrt", "record5.pkl": "torch-tensorrt",
		"bytearray2.pkl": "pickle", "bytearray3.pkl": "pickle", "bytearray4.pkl": "pickle", "bytearray5.pkl": "pickle",
		"bytes2.pkl": "pickle", "bytes3.pkl": "pickle", "bytes4.pkl": "pickle", "bytes5.pkl": "pickle",
		"extra2.pkl": "torch-tensorrt", "extra3.pkl": "torch-tensorrt", "extra4.pkl": "torch-tensorrt", "extra5.pkl": "torch-tensorrt",
		"yolo.engine": "ultralytics", "scripted.ts": "torchscript/torch-tensorrt", "state.pth": "pytorch/pickle",
		"exported.ep": "pytorch/pytorch/torch-tensorrt", "cross.ep": "pytorch/torch-tensorrt",
		"deflated.zip": "zip", "zip64.zip": "zip", "mime.txt": "base64",
	} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		plans, err := find(t, data, wrap.Options{})
		if err != nil || len(plans) != 1 || plans[0].Err != nil {
			t.Errorf("%s: %+v, %v", name, plans, err)
			continue
		}
		if p := plans[0]; p.Wrapper != wrapper || !bytes.Equal(content(t, p), plan) {
			t.Errorf("%s: wrapper %s, want %s, or other bytes than the plan's", name, p.Wrapper, wrapper)
		}
	}
	data, err := os.ReadFile(filepath.Join(folder, "lzma.zip"))
	if err != nil {
		t.Fatal(err)
	}
	plans, err := find(t, data, wrap.Options{})
	if err != nil || len(plans) != 1 || plans[0].Err == nil {
		t.Errorf("lzma.zip: %+v, %v; want an entry that says that it is not looked through", plans, err)
	}
}
