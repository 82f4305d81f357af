package cli

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/fixtures/seedmodels"
	"github.com/planlint/planlint/internal/bugreport"
	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/redact"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
)

// secrets are what must not be in any byte of a report: a folder, a user, a host, a token, a password, weights.
var secrets = []string{"vera-krüger", "vera", "Krüger", "gpu-farm-17", "proj-osprey", "s3cr3t-t0ken", "hunter2-pw", "corp.example", "WEIGHTSECRET", "nas-41"}

const secretText = "/home/vera/proj-osprey/x.py on gpu-farm-17.corp.example, https://vera:hunter2-pw@nas-41.corp.example/proj-osprey/y.plan?token=s3cr3t-t0ken, \\\\nas-41\\proj-osprey\\z.onnx, Krüger, vera_block my_vera2 2vera veraNet gpu-farm-17_v2 nas-41x"

// machineOfVera is the machine that a report is made on.
func machineOfVera(folder string) redact.Machine {
	return redact.Machine{Users: []string{"vera", "Vera Krüger", "Krüger"}, Hosts: []string{"gpu-farm-17.corp.example", "nas-41.corp.example"}, Folders: []string{"/home/vera", folder}}
}

// planted puts the secret text into every string of a document that may hold any.
func planted(t *testing.T, schema string, document any) string {
	t.Helper()
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	keep := map[string]bool{"schema": true, "verdict": true, "level": true, "kind": true, "outcome": true, "rule": true, "version": true, "origin": true, "tag": true,
		"family": true, "timing_cache": true, "process": true, "shapes": true, "state": true, "law": true, "dtype": true, "label": true}
	var plant func(any, string) any
	plant = func(v any, key string) any {
		switch v := v.(type) {
		case map[string]any:
			for k, one := range v {
				v[k] = plant(one, k)
			}
		case []any:
			for i, one := range v {
				v[i] = plant(one, key)
			}
		case string:
			if !keep[key] {
				return v + " " + secretText
			}
		}
		return v
	}
	made, err := json.Marshal(plant(tree, ""))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(made, []byte("proj-osprey")) {
		t.Fatalf("no secret was planted in %s", schema)
	}
	path := filepath.Join(t.TempDir(), strings.ReplaceAll(schema, "/", "-")+".json")
	if err := os.WriteFile(path, made, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func wrote(t *testing.T, path string, write func(*os.File) error) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err == nil {
		err = errors.Join(write(file), file.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// secretHead is the head of the issue with secrets in names, notes and weights.
func secretHead() *onnx.Model {
	m := seedmodels.Head(seedmodels.Half(1, 64, 736, 416), false)
	m.ProducerName, m.Metadata = secretText, []onnx.Property{{Key: "path", Value: secretText}}
	m.Graph.Name = "/home/vera/proj-osprey/net.onnx"
	m.Graph.Initializers[0].SetValues(bytes.NewReader(bytes.Repeat([]byte("WEIGHTSECRET"), 2*256*64*9/12)))
	for i, n := range m.Graph.Nodes {
		if n.Name != "" {
			n.Name = []string{"/home/vera/proj-osprey/" + n.Name + ".py", "vera_" + n.Name, n.Name + "/my_Vera2", "gpu-farm-17_" + n.Name}[i%4]
		}
	}
	m.Graph.Nodes[0].SetAttribute("note", "by vera on gpu-farm-17 in /home/vera/proj-osprey")
	return m
}

// runReport makes a report as Vera does, and returns what was printed and the files of the archive.
func runReport(t *testing.T, args ...string) (code int, stdout string, files map[string]string) {
	t.Helper()
	archive := filepath.Join(t.TempDir(), "evidence.zip")
	var out, complaints bytes.Buffer
	a := &app{args: append([]string{"report", "-o", archive}, args...), stdin: strings.NewReader(""), stdout: &out, stderr: &complaints,
		machine:  func() core.Options { return core.Options{} },
		identity: func() redact.Machine { return machineOfVera(filepath.Dir(archive)) }}
	root := newRoot(a)
	root.SetArgs(a.args)
	root.SetOut(&out)
	root.SetErr(&complaints)
	ran, err := root.ExecuteContextC(t.Context())
	code = a.exit(t.Context(), ran, err)
	files = map[string]string{}
	if zipped, err := zip.OpenReader(archive); err == nil {
		for _, f := range zipped.File {
			opened, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(opened)
			if err != nil {
				t.Fatal(err)
			}
			files[f.Name] = string(data)
		}
		if err := zipped.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if code != 0 {
		t.Logf("exit status %d: %s", code, complaints.String())
	}
	return code, out.String(), files
}

func noSecrets(t *testing.T, where, text string) {
	t.Helper()
	for _, secret := range secrets {
		if i := strings.Index(strings.ToLower(text), strings.ToLower(secret)); i >= 0 {
			t.Errorf("%s has %q: ...%q...", where, secret, text[max(0, i-60):min(len(text), i+60)])
		}
	}
}

// TestReportKeepsSecrets plants secrets in every input and wants none in any byte of the output.
func TestReportKeepsSecrets(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "proj-osprey", "vera")
	write := func(name string, r fixtures.Recipe) string {
		return wrote(t, filepath.Join(folder, name), func(f *os.File) error { return r.WriteTo(context.Background(), f) })
	}
	plan := write("vera-krüger.plan", fixtures.SeedPadded(fixtures.InsideBehindEndTag))
	clean := write("clean gpu-farm-17_v2.plan", fixtures.SeedCleanHead())
	model := wrote(t, filepath.Join(folder, "net_of_vera2_v2.onnx"), func(f *os.File) error { return onnx.Write(context.Background(), f, secretHead()) })
	saved := func(format string, args ...string) string {
		var out bytes.Buffer
		Main(t.Context(), append(args, "--format", "json"), strings.NewReader(""), &out, io.Discard)
		var document map[string]any
		if err := json.Unmarshal(out.Bytes(), &document); err != nil {
			t.Fatal(err)
		}
		return planted(t, format, document)
	}
	explained := saved(result.SchemaExplain, "explain", plan, "--model", model)
	scanned := saved(result.SchemaScan, "scan", plan)
	compared := saved(result.SchemaCompare, "compare", clean, plan)
	doctor := result.NewDocument[result.Doctor](result.SchemaDoctor, "1")
	doctor.Results = []result.Doctor{{Platform: "linux/amd64", GPU: result.GPUs{Visible: true, Why: "w", Driver: "570", CUDA: "12", Devices: []result.GPU{{Name: "NVIDIA H100"}}},
		TensorRT: []result.DoctorTensorRT{{Name: "trt11", TRT: "t", Folder: "f", Worker: result.DoctorWorker{State: "ready", Path: "p", Why: "w"}}}, Tools: []result.DoctorTool{{Name: "g++", Path: "p"}}, Next: []result.DoctorStep{{Command: "c", Why: "w"}}}}
	built := result.NewDocument[result.Build](result.SchemaBuild, "1")
	built.Results = []result.Build{{Model: result.BuildModel{File: "m"}, Machine: result.BuildMachine{Platform: "p", GPUs: []string{"g"}, Driver: "d"}, Command: []string{"planlint", "build", "--timing-cache=/home/vera/c"},
		Settings: result.BuildSettings{Flags: []string{"FP16"}, TimingCache: "c", Tiling: "t", Profiles: []result.BuildProfile{{Input: "x", Min: []int64{1}, Opt: []int64{1}, Max: []int64{1}}}},
		Plans:    []result.BuiltPlan{}, Failure: &result.Error{File: "f", Message: "m"}, TimingCache: "none", Process: "each"}}
	fix := map[string]any{"schema": "planlint/fix/v1", "results": []any{map[string]any{"moves": []any{map[string]any{"node": "n", "over": "o", "over_op": "p", "direction": "d", "why": "w"}}, "refused": []any{map[string]any{"node": "n", "why": "w"}},
		"proof": map[string]any{"checks": []any{map[string]any{"title": "t", "types": []any{"y"}, "why": "w"}}, "plans": map[string]any{"builder": "b"}}}}}
	others := []string{"--doctor", planted(t, result.SchemaDoctor, doctor), "--build", planted(t, result.SchemaBuild, built), "--sweep", planted(t, result.SchemaBuild, built), "--fix", planted(t, "planlint/fix/v1", fix)}
	for name, args := range map[string][]string{
		"plans": append([]string{plan, "--against", clean, "--model", model}, others...), "explained": append([]string{explained}, others...),
		"scanned": append([]string{scanned, "--against", scanned, "--model", model}, others...), "compared": append([]string{compared}, others...),
		"anonymous": append([]string{plan, "--against", clean, "--model", model, "--anonymize"}, others...), "json": {plan, "--model", model, "--format", "json"},
		"an error": {filepath.Join(folder, "vera.plan"), "--format", "json"}, "no model": {plan, "--format", "json", "--model", plan},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, stdout, files := runReport(t, args...)
			if failing := name == "an error" || name == "no model"; (code != 0) != failing || !failing && len(files) < 5 || stdout == "" {
				t.Errorf("exit status %d, %d files, %d bytes of output", code, len(files), len(stdout))
			}
			noSecrets(t, "standard output", stdout)
			for file, text := range files {
				noSecrets(t, file, text)
			}
			if name == "anonymous" && strings.Contains(strings.Join([]string{stdout, files["repro.py"], files["explain.json"]}, ""), "lrelu") {
				t.Error("the name of a node is left")
			}
		})
	}
}

// TestReportScript runs the scripts of reports with a real builder, which does not pad, and compares what they say with
// what planlint does.
func TestReportScript(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	plan := wrote(t, filepath.Join(folder, "padded.plan"), func(f *os.File) error {
		return fixtures.Padded{Content: 3 << 20, Zeros: 40 << 20, Version: fixtures.VersionPadded}.Recipe(fixtures.InsideBeforeEndTag).WriteTo(context.Background(), f)
	})
	seed := wrote(t, filepath.Join(folder, "seed.plan"), func(f *os.File) error {
		return fixtures.SeedPadded(fixtures.InsideBehindEndTag).WriteTo(context.Background(), f)
	})
	small := seedmodels.All()
	many := seedmodels.New(seedmodels.Half(1, 64, 8, 8)) // too many nodes for the script
	for i := range 500 {
		many.Then("Relu", fmt.Sprintf("relu%d", i))
	}
	many.Conv("conv", 64, 64)
	small["many"] = many.ONNX()
	model := func(name string) string {
		return wrote(t, filepath.Join(folder, name+".onnx"), func(f *os.File) error { return onnx.Write(context.Background(), f, small[name]) })
	}
	head, free, large := model(seedmodels.HeadPadded), model(seedmodels.HeadFree), model("many")
	versions := rtx.Versions()
	for name, test := range map[string]struct {
		args  []string
		cases []string
	}{
		"in the script": {[]string{seed, "--model", head}, []string{"repro.onnx, the model: ", "lone.onnx, LeakyRelu alone: ", "control.onnx, "}},
		"free":          {[]string{seed, "--model", free, "--shape", "x=1x64x736x416"}, []string{"repro.onnx, the model: ", "lone.onnx, "}},
		"anonymous":     {[]string{seed, "--model", head, "--anonymize"}, []string{"repro.onnx, the model: ", "lone.onnx, LeakyRelu alone: "}},
		"with weights":  {[]string{seed, "--model", head, "--include-weights"}, []string{"repro.onnx, the model: "}},
		"in a file":     {[]string{plan, "--model", large}, []string{"repro.onnx, the model: "}},
	} {
		for _, version := range versions {
			if version != versions[0] && (name != "in the script" || testing.Short()) {
				continue
			}
			t.Run(name+" "+version, func(t *testing.T) {
				t.Parallel()
				code, stdout, files := runReport(t, test.args...)
				if code != 0 {
					t.Fatalf("exit status %d", code)
				}
				place := t.TempDir()
				for file, text := range files {
					wrote(t, filepath.Join(place, file), func(f *os.File) error { _, err := f.WriteString(text); return err })
				}
				if strings.Contains(stdout, "```python\n") && !strings.Contains(stdout, strings.TrimRight(files["repro.py"], "\n")) {
					t.Error("the script in the report is another one than that in the archive")
				}
				python, site := rtx.Python(t, version)
				output := runScript(t, python, site, place)
				if !strings.Contains(output, version+"\n") {
					t.Errorf("it is not TensorRT-RTX %s: %s", version, output)
				}
				for _, want := range test.cases {
					if !strings.Contains(output, "\n"+want) {
						t.Errorf("%q is missing in %s", want, output)
					}
				}
				if strings.Contains(output, "zero run") {
					t.Errorf("a builder that does not pad: %s", output)
				}
			})
		}
	}
	t.Run("zero runs", func(t *testing.T) {
		t.Parallel()
		_, _, files := runReport(t, plan)
		place := t.TempDir()
		wrote(t, filepath.Join(place, "repro.py"), func(f *os.File) error { _, err := f.WriteString(files["repro.py"]); return err })
		python, site := rtx.Python(t, versions[0])
		var evidence bugreport.Evidence
		if err := evidence.Read(fmt.Appendf(nil, `%s`, files["scan.json"])); err != nil {
			t.Fatal(err)
		}
		zeros := evidence.Scan.Zeros
		want := fmt.Sprintf("zero run of 41,943,040 bytes at offset %s\n", "3,145,728")
		if output := runScript(t, python, site, place, plan); !strings.Contains(output, want) || zeros.Longest.Length != 40<<20 || zeros.Longest.Offset != 3<<20 ||
			!strings.Contains(output, fmt.Sprintf("%.3f %% zeros", 100*zeros.Share)) {
			t.Errorf("%s\n%+v", output, zeros)
		}
	})
}

func runScript(t *testing.T, python, site, folder string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), python, append([]string{"-B", "repro.py"}, args...)...)
	command.Dir = folder
	command.Env = append(os.Environ(), "TRT=tensorrt_rtx_bindings", "PYTHONPATH="+site)
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return string(output)
}
