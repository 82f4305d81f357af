package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/planlint/planlint/analyze/gate"
)

// maxConfig is far more than settings can need, in bytes.
const maxConfig = 1 << 20

// configEntry is a setting of planlint.yaml and where its value stands.
type configEntry struct {
	key, value             string
	valueLine, valueColumn int
}

// config is a file of settings.
type config struct {
	entries []configEntry
	gate    *gate.Settings // nil if there is no such section
}

// gateKey is the section with the budgets.
const gateKey = "gate"

// readConfig reads a file of settings.
func readConfig(path string) (*config, error) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxConfig {
		return nil, fmt.Errorf("%s: more than %d bytes are no settings", path, maxConfig)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, plainError(err))
	}
	return parseConfig(path, data)
}

// parseConfig reads settings: a mapping of known keys, each once, and "version: 1".
func parseConfig(path string, data []byte) (*config, error) {
	document, err := parseYAML(path, data)
	if err != nil {
		return nil, err
	}
	if len(document.Content) != 1 || document.Content[0].Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s:1:1: settings are lines such as \"version: 1\" and \"min-run: 64KiB\"", path)
	}
	read := &config{}
	seen := map[string]bool{}
	for content := document.Content[0].Content; len(content) >= 2; content = content[2:] {
		key, value := content[0], content[1]
		fail := func(at *yaml.Node, format string, values ...any) error {
			return fmt.Errorf("%s:%d:%d: %s", path, at.Line, at.Column, fmt.Sprintf(format, values...))
		}
		switch {
		case key.Value != "version" && key.Value != gateKey && !slices.Contains(configurable, key.Value):
			return nil, fail(key, "unknown key %q (there are version, gate, %s)", key.Value, strings.Join(configurable, ", "))
		case seen[key.Value]:
			return nil, fail(key, "key %q stands here a second time", key.Value)
		case key.Value == gateKey:
			if read.gate, err = gate.Parse(path, value); err != nil {
				return nil, err
			}
		case value.Kind != yaml.ScalarNode || value.Tag == "!!null":
			return nil, fail(value, "%s needs one plain value", key.Value)
		case key.Value == "version" && value.Value != "1":
			return nil, fail(value, "version %q of the settings is not known; this planlint reads version 1", value.Value)
		}
		seen[key.Value] = true
		if key.Value != "version" && key.Value != gateKey {
			read.entries = append(read.entries, configEntry{key.Value, value.Value, value.Line, value.Column})
		}
	}
	if !seen["version"] {
		return nil, fmt.Errorf("%s:1:1: \"version: 1\" is missing", path)
	}
	return read, nil
}

// parseYAML reads the one document of a file.
func parseYAML(path string, data []byte) (document yaml.Node, err error) {
	loader, err := yaml.NewLoader(bytes.NewReader(data))
	if err != nil {
		return document, err
	}
	if err = loader.Load(&document); err == io.EOF {
		return document, fmt.Errorf("%s:1:1: no settings: \"version: 1\" is missing", path)
	} else if err != nil {
		return document, yamlError(path, err)
	}
	var second yaml.Node
	if err = loader.Load(&second); err == nil {
		return document, fmt.Errorf("%s:%d:%d: a second document starts here; settings are one", path, second.Line, second.Column)
	} else if err != io.EOF {
		return document, yamlError(path, err)
	}
	return document, nil
}

// yamlError says where a file is no YAML.
func yamlError(path string, err error) error {
	var load *yaml.LoadError
	if !errors.As(err, &load) {
		return fmt.Errorf("%s: %s", path, oneLine(err.Error()))
	}
	at := load.ContextMark // where what does not end starts
	if at.Line == 0 {
		at = load.Mark
	}
	return fmt.Errorf("%s:%d:%d: %s", path, at.Line, at.Column, oneLine(load.Message))
}
