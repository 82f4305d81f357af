package zerorun

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// otherPrograms find runs without any code of ours: a regular expression
// over the whole file. Each prints "OFFSET LENGTH" lines and a line with the
// number of zeros.
var otherPrograms = []struct {
	name   string
	script []string // with arguments FILE MINIMUM
}{
	{"perl", []string{"-0777", "-e", `
		my ($file, $min) = @ARGV;
		open(my $f, '<:raw', $file) or die; my $s = <$f>;
		while ($s =~ /\0+/g) { print "$-[0] ", $+[0]-$-[0], "\n" if $+[0]-$-[0] >= $min }
		print "zeros ", ($s =~ tr/\0//), "\n"`}},
	{"python3", []string{"-c", `
import re, sys
data = open(sys.argv[1], 'rb').read()
for m in re.finditer(rb'\0+', data):
    if m.end() - m.start() >= int(sys.argv[2]): print(m.start(), m.end() - m.start())
print('zeros', data.count(0))`}},
}

func TestOtherProgramsAgree(t *testing.T) {
	data := mixed(rand.New(rand.NewPCG(19, 20)), 1<<20)
	path := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, program := range otherPrograms {
		t.Run(program.name, func(t *testing.T) {
			binary, err := exec.LookPath(program.name)
			if err != nil {
				t.Skip(err)
			}
			for _, minRun := range []int64{1, 16, 128, 1000} {
				want, zeros := ask(t, binary, append(program.script, path, fmt.Sprint(minRun)))
				for _, workers := range []int{1, 2} {
					got, err := scanPath(t.Context(), path, Options{MinRun: minRun, Workers: workers})
					if err != nil {
						t.Fatal(err)
					}
					checkRuns(t, program.name, got.list, want)
					if got.Zeros != zeros || got.Runs != int64(len(want)) {
						t.Errorf("%+v, want %d zeros and %d runs", got.Summary, zeros, len(want))
					}
				}
			}
		})
	}
}

// ask runs the program and reads what it prints.
func ask(t *testing.T, binary string, arguments []string) (runs []Run, zeros int64) {
	t.Helper()
	c := exec.CommandContext(t.Context(), binary, arguments...)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	zeros = -1
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var run Run
		if _, err := fmt.Sscanf(lines.Text(), "zeros %d", &zeros); err == nil {
			continue
		}
		if _, err := fmt.Sscanf(lines.Text(), "%d %d", &run.Offset, &run.Length); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		runs = append(runs, run)
	}
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	return runs, zeros
}
