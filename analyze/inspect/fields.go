package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// The fields of a layer have had several types; what is of none that is expected counts as not told.

// word is text, or a number as it is spelled.
type word string

// UnmarshalJSON never fails.
func (w *word) UnmarshalJSON(data []byte) error {
	*w = ""
	switch {
	case len(data) > 0 && data[0] == '"':
		var text string
		if json.Unmarshal(data, &text) == nil {
			*w = word(text)
		}
	case len(data) > 0 && (data[0] == '-' || '0' <= data[0] && data[0] <= '9'):
		*w = word(data)
	}
	return nil
}

// whole is a whole number, spelled as a number or as text.
type whole struct {
	value int64
	told  bool
}

// UnmarshalJSON never fails.
func (n *whole) UnmarshalJSON(data []byte) error {
	value, err := strconv.ParseInt(string(bytes.Trim(data, `"`)), 10, 64)
	*n = whole{value, err == nil}
	return nil
}

// rawTensor is a tensor as the inspector tells it, or its name alone.
type rawTensor struct {
	Name     word            `json:"Name"`
	Shape    json.RawMessage `json:"Dimensions"`
	Combined word            `json:"Format/Datatype"`
	Format   word            `json:"Format"`
	DType    word            `json:"Datatype"`
}

// UnmarshalJSON takes objects, and text for a name; others are a tensor of which nothing is known.
func (t *rawTensor) UnmarshalJSON(data []byte) error {
	type plain rawTensor
	*t = rawTensor{}
	switch {
	case len(data) > 0 && data[0] == '{':
		return json.Unmarshal(data, (*plain)(t))
	case len(data) > 0 && data[0] == '"':
		return t.Name.UnmarshalJSON(data)
	}
	return nil
}

// tensors is a list of tensors.
type tensors []rawTensor

// UnmarshalJSON reads one tensor after the other, so that a list made of nothing does not take much.
func (list *tensors) UnmarshalJSON(data []byte) error {
	*list = nil
	decoder := json.NewDecoder(bytes.NewReader(data))
	if open, err := decoder.Token(); err != nil || open != json.Delim('[') {
		return err
	}
	*list = tensors{}
	for decoder.More() {
		if len(*list) == maxTensors {
			return fmt.Errorf("more than %d tensors of one layer: %w", maxTensors, errTooLarge)
		}
		var t rawTensor
		if err := decoder.Decode(&t); err != nil {
			return err
		}
		*list = append(*list, t)
	}
	return nil
}

// weights are so many elements of a type.
type weights struct {
	Type  word  `json:"Type"`
	Count whole `json:"Count"`
}

// UnmarshalJSON takes objects alone.
func (w *weights) UnmarshalJSON(data []byte) error {
	type plain weights
	*w = weights{}
	if len(data) == 0 || data[0] != '{' {
		return nil
	}
	return json.Unmarshal(data, (*plain)(w))
}

// shapeOf reads dimensions; nil if they are none.
func shapeOf(data json.RawMessage) []int64 {
	var list []whole
	if len(data) == 0 || data[0] != '[' || len(data) > 64*maxRank || json.Unmarshal(data, &list) != nil || len(list) > maxRank {
		return nil
	}
	shape := make([]int64, len(list))
	for i, dimension := range list {
		if !dimension.told {
			return nil
		}
		shape[i] = max(dimension.value, -1)
	}
	return shape
}
