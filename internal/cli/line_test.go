package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/spf13/cobra"
)

func TestLineOf(t *testing.T) {
	t.Parallel()
	full, gone := errors.New("no space left on device"), errors.New("it is gone")
	for _, test := range []struct {
		err  error
		want string
	}{
		{full, "no space left on device"},
		{errors.Join(full, nil, gone), "no space left on device; it is gone"},
		{errors.Join(full, full), "no space left on device"},
		{errors.Join(errors.Join(full, gone), errors.New("c")), "no space left on device; it is gone; c"},
		{fmt.Errorf("a.plan: %w", fmt.Errorf("copy: %w", errors.Join(full, gone))), "a.plan: copy: no space left on device; it is gone"},
		{fmt.Errorf("%w: %w", gone, errors.Join(full, gone)), "it is gone: no space left on device; it is gone"},
		{fmt.Errorf("wrapped by a text of its own%.0w", errors.Join(full, gone)), "wrapped by a text of its own"},
		{&environmentError{errors.Join(full, gone)}, "no space left on device; it is gone"},
		{errors.New("a name\nof two lines"), "a name\nof two lines"},
		{fmt.Errorf("a%w", errors.New("")), "a"},
	} {
		if got := lineOf(test.err); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// What ends a command is said in one line, and no byte of it is spelled out.
func TestExitOfJoinedErrors(t *testing.T) {
	t.Parallel()
	var stderr bytes.Buffer
	a := &app{stderr: &stderr}
	code := a.exit(context.Background(), &cobra.Command{}, errors.Join(errors.New("one"), &environmentError{errors.New("two")}))
	if want := "planlint: one; two\n"; code != exitEnvironment || stderr.String() != want {
		t.Errorf("exit status %d, %q, want %q", code, stderr.String(), want)
	}
}
