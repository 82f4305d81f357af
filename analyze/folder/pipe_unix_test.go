//go:build unix

package folder_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A named pipe in the place of a file that a configuration asks for has no writer: opening it would never end.
func TestFindNamedPipes(t *testing.T) {
	root := tree(t, map[string]string{
		"llm/config.json":          `{"pretrained_config":{"mapping":{"world_size":2}}}`,
		"llm/rank0.engine":         "plan",
		"piped/rank0.engine":       "plan",
		"triton/m/config.pbtxt":    `platform: "tensorrt_plan" default_model_filename: "pipe"`,
		"triton/m/1/another.plan":  "plan",
		"triton/piped/1/some.plan": "plan",
	})
	for _, pipe := range []string{"llm/rank1.engine", "piped/config.json", "triton/m/1/pipe", "triton/piped/config.pbtxt"} {
		path := filepath.Join(root, filepath.FromSlash(pipe))
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, problems, err := search(t, root)
	if err != nil || len(found) != 4 || len(problems) != 4 {
		t.Fatalf("%d plans, %d problems, %v:\n%s", len(found), len(problems), err, strings.Join(problems, "\n"))
	}
	for _, problem := range problems {
		if !strings.HasSuffix(problem, "not a regular file") {
			t.Error(problem)
		}
	}
}
