package cli

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/planlint/planlint/internal/sparse"
)

// Errors of writing name what the user asked for, not the temporary file beside it.
func TestFullDisk(t *testing.T) {
	folder := t.TempDir()
	full := &fs.PathError{Op: "write", Path: filepath.Join(folder, ".temporary"), Err: syscall.ENOSPC}
	path := filepath.Join(folder, "report.json")
	err := target{"json", path}.write(false, func(io.Writer) error { return full })
	if err == nil || err.Error() != "--write json="+path+": "+syscall.ENOSPC.Error() || codeOf(err) != exitEnvironment {
		t.Errorf("--write: %v, exit status %d", err, codeOf(err))
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
	locked := filepath.Join(folder, "locked")
	if err := os.WriteFile(locked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(locked) // for reading alone
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	_, err = sparse.Trim(t.Context(), file, strings.NewReader("plan"), 4, nil)
	if err = notWritten("copy.plan", err); !strings.HasPrefix(err.Error(), "writing copy.plan: ") || failed("a.plan", err).code != exitEnvironment {
		t.Errorf("trim: %v, exit status %d", err, failed("a.plan", err).code)
	}
	if err := notWritten("copy.plan", fs.ErrPermission); failed("a.plan", err).code != exitNoJudgement {
		t.Errorf("a plan that cannot be read: %v, exit status %d", err, failed("a.plan", err).code)
	}
}
