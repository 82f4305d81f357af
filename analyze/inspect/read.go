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
// returns and that trtexec --exportLayerInfo writes, or its list of layers alone. Nothing at all means that the
// plan keeps nothing of its layers. Errors about the text wrap ErrNoLayers.
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

// errMore says that a text goes on where it should end.
var errMore = errors.New("something follows")

// atEnd returns an error unless all of a text was read.
func atEnd(decoder *json.Decoder) error {
	_, err := decoder.Token()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err == nil:
		return errMore
	}
	return err
}

// reader collects layers.
type reader struct {
	mender  *mender
	decoder *json.Decoder
	layers  result.Layers
	kept    int  // bytes, roughly
	objects bool // a layer has more than its name
	found   bool // there is a list of layers, empty or not
}

// document reads all of the text.
func (l *reader) document() error {
	open, err := l.token()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return err
	case open == json.Delim('['):
		return l.list(l.layer)
	case open != json.Delim('{'):
		return noLayers("JSON, but neither an object nor a list")
	}
	empty := true
	for l.decoder.More() {
		empty = false
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
	if !l.found && !empty {
		return noLayers(`JSON of something else: the engine inspector's has "Layers"`)
	}
	return nil
}

// entry reads what an object has under a key.
func (l *reader) entry(key string) error {
	switch strings.ToLower(key) {
	case "layers", "layerinfo":
		l.found = true
		return l.open(l.layer)
	case "bindings", "i/o tensors":
		return l.open(l.binding)
	}
	return l.skip()
}

// open reads a list; what is none is passed over.
func (l *reader) open(element func() error) error {
	open, err := l.token()
	if err != nil {
		return err
	}
	if open == json.Delim('[') {
		return l.list(element)
	}
	return l.skipFrom(open)
}

// list reads elements up to the end of a list.
func (l *reader) list(element func() error) error {
	for l.decoder.More() {
		l.mender.restart()
		if err := element(); err != nil {
			return err
		}
		if l.kept > maxKept {
			return fmt.Errorf("more than %d MiB of layers: %w", maxKept>>20, errTooLarge)
		}
	}
	_, err := l.token()
	return err
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

// token reads a token of a value of its own.
func (l *reader) token() (json.Token, error) {
	l.mender.restart()
	return l.decoder.Token()
}

// skip passes over a value of any size.
func (l *reader) skip() error {
	open, err := l.token()
	if err != nil {
		return err
	}
	return l.skipFrom(open)
}

// skipFrom passes over the rest of a value that starts with a token.
func (l *reader) skipFrom(open json.Token) error {
	depth := 0
	for token := open; ; {
		switch token {
		case json.Delim('['), json.Delim('{'):
			depth++
		case json.Delim(']'), json.Delim('}'):
			depth--
		}
		switch {
		case depth == 0:
			return nil
		case depth > maxDepth:
			return fmt.Errorf("more than %d values inside each other: %w", maxDepth, errTooLarge)
		}
		var err error
		if token, err = l.token(); err != nil {
			return err
		}
	}
}

// explain says where the text is not what it should be.
func (l *reader) explain(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, ErrNoLayers):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return noLayers("the text breaks off%s", l.behind())
	case errors.Is(err, errTooLarge), errors.Is(err, errMore), errors.As(err, &syntax):
		return noLayers("%v%s", err, l.behind())
	}
	return fmt.Errorf("reading layers: %w", err)
}

// behind names the last layer that was read.
func (l *reader) behind() string {
	if len(l.layers.List) == 0 {
		return ""
	}
	return fmt.Sprintf(" behind layer %d, %q", len(l.layers.List), shortened(l.layers.List[len(l.layers.List)-1].Name))
}

func shortened(name string) string {
	const longest = 60
	if len(name) <= longest {
		return name
	}
	return strings.ToValidUTF8(name[:longest], "") + "..."
}

// finish says how much the plan keeps of its layers, and in which optimization profile they are.
func (l *reader) finish() result.Layers {
	layers := l.layers
	switch {
	case l.objects:
		layers.Detail = result.LayersDetailed
	case hasNames(layers.List):
		layers.Detail = result.LayersNames
	default:
		layers.Detail, layers.List = result.LayersNone, nil
	}
	if layers.List == nil {
		layers.List = []result.Layer{}
	}
	setProfiles(layers.List)
	return layers
}

func hasNames(list []result.Layer) bool {
	for _, layer := range list {
		if layer.Name != "" {
			return true
		}
	}
	return false
}

// setProfiles gives the layers of the first optimization profile its number, which their names do not have, if
// there are others.
func setProfiles(list []result.Layer) {
	several := false
	for _, layer := range list {
		several = several || layer.Profile != nil
	}
	for i := range list {
		if several && list[i].Profile == nil {
			list[i].Profile = new(int64)
		}
	}
}
