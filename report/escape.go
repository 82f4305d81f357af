package report

import (
	"fmt"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible makes text from a file name or a plan harmless for a terminal: control characters, escape
// sequences, characters that change the direction of writing, invisible ones and bytes that are no UTF-8
// become \x1b or \u{202e}. What is left prints as it is, in one line.
func Visible(text string) string {
	clean := true
	for _, character := range text {
		if !printable(character) || character == utf8.RuneError {
			clean = false
			break
		}
	}
	if clean {
		return text
	}
	var out strings.Builder
	for at := 0; at < len(text); {
		character, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case character == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[at])
		case printable(character):
			out.WriteString(text[at : at+size])
		case character < 0x80:
			fmt.Fprintf(&out, `\x%02x`, character)
		default:
			fmt.Fprintf(&out, `\u{%x}`, character)
		}
		at += size
	}
	return out.String()
}

// printable tells whether a terminal shows a character and does nothing else: letters, marks, numbers,
// punctuation, symbols and the plain space. Of the four marks that are two columns wide programs do not
// agree how many columns they take, which would put a table out of order.
func printable(character rune) bool {
	return unicode.IsPrint(character) && !(unicode.IsMark(character) && columns(string(character)) > 1)
}

// escapeMarkup makes text harmless in HTML and XML, in elements and in quoted attributes.
func escapeMarkup(text string) string { return html.EscapeString(Visible(text)) }

// csvText makes text harmless in a CSV cell: a spreadsheet takes a cell that starts with one of these
// characters for a formula, so it gets an apostrophe in front.
func csvText(text string) string {
	visible := Visible(text)
	if visible != "" && strings.ContainsRune("=+-@\t\r", rune(visible[0])) {
		return "'" + visible
	}
	return visible
}

// markdownText makes prose harmless in Markdown, in a table cell too: nothing in it can start markup, a
// link, a mention or an issue reference on GitHub. It stays as readable as it can before it is rendered.
func markdownText(text string) string {
	var out strings.Builder
	characters := []rune(Visible(text))
	for i, character := range characters {
		switch character {
		case '&', '<', '>':
			out.WriteString(html.EscapeString(string(character)))
		case '_':
			if i == 0 || i == len(characters)-1 || !isAlphanumeric(characters[i-1]) || !isAlphanumeric(characters[i+1]) {
				out.WriteByte('\\') // inside of a word it means nothing
			}
			out.WriteByte('_')
		case '*', '~':
			out.WriteByte('\\')
			out.WriteRune(character)
		case '`', '[', ']', '|', '\\', '$': // some program or other ends a cell, or begins mathematics, at "\|" or "\["
			fmt.Fprintf(&out, "&#%d;", character)
		case '@', '#': // GitHub looks for mentions and issue numbers after rendering, but not in code
			fmt.Fprintf(&out, "<code>%c</code>", character)
		case ':', '.': // nor for addresses
			if startsAddress(characters, i) {
				fmt.Fprintf(&out, "<code>%c</code>", character)
			} else {
				out.WriteRune(character)
			}
		default:
			out.WriteRune(character)
		}
	}
	return out.String()
}

// startsAddress tells whether a character is the one that makes a link of what is around it: that of "://" or "www.".
func startsAddress(text []rune, at int) bool {
	if text[at] == ':' {
		return strings.HasPrefix(string(text[at+1:min(at+3, len(text))]), "//")
	}
	return strings.EqualFold(string(text[max(at-3, 0):at]), "www")
}

func isAlphanumeric(character rune) bool {
	return unicode.IsLetter(character) || unicode.IsDigit(character)
}

// markdownCode makes a name harmless in Markdown and shows it as code, in a table cell too. A name with a
// character that ends a code span or a cell is written with entities instead of between backticks.
func markdownCode(name string) string {
	visible := Visible(name)
	switch {
	case visible == "":
		return ""
	case strings.ContainsAny(visible, "`|\\<>"), strings.TrimSpace(visible) != visible:
		var out strings.Builder
		for _, character := range visible {
			if character < 0x80 && !isWord(character) {
				fmt.Fprintf(&out, "&#%d;", character)
			} else {
				out.WriteRune(character)
			}
		}
		return "<code>" + out.String() + "</code>"
	}
	return "`" + visible + "`"
}

func isWord(character rune) bool {
	return character >= '0' && character <= '9' || character >= 'A' && character <= 'Z' ||
		character >= 'a' && character <= 'z' || strings.ContainsRune(" .-/:,", character)
}
