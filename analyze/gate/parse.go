package gate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/planlint/planlint/internal/units"
)

// parser reads the section gate of a file. Its errors start with the file, the line and the column.
type parser struct{ file string }

// field is a key of a mapping and what reads its value.
type field struct {
	key string
	set func(*yaml.Node) error
}

func (p parser) fail(at *yaml.Node, format string, values ...any) error {
	return fmt.Errorf("%s:%d:%d: %s", p.file, at.Line, at.Column, fmt.Sprintf(format, values...))
}

func (p parser) source(at *yaml.Node) string { return fmt.Sprintf("%s:%d", p.file, at.Line) }

// mapping reads a mapping of known keys, each at most once.
func (p parser) mapping(node *yaml.Node, what string, fields ...field) error {
	if node.Kind != yaml.MappingNode {
		return p.fail(node, "%s is lines such as %q", what, fields[0].key+": ...")
	}
	seen := map[string]bool{}
	for content := node.Content; len(content) >= 2; content = content[2:] {
		key, value := content[0], content[1]
		at := slices.IndexFunc(fields, func(f field) bool { return f.key == key.Value && key.Kind == yaml.ScalarNode })
		switch {
		case at < 0:
			return p.fail(key, "unknown key %q in %s (there are %s)", key.Value, what, keys(fields))
		case seen[key.Value]:
			return p.fail(key, "key %q stands here a second time", key.Value)
		}
		seen[key.Value] = true
		if err := fields[at].set(value); err != nil {
			return err
		}
	}
	return nil
}

func keys(fields []field) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.key
	}
	return strings.Join(names, ", ")
}

// list reads a sequence of things.
func (p parser) list(node *yaml.Node, what string, each func(*yaml.Node) error) error {
	if node.Kind != yaml.SequenceNode {
		return p.fail(node, "%s is a list: its entries start with \"- \"", what)
	}
	for _, entry := range node.Content {
		if err := each(entry); err != nil {
			return err
		}
	}
	return nil
}

// scalar reads one plain value.
func (p parser) scalar(node *yaml.Node, what string) (string, error) {
	switch {
	case node.Kind == yaml.AliasNode:
		return "", p.fail(node, "%s: aliases are not read here; write the value itself", what)
	case node.Kind != yaml.ScalarNode, node.Tag == "!!null", node.Value == "":
		return "", p.fail(node, "%s needs one plain value", what)
	}
	return node.Value, nil
}

// text is a field that takes any text.
func (p parser) text(key string, value *string) field {
	return field{key, func(node *yaml.Node) (err error) {
		*value, err = p.scalar(node, key)
		return err
	}}
}

// parsed is a field whose text is read by a function.
func parsed[T any](p parser, key string, parse func(string) (T, error), take func(T, *yaml.Node)) field {
	return field{key, func(node *yaml.Node) error {
		text, err := p.scalar(node, key)
		if err != nil {
			return err
		}
		value, err := parse(text)
		if err != nil {
			return p.fail(node, "%s: %v", key, err)
		}
		take(value, node)
		return nil
	}}
}

// bytes is a field that takes a size.
func (p parser) bytes(key string, value **Bytes) field {
	return parsed(p, key, parseSize, func(size int64, at *yaml.Node) { *value = &Bytes{size, p.source(at)} })
}

// size is a field that takes a size in a mapping.
func (p parser) size(key string, value *int64) field {
	return parsed(p, key, parseSize, func(size int64, _ *yaml.Node) { *value = size })
}

// parseSize reads a size. A percentage in its place is a mix-up.
func parseSize(text string) (int64, error) {
	if strings.HasSuffix(text, "%") {
		return 0, fmt.Errorf("%s is a percentage, and a size such as 4MiB is needed", text)
	}
	return units.ParseSize(text)
}

// count is a field that takes a number of things.
func (p parser) count(key string, value **Count) field {
	return parsed(p, key, parseCount, func(number int64, at *yaml.Node) { *value = &Count{number, p.source(at)} })
}

// maxCount bounds ranks and stages: more than any set has.
const maxCount = 1 << 16

func parseCount(text string) (int64, error) {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil || number < 1 || number > maxCount {
		return 0, fmt.Errorf("it is a whole number from 1 to %d", maxCount)
	}
	return number, nil
}

// words reads one word or a list of them.
func (p parser) words(node *yaml.Node, what string) ([]string, error) {
	if node.Kind == yaml.ScalarNode {
		word, err := p.scalar(node, what)
		return []string{word}, err
	}
	var words []string
	err := p.list(node, what, func(entry *yaml.Node) error {
		word, err := p.scalar(entry, what)
		words = append(words, word)
		return err
	})
	if err == nil && len(words) == 0 {
		err = p.fail(node, "%s is an empty list", what)
	}
	return words, err
}
