package folder_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/planlint/planlint/analyze/folder"
	"github.com/planlint/planlint/fixtures"
)

// tree writes files below a new folder. "plan" stands for a plan.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	plan, err := fixtures.SeedCleanLeakyRelu().Bytes()
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for name, text := range files {
		data := []byte(text)
		if text == "plan" {
			data = plan
		}
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// search returns what is found, one line each, with paths relative to root.
func search(t testing.TB, root string) (found, problems []string, err error) {
	t.Helper()
	plans, wrong, err := folder.Find(t.Context(), root)
	relative := func(path string) string {
		r, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		return filepath.ToSlash(r)
	}
	for _, p := range plans {
		line := relative(p.Path)
		if m := p.Member; m != nil {
			line += fmt.Sprintf(": %s %s %s", m.Kind, relative(m.Folder), m.Name)
			if m.Version != "" {
				line += " version " + m.Version
			}
			if m.Rank != nil {
				line += fmt.Sprintf(" rank %d", *m.Rank)
			}
			if m.WorldSize != nil {
				line += fmt.Sprintf(" of %d", *m.WorldSize)
			}
		}
		found = append(found, line)
	}
	for _, p := range wrong {
		if strings.Contains(p.Err.Error(), "\n") {
			t.Errorf("%s: a problem of several lines: %q", p.Path, p.Err)
		}
		problems = append(problems, relative(p.Path)+": "+p.Err.Error())
	}
	return found, problems, err
}

const (
	llmConfig  = `{"version": "0.17.0", "pretrained_config": {"architecture": "LlamaForCausalLM", "mapping": {"world_size": %d, "tp_size": %d, "pp_size": 1}}, "build_config": {}}`
	cacheName  = "TensorrtExecutionProvider_TRTKernel_graph_torch_jit_6477036119908993347_0_0_fp16_sm89"
	tritonText = "# a comment\nname: \"detector\"\nplatform: \"tensorrt_plan\"\nmax_batch_size: 8\ninput [ { name: \"x\" data_type: TYPE_FP16 dims: [ 3, -1, -1 ] } ]\n"
)

func TestFind(t *testing.T) {
	for _, test := range []struct {
		name            string
		files           map[string]string
		found, problems []string
	}{
		{"by content", map[string]string{"a.plan": "text", "b.txt": "plan", "c/d": "plan", ".git/objects/x": "plan", "engine10": "plan", "engine9": "plan"},
			[]string{"b.txt", "c/d", "engine9", "engine10"}, []string{"a.plan: not a TensorRT plan"}},
		{"named like plans", map[string]string{"a.plan": "plan", "b.ENGINE": "", "c.trt": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "d.Plan": "<html><head></head></html>", "plan": "text", "e.plan.txt": "", ".plan.swp": "", "det/config.pbtxt": tritonText, "det/1/model.plan": "text"},
			[]string{"a.plan"}, []string{"b.ENGINE: empty: 0 bytes, as a failed build or copy leaves it", "c.trt: not a TensorRT plan", "d.Plan: not a TensorRT plan", "det/1/model.plan: not a TensorRT plan"}},
		{"rank set", map[string]string{"llm/config.json": fmt.Sprintf(llmConfig, 2, 2), "llm/rank0.engine": "plan", "llm/rank1.engine": "plan"},
			[]string{"llm/rank0.engine: tensorrt-llm llm LlamaForCausalLM rank 0 of 2", "llm/rank1.engine: tensorrt-llm llm LlamaForCausalLM rank 1 of 2"}, nil},
		{"rank set with a hole", map[string]string{"config.json": fmt.Sprintf(llmConfig, 4, 4), "rank0.engine": "plan", "rank3.engine": "plan", "rank1.engine": ""},
			[]string{"rank0.engine: tensorrt-llm . LlamaForCausalLM rank 0 of 4", "rank3.engine: tensorrt-llm . LlamaForCausalLM rank 3 of 4"},
			[]string{"rank1.engine: empty: 0 bytes, as a failed build or copy leaves it", "rank2.engine: rank 2 of 4 is missing: config.json asks for it"}},
		{"rank set without its configuration", map[string]string{"rank0.engine": "plan", "rank2.engine": "plan"}, []string{"rank0.engine", "rank2.engine"}, nil},
		{"rank set with a broken configuration", map[string]string{"config.json": "{", "rank0.engine": "plan"},
			[]string{"rank0.engine: tensorrt-llm .  rank 0"}, []string{"config.json: the configuration of the engine is no JSON as TensorRT-LLM writes it: unexpected end of JSON input"}},
		{"rank set of sizes", map[string]string{"config.json": `{"pretrained_config": {"mapping": {"tp_size": 2}}}`, "rank0.engine": "plan", "rank2.engine": "plan", "rank1.engine": "plan"},
			[]string{"rank0.engine: tensorrt-llm .  rank 0 of 2", "rank1.engine: tensorrt-llm .  rank 1 of 2", "rank2.engine: tensorrt-llm .  rank 2 of 2"},
			[]string{"rank2.engine: rank 2 does not belong to the set: config.json has 2"}},
		{"old rank set", map[string]string{"config.json": `{"builder_config": {"tensor_parallel": 2, "pipeline_parallel": 1}}`, "llama_float16_tp2_rank0.engine": "plan"},
			[]string{"llama_float16_tp2_rank0.engine: tensorrt-llm .  rank 0 of 2"}, []string{"llama_float16_tp2_rank1.engine: rank 1 of 2 is missing: config.json asks for it"}},
		{"Triton", map[string]string{"models/det/config.pbtxt": tritonText, "models/det/1/model.plan": "plan", "models/det/2/model.plan": "plan", "models/det/10/model.plan": "plan", "models/onnx/1/model.onnx": "text"},
			[]string{"models/det/1/model.plan: triton models detector version 1", "models/det/2/model.plan: triton models detector version 2", "models/det/10/model.plan: triton models detector version 10"}, nil},
		{"Triton without a configuration", map[string]string{"m/det/1/model.plan": "plan", "m/x/1/other.plan": "plan"}, []string{"m/det/1/model.plan: triton m det version 1", "m/x/1/other.plan"}, nil},
		{"Triton, latest version without a plan", map[string]string{"m/det/config.pbtxt": tritonText, "m/det/1/model.plan": "plan", "m/det/2/model.plan": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"},
			[]string{"m/det/1/model.plan: triton m detector version 1"}, []string{"m/det/2/model.plan: not a TensorRT plan"}},
		{"Triton, other file name", map[string]string{"m/det/config.pbtxt": tritonText + "default_model_filename: 'a' \".plan\"", "m/det/1/model.plan": "plan"},
			[]string{"m/det/1/model.plan: triton m detector version 1"}, []string{`m/det/1/a.plan: version 1 has no "a.plan", which Triton loads by config.pbtxt`}},
		{"Triton, file out of its folder", map[string]string{"m/det/config.pbtxt": tritonText + `default_model_filename: "../../x\nplan"`, "m/det/1/model.plan": "plan"},
			[]string{"m/det/1/model.plan: triton m detector version 1"}, []string{`m/det/1: version 1 has no "../../x\nplan", which Triton loads by config.pbtxt`}},
		{"Triton, specific versions", map[string]string{"m/det/config.pbtxt": "backend: \"tensorrt\"; version_policy < specific: { versions: [ 3, 1 ] } >", "m/det/1/model.plan": "plan", "m/det/2/x": "text"},
			[]string{"m/det/1/model.plan: triton m det version 1"}, []string{"m/det/3: version 3 is missing: config.pbtxt asks for it"}},
		{"Triton, files by capability", map[string]string{"m/det/config.pbtxt": tritonText + `cc_model_filenames [ { key: "9.0" value: "h100.plan" } ]`, "m/det/1/h100.plan": "plan"},
			[]string{"m/det/1/h100.plan: triton m detector version 1"}, nil},
		{"Triton, broken configuration", map[string]string{"m/det/config.pbtxt": "name: \"det\ninput [", "m/det/1/model.plan": "plan"},
			[]string{"m/det/1/model.plan: triton m det version 1"}, []string{"m/det/config.pbtxt: line 1: a string without its closing quote"}},
		{"engine cache", map[string]string{"cache/" + cacheName + ".engine": "plan", "cache/" + cacheName + ".profile": "flexbuffer",
			"cache/TensorrtExecutionProvider_TRTKernel_graph_main_12001107777560643811_0_0.engine": "plan", "cache/FRCNN_2068723788287043730_1_0_fp16_int8_sm80+.stripped.engine": "plan",
			"cache/TensorrtExecutionProvider_cache_sm89.timing": "text", "cache/run_20240101_1.engine": "plan"},
			[]string{"cache/FRCNN_2068723788287043730_1_0_fp16_int8_sm80+.stripped.engine: onnxruntime-cache cache FRCNN (fp16, int8, sm80+, stripped)",
				"cache/TensorrtExecutionProvider_TRTKernel_graph_main_12001107777560643811_0_0.engine: onnxruntime-cache cache main",
				"cache/" + cacheName + ".engine: onnxruntime-cache cache torch_jit (fp16, sm89)",
				"cache/run_20240101_1.engine"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, problems, err := search(t, tree(t, test.files))
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range problems { // what a file is instead is container's to say
				if head, _, ok := strings.Cut(p, " but "); ok {
					problems[i] = head
				}
			}
			if diff := cmp.Diff(test.found, found); diff != "" {
				t.Errorf("found (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.problems, problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNoPlans(t *testing.T) {
	root := tree(t, map[string]string{"a": "text", "b/c.onnx": "text", "empty.zip": "PK\x05\x06" + strings.Repeat("\x00", 18)})
	_, _, err := search(t, root)
	var none *folder.NoPlansError
	if !errors.Is(err, folder.ErrNoPlans) || !errors.As(err, &none) || none.Files != 3 || none.ExitCode() != 3 {
		t.Errorf("%v, want ErrNoPlans of 3 files", err)
	}
	if _, _, err := folder.Find(t.Context(), filepath.Join(root, "gone")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if _, _, err := folder.Find(t.Context(), filepath.Join(root, "a")); err == nil {
		t.Error("a file is taken for a folder")
	}
	if _, problems, err := search(t, tree(t, map[string]string{"a.plan": "text"})); len(problems) != 1 || !errors.Is(err, folder.ErrNoPlans) {
		t.Errorf("a folder with nothing but a text with a plan's name: %q, %v", problems, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := folder.Find(ctx, root); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search: %v", err)
	}
}

// Wrappers count if there is a plan in them; a model that points to a plan beside it is not counted twice.
func TestWrappers(t *testing.T) {
	root := tree(t, map[string]string{"beside.engine": "plan"})
	plan, err := os.ReadFile(filepath.Join(root, "beside.engine"))
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(root, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("with.zip", zipped(t, zip.Deflate, plan))
	put("without.zip", zipped(t, zip.Deflate, []byte("text")))
	put("stored.zip", zipped(t, zip.Store, plan))
	put("cut.zip", zipped(t, zip.Store, plan)[:5000])
	put("ctx.onnx", pointerModel("beside.engine"))
	put("lost.onnx", pointerModel("gone.engine"))
	put("model.onnx", []byte("\x08\x0a\x12\x01x\x3a\x00"))
	found, problems, err := search(t, root)
	want := []string{"beside.engine", "lost.onnx", "stored.zip", "with.zip"}
	if diff := cmp.Diff(want, found); diff != "" || err != nil {
		t.Errorf("found (-want +got):\n%s%v", diff, err)
	}
	if len(problems) != 1 || !strings.HasPrefix(problems[0], "cut.zip: zip archive: its directory") {
		t.Errorf("problems %q, want that of cut.zip", problems)
	}
}

func zipped(t testing.TB, method uint16, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.CreateHeader(&zip.FileHeader{Name: "member", Method: method})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pointerModel is an ONNX model whose EPContext node names a file. All lengths are below 128.
func pointerModel(path string) []byte {
	field := func(number byte, content string) string {
		return string([]byte{number<<3 | 2, byte(len(content))}) + content
	}
	node := field(4, "EPContext") + field(5, field(1, "embed_mode")+"\x18\x00") + field(5, field(1, "ep_cache_context")+field(4, path)) + field(7, "com.microsoft")
	return []byte("\x08\x0a" + field(2, "ort") + field(7, field(1, node)))
}

func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: symbolic links need a privilege on Windows")
	}
	root := tree(t, map[string]string{"real/a.plan": "plan", "locked/x": "plan"})
	for name, target := range map[string]string{"link.plan": "real/a.plan", "loop": ".", "real/up": "..", "self": "self", "gone": "nothing", "null": "/dev/null"} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	found, problems, err := search(t, root)
	want := []string{"link.plan", "locked/x", "real/a.plan"}
	if diff := cmp.Diff(want, found); diff != "" || len(problems) > 0 || err != nil {
		t.Errorf("found (-want +got):\n%s%v %v", diff, problems, err)
	}
	if os.Getuid() == 0 {
		return // root reads everything
	}
	if err := os.Chmod(filepath.Join(root, "locked"), 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Join(root, "locked"), 0o755)
	found, problems, err = search(t, root)
	if diff := cmp.Diff([]string{"link.plan", "real/a.plan"}, found); diff != "" || len(problems) != 1 || err != nil {
		t.Errorf("found (-want +got):\n%s%v %v", diff, problems, err)
	}
	// Nobody knows whether there is a plan in it.
	if found, problems, err := folder.Find(t.Context(), filepath.Join(root, "locked")); len(found) > 0 || len(problems) != 1 || err != nil {
		t.Errorf("a folder that cannot be read: %v, %v, %v", found, problems, err)
	}
}
