//go:build amd64 && !purego

package zerorun

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// GODEBUG=cpu.avx2=off makes x/sys/cpu say that there is no AVX2.
func TestGODEBUGChoosesWords(t *testing.T) {
	if os.Getenv("ZERORUN_PRINT_KERNEL") != "" {
		os.Stdout.WriteString("kernel=" + bestKernel().name + "\n")
		return
	}
	for _, test := range []struct{ debug, want string }{
		{"cpu.avx2=off", "kernel=words\n"},
		{"", "kernel=" + map[bool]string{true: "avx2", false: "words"}[hasAVX2()] + "\n"},
	} {
		if strings.Contains(os.Getenv("GODEBUG"), "cpu.") && test.debug == "" {
			continue // somebody has chosen for the whole run
		}
		c := exec.Command(os.Args[0], "-test.run=^TestGODEBUGChoosesWords$")
		c.Env = append(os.Environ(), "ZERORUN_PRINT_KERNEL=1", "GODEBUG="+test.debug)
		out, err := c.CombinedOutput()
		if err != nil || !strings.Contains(string(out), test.want) {
			t.Errorf("GODEBUG=%s: %v, want %q in\n%s", test.debug, err, test.want, out)
		}
	}
}
