package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWorse(t *testing.T) {
	order := []int{exitUsage, exitNoJudgement, exitEnvironment, exitFindings, exitClean}
	for i, first := range order {
		for _, second := range order[i:] {
			if got := worse(first, second); got != first {
				t.Errorf("worse(%d, %d) = %d, want %d", first, second, got, first)
			}
			if got := worse(second, first); got != first {
				t.Errorf("worse(%d, %d) = %d, want %d", second, first, got, first)
			}
		}
	}
}

func TestCodeOf(t *testing.T) {
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{status(1), 1},
		{usagef("wrong"), 2},
		{fmt.Errorf("wrapped: %w", status(3)), 3},
		{&environmentError{errors.New("disk full")}, 4},
		{errors.New("standard output cannot be written"), 4},
	} {
		if got := codeOf(test.err); got != test.want {
			t.Errorf("codeOf(%v) = %d, want %d", test.err, got, test.want)
		}
	}
}

// stopped is the cause of a context that was cancelled by a signal.
type stopped struct{}

func (stopped) Error() string { return "interrupted" }
func (stopped) ExitCode() int { return 130 }

// A command that is stopped before it has begun says so, judges nothing, and leaves nothing.
func TestStoppedCommandsLeaveNothing(t *testing.T) {
	for _, args := range []string{"scan PLAN", "info PLAN", "map PLAN", "trim PLAN -o COPY", "demo", "scan --write json=COPY PLAN"} {
		t.Run(args, func(t *testing.T) {
			temporary, folder := t.TempDir(), t.TempDir()
			t.Setenv("TMPDIR", temporary)
			t.Setenv("TMP", temporary) // Windows
			plan := filepath.Join(folder, "a.plan")
			if err := os.WriteFile(plan, make([]byte, 100), 0o600); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(stopped{})
			var stdout, stderr bytes.Buffer
			words := strings.Fields(args)
			for i := range words {
				words[i] = strings.ReplaceAll(strings.ReplaceAll(words[i], "PLAN", plan), "COPY", filepath.Join(folder, "copy"))
			}
			if got := Main(ctx, words, strings.NewReader(""), &stdout, &stderr); got != 130 {
				t.Errorf("exit status %d, want 130", got)
			}
			if stderr.String() != "planlint: interrupted\n" {
				t.Errorf("standard error %q", stderr.String())
			}
			for where, want := range map[string]int{temporary: 0, folder: 1} {
				if files, err := os.ReadDir(where); err != nil || len(files) != want {
					t.Errorf("%d files in %s, %v; want %d", len(files), where, err, want)
				}
			}
		})
	}
}
