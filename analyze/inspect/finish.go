package inspect

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

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
