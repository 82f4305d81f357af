package cli

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// TestHelpWidth wants the help of every command to be as wide as help is at most.
func TestHelpWidth(t *testing.T) {
	t.Parallel()
	count := 0
	var look func(*cobra.Command)
	look = func(cmd *cobra.Command) {
		var help bytes.Buffer
		cmd.SetOut(&help)
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		count++
		for line := range strings.Lines(help.String()) {
			if line = strings.TrimRight(line, "\n"); utf8.RuneCountInString(line) > helpWidth {
				t.Errorf("%s: %d columns: %s", cmd.CommandPath(), utf8.RuneCountInString(line), line)
			}
		}
		for _, sub := range cmd.Commands() {
			look(sub)
		}
	}
	look(newRoot(&app{}))
	if count < 25 {
		t.Errorf("only %d commands have help", count)
	}
}

func TestFilled(t *testing.T) {
	t.Parallel()
	words := strings.Repeat("nine char ", 10) // 100 columns with the space at the end
	wide := words + "x"
	for text, want := range map[string]string{
		"":                                     "",
		"one\ntwo\n\n  a  table":               "one\ntwo\n\n  a  table",
		wide + "\nmore\n\nthe next\nparagraph": strings.TrimSpace(words) + "\nx more\n\nthe next\nparagraph",
		"  " + wide + "\n" + wide + "\n  list": "  " + wide + "\n" + strings.TrimSpace(words) + "\nx\n  list",
		strings.Repeat("ü", 100):               strings.Repeat("ü", 100),
		"a " + strings.Repeat("b", 120):        "a\n" + strings.Repeat("b", 120),
	} {
		if got := filled(text); got != want {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		}
	}
}
