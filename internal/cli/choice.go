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
		return fmt.Errorf("it is one of %s", strings.Join(c.words, ", "))
	}
	*c.value = text
	return nil
}

// Type names the value in help text.
func (c *choice) Type() string { return strings.Join(c.words, "|") }
