package redact_test

import (
	"os"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/redact"
)

func machine() redact.Machine {
	return redact.Machine{Users: []string{"alice", "Alice Smith", "root"}, Hosts: []string{"build7.corp.example"},
		Folders: []string{"/home/alice", "/srv/al ice/checkout"}}
}

func TestText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"open /home/alice/secret/head.plan: no such file":       "open head.plan: no such file",
		"in /home/alice and /home/alicia":                       "in [path] and [path]",
		"/srv/al ice/checkout/deep/a.onnx is small":             "a.onnx is small",
		"C:\\Users\\alice\\x.plan, \\\\nas7\\share\\y.onnx":     "x.plan, y.onnx",
		"https://bob:pw@files.corp.example/a/x.plan?sig=abc#f":  "https://[host]/x.plan",
		"s3://bucket/ZmFrZXRva2Vu":                              "s3://[host]",
		"see https://github.com/NVIDIA/TensorRT/issues/4841.":   "see https://github.com/NVIDIA/TensorRT/issues/4841.",
		"https://github.com/NVIDIA/TensorRT?token=abc":          "https://[host]",
		"host BUILD7, user Alice":                               "host [host], user [user]",
		"build7.corp.example:8080":                              "[host]:8080",
		"malice and build77 are other words":                    "malice and build77 are other words",
		"token=abcdef, password: hunter2":                       "token=[secret], password: [secret]",
		"Authorization: Bearer abc.def":                         "Authorization: Bearer [secret]",
		"ghp_0123456789abcdefghij and hf_0123456789abcdefghij":  "[secret] and [secret]",
		"mail alice.smith@corp.example or bob@nas:/data/x.plan": "mail [account] or [account]",
		"~/models/x.onnx ../../secret/y.onnx ./z/w.onnx":        "x.onnx y.onnx w.onnx",
		"TensorRT 11.2.1.2, 7 x 2 bytes, 5,487,774,180 / 2":     "TensorRT 11.2.1.2, 7 x 2 bytes, 5,487,774,180 / 2",
		"[1,64,2944,1664] and/or N/A; root":                     "[1,64,2944,1664] and/or N/A; root",
		"/projects/x/engine.plan, '/nfs/y'":                     "engine.plan, '[path]'",
		"a=/opt/x/y.so;b=/opt/x/z.so":                           "a=y.so;b=z.so",
	} {
		if got := redact.New(machine(), false).Text(text); got != want {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	r := redact.New(machine(), false)
	for _, name := range []string{"/layer1/conv/Conv", "up1.w", "x", "model/layers.0", ""} {
		if got := r.Name(name); got != name {
			t.Errorf("%q became %q", name, got)
		}
	}
	if got := r.Text("PL201: /layer1/conv/Conv: alone"); got != "PL201: /layer1/conv/Conv: alone" {
		t.Errorf("a node's name became %q", got)
	}
	a, b := r.Name("/home/alice/a/net.onnx"), r.Name("/home/alice/b/net.onnx")
	if a != "net.onnx" || b != "net.onnx_2" || r.Name("/home/alice/a/net.onnx") != a || r.Name(b) != b {
		t.Errorf("two names became %q and %q", a, b)
	}
	if got := r.Text("of /home/alice/b/net.onnx"); got != "of net.onnx_2" {
		t.Errorf("in words it is %q", got)
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	r := redact.New(machine(), false)
	for name, want := range map[string]string{
		"head.plan": "head.plan", "hidden project/head.plan": "head.plan", `x\y\z.plan`: "z.plan", "-": "-",
		"a/records.zip!inner/engine.plan": "records.zip!engine.plan", "https://u:p@h/x/y.plan?q=1": "https://[host]/y.plan", "/x/alice.plan": "[user].plan",
	} {
		if got := r.File(name); got != want {
			t.Errorf("%q became %q, want %q", name, got, want)
		}
	}
	if got := r.Text("reading hidden project/head.plan: short"); got != "reading head.plan: short" {
		t.Errorf("in words it is %q", got)
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	r := redact.New(machine(), false)
	for word, want := range map[string]string{
		"--model": "--model", "-o": "-o", "osprey/head.onnx": "head.onnx", "--law=osprey/a.json": "--law=a.json", "md=osprey/r.md": "md=r.md", "1Gbit/s": "1Gbit/s",
		"../osprey": "[path]", "x=1x3x8x8": "x=1x3x8x8", "/a/b:1x3,y:2": "/a/b:1x3,y:2", "https://u:p@h.example/a/x.plan?t=1": "https://[host]/x.plan", `C:\osprey\x.plan`: "x.plan", "alice": "[user]",
	} {
		if got := r.Word(word); got != want {
			t.Errorf("%q became %q, want %q", word, got, want)
		}
	}
}

func TestAnonymous(t *testing.T) {
	t.Parallel()
	r := redact.New(machine(), true)
	first, short := r.Name("decoder.block"), r.Name("y")
	if first != "name1" || short != "name2" || r.File("out/magic.plan") != "file1.plan" || r.Name(first) != first {
		t.Errorf("%q, %q", first, short)
	}
	got := r.Text(`decoder.block stays alone: it reads "y"; out/magic.plan; decoder.blocks; 1x64y`)
	if want := `name1 stays alone: it reads "name2"; file1.plan; decoder.blocks; 1x64y`; got != want {
		t.Errorf("got %q", got)
	}
	if strings.Contains(r.Name("secret-network"), "secret") {
		t.Error("a name is still there")
	}
}

// TestNamesInIdentifiers has names of users and hosts in identifiers, and in words that are others.
func TestNamesInIdentifiers(t *testing.T) {
	t.Parallel()
	m := redact.Machine{Users: []string{"alice", "alicewonder", "a", "root", "li", "ada", "max", "42"}, Hosts: []string{"vm", "build7", "gpu-farm.corp.example"}}
	const sum = "3ada9f0012bead3ada9f00"
	for text, want := range map[string]string{
		"alice_block alice2 2alice alice_v2.plan":        "[user]_block [user]2 2[user] [user]_v2.plan",
		"my_alice_v2/alice/x block.alice.w ALICE_NET":    "my_[user]_v2/[user]/x block.[user].w [user]_NET",
		"aliceNet netAlice AliceNet aliceNET":            "[user]Net net[user] [user]Net [user]NET",
		"alicewonder2 myalicewonderblock":                "[user]2 my[user]block",
		"vm_block vm2 on vm, vm.local":                   "[host]_block [host]2 on [host], [host].local",
		"build7_x build7b build77 gpu-farm_2":            "[host]_x [host]b build77 [host]_2",
		"malice svmlib vmlinux alices":                   "malice svmlib vmlinux alices",
		"li_block of lib, split, ada_net " + sum:         "[user]_block of lib, split, [user]_net " + sum,
		"a root of [a,3,max] MaxPool max_pool root_1 42": "a root of [a,3,max] MaxPool max_pool root_1 42",
		"alice_alice_alice alice alice2alice":            "[user]_[user]_[user] [user] [user]2[user]",
	} {
		r := redact.New(m, false)
		if got := r.Text(text); got != want {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		} else if again := r.Text(got); again != got {
			t.Errorf("%q became %q the second time", got, again)
		}
	}
	r := redact.New(m, false)
	if name, file, word := r.Name("/enc/alice_block"), r.File("x/alice_v2.plan"), r.Word("--out=x/vm_1.plan"); name != "/enc/[user]_block" || file != "[user]_v2.plan" || word != "--out=[host]_1.plan" {
		t.Errorf("%q, %q, %q", name, file, word)
	}
}

// TestOrdinaryWords wants a report to be left as it is by names that are words of it.
func TestOrdinaryWords(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../report/testdata/report.md")
	if err != nil {
		t.Fatal(err)
	}
	want := redact.New(redact.Machine{}, false).Text(string(text))
	for _, name := range []string{"a", "x", "root", "in", "of", "is", "no", "fp", "fp16", "int", "gpu", "engine", "engines", "tensor", "TensorRT", "python", "build", "Conv", "padding", "weights", "float16", "7", "1.7"} {
		if got := redact.New(redact.Machine{Users: []string{name}, Hosts: []string{name}}, false).Text(string(text)); got != want {
			t.Errorf("a report without %q", name)
		}
	}
}

// FuzzText plants secrets in a text and wants none of them to be left, and nothing to change the second time.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"", "open ", "a=", "'", "(", "https://", "x/", "~", "\\", "!", "@", "[path]", "\xff", "name: ", "é"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, before, after string) {
		r := redact.New(redact.Machine{Users: []string{"quentin77"}, Hosts: []string{"zz-host-9"}, Folders: []string{"/home/quentin77"}}, false)
		text := before + " /home/quentin77/proj5ct/x.plan https://u:s3cr3t@h.example/q/y.plan?sig=t0k3n quentin77 on zz-host-9, quentin77_v2.plan my_quentin77 xquentin77y zz-host-9_block 2zz-host-9 " + after
		got := r.Text(text)
		for _, secret := range []string{"quentin77", "zz-host-9", "proj5ct", "s3cr3t", "t0k3n"} {
			if strings.Contains(got, secret) && !strings.Contains(before+after, secret) {
				t.Errorf("%q is left of %q: %q", secret, text, got)
			}
		}
	})
}
