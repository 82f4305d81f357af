package inspect

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// Read reads what the engine inspector tells of a plan: the JSON that IEngineInspector::getEngineInformation
// returns and that trtexec --exportLayerInfo writes, or its list of layers alone. Of a plan that keeps nothing of its
// layers the inspector prints an empty list of "Layers"; a text without that is none of the inspector's. Errors about
// the text wrap ErrNoLayers.
func Read(r io.Reader) (result.Layers, error) {
	l := &reader{mender: newMender(r)}
	l.decoder = json.NewDecoder(l.mender)
	err := l.document()
	if err == nil {
		err = atEnd(l.decoder)
	}
	if err != nil {
		return result.Layers{}, l.explain(err)
	}
	return l.finish(), nil
}

// reader collects layers.
type reader struct {
	mender  *mender
	decoder *json.Decoder
	layers  result.Layers
	kept    int  // bytes, roughly
	objects bool // a layer has more than its name
	found   bool // there is a list of layers under its key, empty or not
}

// document reads all of the text.
func (l *reader) document() error {
	open, err := l.token()
	switch {
	case errors.Is(err, io.EOF):
		return noLayers("there is no text")
	case err != nil:
		return err
	case open == json.Delim('['):
		if err := l.list(l.layer); err != nil || len(l.layers.List) > 0 {
			return err
		}
		return noLayers("an empty list")
	case open != json.Delim('{'):
		return noLayers("JSON, but neither an object nor a list")
	}
	for l.decoder.More() {
		key, err := l.token()
		if err != nil {
			return err
		}
		if err := l.entry(fmt.Sprint(key)); err != nil {
			return err
		}
	}
	if _, err := l.token(); err != nil {
		return err
	}
	if !l.found {
		return noLayers(`JSON of something else: the engine inspector's has "Layers"`)
	}
	return nil
}

// entry reads what an object has under a key.
func (l *reader) entry(key string) error {
	switch strings.ToLower(key) {
	case "layers", "layerinfo":
		l.found = true
		switch open, err := l.token(); {
		case err != nil:
			return err
		case open != json.Delim('['):
			return noLayers("its %q is no list", key)
		}
		return l.list(l.layer)
	case "bindings", "i/o tensors":
		return l.open(l.binding)
	}
	return l.skip()
}

// layer reads one layer: all of it, or its name.
func (l *reader) layer() error {
	var raw json.RawMessage
	if err := l.decoder.Decode(&raw); err != nil {
		return err
	}
	var layer result.Layer
	switch raw[0] {
	case '{':
		var told rawLayer
		if err := json.Unmarshal(raw, &told); err != nil {
			return err
		}
		if told.Average != "" && told.Type == "" {
			return noLayers("these are the times that trtexec --exportProfile writes")
		}
		layer, l.objects = told.layer(), true
	case '"':
		var name word
		_ = name.UnmarshalJSON(raw) // it never fails
		layer = named(string(name))
	default:
		return noLayers("a layer is neither an object nor a name")
	}
	l.kept += weight(layer)
	l.layers.List = append(l.layers.List, layer)
	return nil
}

// binding reads the name of an input or output of the network.
func (l *reader) binding() error {
	var t rawTensor
	if err := l.decoder.Decode(&t); err != nil {
		return err
	}
	l.kept += len(t.Name) + 32
	l.layers.Bindings = append(l.layers.Bindings, string(t.Name))
	return nil
}

// weight is what a layer takes in memory, roughly.
func weight(l result.Layer) int {
	size := 512 + len(l.Name) + len(l.Type) + len(l.Operation) + len(l.Origin) + len(l.Tactic) + len(l.TacticValue)
	for _, list := range [][]result.LayerTensor{l.Inputs, l.Outputs} {
		for _, t := range list {
			size += 256 + len(t.Name) + len(t.Format)
		}
	}
	for _, node := range l.Nodes {
		size += 64 + len(node)
	}
	return size
}
