package onnx

import (
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

func (t *Tensor) encode(e *encoder) (body, error) {
	ed := e.edit(t.origin)
	ed.ints(tensorDims, t.Dims)
	ed.int32(tensorDataType, int32(t.DataType))
	ed.text(tensorName, t.Name)
	t.encodeExternal(ed)
	if t.replace != nil && t.External == nil {
		ed.values(t)
	}
	return ed.finish()
}

// values puts raw values in the place of those that were there.
func (ed *edit) values(t *Tensor) {
	if err := t.checkSize(t.replace.Size()); err != nil && ed.err == nil {
		ed.err = err
	}
	target := &ed.tail
	if first := ed.dropValues(); first >= 0 {
		target = &ed.records[first].with
	}
	target.addHead(tensorRaw, t.replace.Size())
	target.addData(t.replace)
}

// dropValues removes all values of a tensor and returns the first record that had some, -1 if none did.
func (ed *edit) dropValues() int {
	first := ed.drop(tensorRaw)
	for number := range typedWire {
		if i := ed.drop(number); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}

// encodeExternal edits where values lie outside the model.
func (t *Tensor) encodeExternal(ed *edit) {
	var entries []Property
	stored, _ := ed.last(tensorLocation, protowire.VarintType)
	location := int64(stored.value)
	ed.each(tensorExternal, func(f field) error { return values(ed.old, f, &entries, "external data", ed.old.property) })
	switch {
	case t.External == nil && location != dataLocationExternal || ed.err != nil:
		return
	case t.External == nil && t.replace == nil:
		ed.err = t.fail("its values were external and have not been set")
		return
	case t.External == nil:
		ed.drop(tensorLocation)
		ed.drop(tensorExternal)
		return
	}
	now := *t.External
	if ed.relocate != nil {
		if now.Location, ed.err = ed.relocate(now.Location); ed.err != nil {
			return
		}
	}
	if before, err := parseExternal(entries, -1); err == nil && location == dataLocationExternal && *before == now {
		return
	}
	if location != dataLocationExternal {
		ed.dropValues()
	}
	bytes := []byte(nil)
	for _, entry := range now.entries(entries) {
		bytes = appendMessage(bytes, tensorExternal, appendProperty(entry))
	}
	ed.replace(tensorExternal, bytes)
	ed.replace(tensorLocation, appendInt(nil, tensorLocation, dataLocationExternal))
}

// entries returns external data as pairs of texts; those of the old ones that it does not know are kept.
func (e *External) entries(old []Property) []Property {
	list := []Property{{"location", e.Location}}
	if e.Offset != 0 {
		list = append(list, Property{"offset", strconv.FormatInt(e.Offset, 10)})
	}
	if e.Length >= 0 {
		list = append(list, Property{"length", strconv.FormatInt(e.Length, 10)})
	}
	known := []string{"location", "offset", "length"}
	for _, entry := range old {
		if !slices.Contains(known, entry.Key) {
			list = append(list, entry)
		}
	}
	return list
}

func (s *SparseTensor) encode(e *encoder) (body, error) {
	ed := e.edit(s.origin, sparseValues, sparseIndices)
	messageIn(ed, sparseValues, s.Values)
	messageIn(ed, sparseIndices, s.Indices)
	ed.ints(sparseDims, s.Dims)
	return ed.finish()
}
