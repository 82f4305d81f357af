package cli

import (
	"slices"
	"strings"
)

// lineOf is the text of an error in which errors that were joined, which have a line each, stand behind each other.
func lineOf(err error) string {
	text := err.Error()
	switch outer := err.(type) {
	case interface{ Unwrap() error }:
		return unjoined(text, outer.Unwrap())
	case interface{ Unwrap() []error }:
		var texts, lines []string
		for _, inner := range outer.Unwrap() {
			texts, lines = append(texts, inner.Error()), append(lines, lineOf(inner))
		}
		if strings.Join(texts, "\n") == text {
			return strings.Join(slices.Compact(lines), "; ")
		}
		for _, inner := range outer.Unwrap() {
			text = unjoined(text, inner)
		}
	}
	return text
}

// unjoined replaces an inner error in the text of an outer one.
func unjoined(text string, inner error) string {
	if inner == nil {
		return text
	}
	return strings.Replace(text, inner.Error(), lineOf(inner), 1)
}

// oneLine joins the lines of a message.
func oneLine(message string) string {
	return strings.Join(strings.Fields(message), " ")
}
