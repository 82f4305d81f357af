package core

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// pythonTimeout is how long Python may take to say where its packages are.
const pythonTimeout = 5 * time.Second

// sitePackages asks python3 for its folders of packages. -I keeps it from looking into the working directory.
func (f *Finder) sitePackages(ctx context.Context) []string {
	python, err := exec.LookPath("python3")
	if err != nil || !filepath.IsAbs(python) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, pythonTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, python, "-I", "-c", "import sys; print('\\n'.join(sys.path))")
	cmd.WaitDelay = time.Second
	output, err := cmd.Output()
	if err != nil {
		return nil // no Python that works has no TensorRT
	}
	return strings.Split(strings.TrimSpace(string(output)), "\n")
}
