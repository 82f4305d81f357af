// Package cli is the planlint command: one file, one constructor for each command.
package cli

import (
	"context"
	"io"
	"time"

	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/redact"
)

// Main runs planlint with the arguments after its name and returns the exit status. A context that was
// cancelled with a cause that has an ExitCode ends with that status.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{args: args, stdin: stdin, stdout: stdout, stderr: stderr, machine: core.Here, identity: redact.Here, now: time.Now}
	root := newRoot(a)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	strict(root)
	ran, err := root.ExecuteContextC(ctx)
	return a.exit(ctx, ran, err)
}

// app is what all commands share.
type app struct {
	args           []string // as they were given
	stdin          io.Reader
	stdout, stderr io.Writer
	// machine says where TensorRTs are looked for.
	machine func() core.Options
	// identity is what of the machine and its user must not be in what is published.
	identity func() redact.Machine
	// now is the time, which decides what has expired.
	now func() time.Time
}
