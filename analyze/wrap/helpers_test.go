package wrap_test

import (
	"bytes"
	"context"
	"io"
	"os/exec"
	"sync/atomic"
	"testing"

	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/internal/testutil"
)

// planBytes returns a small plan.
func planBytes(t testing.TB) []byte {
	t.Helper()
	plan, err := fixtures.SeedCleanLeakyRelu().Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// spools counts the stores that are open.
type spools struct{ open atomic.Int64 }

type memory struct {
	*bytes.Reader
	spools *spools
}

func (m memory) Close() error {
	m.spools.open.Add(-1)
	return nil
}

func (s *spools) spool(_ context.Context, r io.Reader) (wrap.Spooled, error) {
	all, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	s.open.Add(1)
	return memory{bytes.NewReader(all), s}, nil
}

// find looks for plans in a file and closes them at the end of the test, when nothing may be open.
func find(t testing.TB, file []byte, options wrap.Options) ([]wrap.Plan, error) {
	t.Helper()
	stores := &spools{}
	if options.Spool == nil {
		options.Spool = stores.spool
	}
	plans, err := wrap.Find(t.Context(), bytes.NewReader(file), int64(len(file)), options)
	t.Cleanup(func() {
		for _, p := range plans {
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			if err := p.Close(); err != nil {
				t.Errorf("second Close: %v", err)
			}
		}
		if n := stores.open.Load(); n != 0 {
			t.Errorf("%d stores are open after all plans were closed", n)
		}
	})
	return plans, err
}

// content reads a plan as a whole.
func content(t testing.TB, p wrap.Plan) []byte {
	t.Helper()
	b := make([]byte, p.Size)
	if n, err := p.Reader.ReadAt(b, 0); int64(n) != p.Size {
		t.Fatalf("read %s: %d of %d bytes: %v", p.Member, n, p.Size, err)
	}
	return b
}

// needTool skips a test whose oracle is a program that is not here.
func needTool(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		testutil.Require(t, "tools", name+" is not installed")
	}
	return path
}

func output(t testing.TB, stdin []byte, name string, args ...string) []byte {
	t.Helper()
	command := exec.Command(needTool(t, name), args...)
	command.Stdin = bytes.NewReader(stdin)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, stderr.String())
	}
	return out
}
