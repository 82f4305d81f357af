package folder

import (
	"strconv"
	"strings"
)

type tokenKind int

const (
	tokenEnd tokenKind = iota
	tokenWord
	tokenString
	tokenMark
	tokenBad // its text says why
)

type token struct {
	kind tokenKind
	text string
}

type pbtxtLexer struct {
	data []byte
	at   int
	line int
}

func (l *pbtxtLexer) next() token {
	l.skip()
	if l.at >= len(l.data) {
		return token{kind: tokenEnd}
	}
	switch c := l.data[l.at]; {
	case c == '"' || c == '\'':
		return l.quoted(c)
	case isWordChar(c):
		start := l.at
		for l.at < len(l.data) && isWordChar(l.data[l.at]) {
			l.at++
		}
		return token{tokenWord, string(l.data[start:l.at])}
	default:
		l.at++
		return token{tokenMark, string(rune(c))}
	}
}

// skip steps over white space and comments.
func (l *pbtxtLexer) skip() {
	comment := false
	for ; l.at < len(l.data); l.at++ {
		switch c := l.data[l.at]; {
		case c == '\n':
			l.line++
			comment = false
		case comment, c == ' ', c == '\t', c == '\r', c == '\v', c == '\f':
		case c == '#':
			comment = true
		default:
			return
		}
	}
}

func isWordChar(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '-' || c == '+'
}

// quoted reads a string up to its closing quote, which must be on the same line.
func (l *pbtxtLexer) quoted(quote byte) token {
	var text strings.Builder
	for l.at++; l.at < len(l.data); {
		rest := string(l.data[l.at:min(len(l.data), l.at+12)])
		switch c := rest[0]; {
		case c == quote:
			l.at++
			return token{tokenString, text.String()}
		case c == '\n':
			return token{tokenBad, "a string without its closing quote"}
		case c != '\\':
			text.WriteByte(c)
			l.at++
		default:
			escaped := quote // both quotes may be escaped in either kind of string
			if len(rest) > 1 && (rest[1] == '"' || rest[1] == '\'') {
				escaped = rest[1]
			}
			char, multibyte, tail, err := strconv.UnquoteChar(rest, escaped)
			if err != nil {
				return token{tokenBad, "an escape in a string that is not known"}
			}
			if multibyte {
				text.WriteRune(char)
			} else {
				text.WriteByte(byte(char))
			}
			l.at += len(rest) - len(tail)
		}
	}
	return token{tokenBad, "a string without its closing quote"}
}
