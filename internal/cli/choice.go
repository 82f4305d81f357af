package cli

import (
	"fmt"
	"slices"
	"strings"
)

// choice is a flag that takes one of a few words.
type choice struct {
	value *string
	words []string
	// hint, if not nil, says more of a word that is none of them.
	hint func(word string) string
}

func newChoice(value *string, words ...string) *choice {
	*value = words[0]
	return &choice{value: value, words: words}
}

// String is the word chosen.
func (c *choice) String() string { return *c.value }

// Set chooses a word.
func (c *choice) Set(text string) error {
	if !slices.Contains(c.words, text) {
		hint := ""
		if c.hint != nil {
			hint = c.hint(text)
		}
		return fmt.Errorf("it is one of %s%s", strings.Join(c.words, ", "), hint)
	}
	*c.value = text
	return nil
}

// Type names the value in help text.
func (c *choice) Type() string { return strings.Join(c.words, "|") }
