package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/redact"
)

// TestReportEnvironment makes reports on a machine that has one TensorRT and one GPU.
func TestReportEnvironment(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for name, text := range map[string]string{
		"usr/lib64/libnvinfer.so.11": "", "usr/lib64/libnvinfer_builder_resource_sm90.so.11.2.1": "", "dev/nvidia0": "",
		"proc/driver/nvidia/version":                       "NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.172.08  Tue\n",
		"proc/driver/nvidia/gpus/0000:01:00.0/information": "Model: \t\t NVIDIA H100 80GB HBM3\nIRQ: 1\n",
		"etc/os-release":                                   "NAME=\"Ubuntu\"\nPRETTY_NAME=\"Ubuntu 24.04.1 LTS\"\n", ".dockerenv": "",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name string, r fixtures.Recipe) string {
		return wrote(t, filepath.Join(t.TempDir(), name), func(f *os.File) error { return r.WriteTo(context.Background(), f) })
	}
	padded := write("padded.plan", fixtures.SeedPadded(fixtures.InsideBehindEndTag))
	clean := write("clean.plan", fixtures.SeedCleanHead()) // of another version
	const driver, system, gpu = "**NVIDIA Driver Version**: 570.172.08", "Operating System: Ubuntu 24.04.1 LTS, linux/amd64", "**NVIDIA GPU**: NVIDIA H100 80GB HBM3"
	const container, from = "(if so, version): Container", "this machine, which has the TensorRT that built the plan"
	for name, test := range map[string]struct {
		args []string
		want []string
	}{
		"of the plan's version": {[]string{padded}, []string{driver, system, gpu, container, from, " on GPU NVIDIA H100 80GB HBM3: "}},
		"of another version":    {[]string{clean}, nil},
		"asked for":             {[]string{clean, "--environment", "here"}, []string{driver, system, gpu, container}},
		"not asked for":         {[]string{padded, "--environment", "none"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out, complaints bytes.Buffer
			a := &app{args: append([]string{"report"}, test.args...), stdin: strings.NewReader(""), stdout: &out, stderr: &complaints,
				machine:  func() core.Options { return core.Options{System: root} },
				identity: func() redact.Machine { return redact.Machine{} }}
			cmd := newRoot(a)
			cmd.SetArgs(a.args)
			if err := cmd.ExecuteContext(t.Context()); err != nil {
				t.Fatal(err, complaints.String())
			}
			for _, want := range test.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("%q is missing", want)
				}
			}
			if test.want == nil && strings.Contains(out.String(), "570.172.08") {
				t.Error("it tells of a machine that need not be the one")
			}
		})
	}
}
