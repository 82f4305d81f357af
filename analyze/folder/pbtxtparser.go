package folder

import (
	"fmt"
	"strings"
)

// parsePbtxt reads the text format. Names and types are not checked, as there is no schema.
func parsePbtxt(data []byte) (pbtxt, error) {
	p := &pbtxtParser{lexer: pbtxtLexer{data: data, line: 1}}
	p.advance()
	message, err := p.fields("", 0)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", p.line, err)
	}
	return message, nil
}

type pbtxtParser struct {
	lexer pbtxtLexer
	token token
	line  int
}

func (p *pbtxtParser) advance() {
	p.token = p.lexer.next()
	p.line = p.lexer.line
}

// take steps over a punctuation mark if it is next.
func (p *pbtxtParser) take(mark string) bool {
	if p.token.kind != tokenMark || p.token.text != mark {
		return false
	}
	p.advance()
	return true
}

// maxPbtxtDepth is how deep messages may lie in each other.
const maxPbtxtDepth = 100

// fields reads fields up to a closing mark, or to the end if it is "".
func (p *pbtxtParser) fields(closing string, depth int) (pbtxt, error) {
	if depth > maxPbtxtDepth {
		return nil, fmt.Errorf("messages are more than %d deep", maxPbtxtDepth)
	}
	var message pbtxt
	for {
		switch {
		case p.token.kind == tokenEnd && closing == "":
			return message, nil
		case closing != "" && p.take(closing):
			return message, nil
		case p.take(","), p.take(";"):
			continue
		case p.token.kind != tokenWord:
			return nil, p.unexpected("the name of a field")
		}
		name := p.token.text
		p.advance()
		values, err := p.value(name, depth)
		if err != nil {
			return nil, err
		}
		message = append(message, values...)
	}
}

// value reads what follows a field's name.
func (p *pbtxtParser) value(name string, depth int) ([]pbtxtField, error) {
	colon := p.take(":")
	if p.take("[") {
		return p.list(name, depth)
	}
	field, err := p.single(name, depth, colon)
	return []pbtxtField{field}, err
}

func (p *pbtxtParser) list(name string, depth int) ([]pbtxtField, error) {
	var all []pbtxtField
	for !p.take("]") {
		if p.take(",") {
			continue
		}
		field, err := p.single(name, depth, true)
		if err != nil {
			return nil, err
		}
		all = append(all, field)
	}
	if len(all) == 0 {
		all = []pbtxtField{{name: name, isText: true}}
	}
	return all, nil
}

func (p *pbtxtParser) single(name string, depth int, scalar bool) (pbtxtField, error) {
	for open, closing := range map[string]string{"{": "}", "<": ">"} {
		if p.take(open) {
			message, err := p.fields(closing, depth+1)
			return pbtxtField{name: name, message: message}, err
		}
	}
	if !scalar || p.token.kind != tokenWord && p.token.kind != tokenString {
		return pbtxtField{}, p.unexpected("the value of " + name)
	}
	var text strings.Builder
	text.WriteString(p.token.text)
	isString := p.token.kind == tokenString
	p.advance()
	for isString && p.token.kind == tokenString { // strings next to each other are one
		text.WriteString(p.token.text)
		p.advance()
	}
	return pbtxtField{name: name, isText: true, texts: []string{text.String()}}, nil
}

func (p *pbtxtParser) unexpected(wanted string) error {
	switch p.token.kind {
	case tokenEnd:
		return fmt.Errorf("the file ends where %s should be", wanted)
	case tokenBad:
		return fmt.Errorf("%s", p.token.text)
	}
	return fmt.Errorf("%q where %s should be", p.token.text, wanted)
}
