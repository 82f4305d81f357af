package cli

import (
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// helpWidth is how many columns help has.
const helpWidth = 100

// fillHelp breaks the paragraphs of a command's help, and of all below it, that are wider than help is. What is indented,
// a table or a list, is as it was written.
func fillHelp(cmd *cobra.Command) {
	cmd.Long = filled(cmd.Long)
	for _, sub := range cmd.Commands() {
		fillHelp(sub)
	}
}

func filled(text string) string {
	var out, paragraph []string
	end := func() {
		out = append(out, broken(paragraph)...)
		paragraph = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || line[0] == ' ' {
			end()
			out = append(out, line)
			continue
		}
		paragraph = append(paragraph, line)
	}
	end()
	return strings.Join(out, "\n")
}

// broken returns the lines of a paragraph, broken anew if one is too wide.
func broken(lines []string) []string {
	wide := false
	for _, line := range lines {
		wide = wide || utf8.RuneCountInString(line) > helpWidth
	}
	if !wide {
		return lines
	}
	var out []string
	line, width := "", 0
	for _, word := range strings.Fields(strings.Join(lines, " ")) {
		wordWidth := utf8.RuneCountInString(word)
		switch {
		case line == "":
			line, width = word, wordWidth
		case width+1+wordWidth <= helpWidth:
			line, width = line+" "+word, width+1+wordWidth
		default:
			out = append(out, line)
			line, width = word, wordWidth
		}
	}
	return append(out, line)
}
