package shape

import (
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// sequences are operators on lists of tensors, optional values and texts.
func sequences() map[string]rule {
	return map[string]rule{
		"SequenceEmpty": inferSequenceEmpty, "SequenceConstruct": inferSequenceConstruct, "SequenceAt": inferElement, "SequenceInsert": inferSequenceInsert,
		"SequenceErase": inferSequenceErase, "SequenceLength": inferSequenceLength, "SplitToSequence": inferSplitToSequence, "ConcatFromSequence": inferConcatFromSequence,
		"Optional": inferOptional, "OptionalGetElement": inferOptionalGetElement, "OptionalHasElement": inferHasElement,
		"StringNormalizer": inferStrings, "StringConcat": inferStringConcat, "StringSplit": inferStringSplit, "RegexFullMatch": inferPredicate,
		"TfIdfVectorizer": inferTfIdf, "SequenceMap": inferSequenceMap, "ImageDecoder": inferImage,
	}
}

// sequenceOf is a sequence of values that are all the same as far as v is known.
func sequenceOf(v Value, length *Expression) Value {
	v = v.plain()
	return Value{Kind: onnx.SequenceType, Of: &v, length: length}
}

// count is a known length.
func count(n Expression) *Expression { return &n }

// longer is the length of a sequence and some elements more.
func (v Value) longer(n int64) *Expression {
	if v.length == nil {
		return nil
	}
	return count(v.length.Plus(Number(n)))
}

func inferSequenceEmpty(o *operation) error {
	elem := Value{Kind: onnx.TensorType, Type: onnx.DataType(o.Int("dtype", int64(onnx.Float32)))}
	o.set(0, sequenceOf(elem, count(Number(0))))
	return nil
}

func inferSequenceConstruct(o *operation) error {
	if len(o.in) == 0 {
		return unknownf("there are no inputs")
	}
	v := o.at(0)
	for _, next := range o.in[1:] {
		v = either(v, next, o.opening(0))
	}
	o.set(0, sequenceOf(v, count(Number(int64(len(o.in))))))
	return nil
}

func inferElement(o *operation) error {
	if of := o.at(0).Of; of != nil {
		o.set(0, *of)
		return nil
	}
	return unknownf("the elements of %q are not known", o.Input(0))
}

func inferSequenceInsert(o *operation) error {
	v := o.at(0)
	switch {
	case v.empty():
		o.set(0, sequenceOf(o.at(1), v.longer(1)))
	case v.Of != nil:
		o.set(0, sequenceOf(either(*v.Of, o.at(1).plain(), o.opening(0)), v.longer(1)))
	default:
		return unknownf("the elements of %q are not known", o.Input(0))
	}
	return nil
}

func inferSequenceErase(o *operation) error {
	v := o.at(0)
	v.length = v.longer(-1)
	o.set(0, v)
	return nil
}

func inferSequenceLength(o *operation) error {
	v := Tensor(onnx.Int64)
	if n := o.at(0).length; n != nil {
		v.Contents = &Contents{Ints: []Expression{*n}}
	}
	o.set(0, v)
	return nil
}

func inferSplitToSequence(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	at, err := axis(o.Int("axis", 0), len(dims))
	if err != nil {
		return err
	}
	v := o.at(0)
	v.Shape = slices.Clone(dims)
	length := count(dims[at])
	switch {
	case !o.has(1) && o.Int("keepdims", 1) != 0:
		v.Shape[at] = Number(1)
	case !o.has(1):
		v.Shape = slices.Delete(v.Shape, at, at+1)
	default:
		v.Shape[at], length = o.parts(dims[at], at)
	}
	o.set(0, sequenceOf(v, length))
	return nil
}

// parts are how large the parts of a split are, if they are of one size, and how many. The second input is their size,
// or a list of sizes.
func (o *operation) parts(whole Expression, at int) (size Expression, length *Expression) {
	size = o.open(0, at)
	sizes := o.at(1)
	list, ok := sizes.ints()
	switch {
	case !ok || !sizes.Ranked:
	case len(sizes.Shape) == 0 && len(list) == 1 && list[0].atLeast(1): // the last part can be smaller
		length = count(whole.Ceil(list[0]))
		if _, even := whole.Quotient(list[0]); even {
			size = list[0]
		}
	case len(sizes.Shape) == 1:
		length = count(Number(int64(len(list))))
		if len(list) > 0 && !slices.ContainsFunc(list, func(e Expression) bool { return !e.Equal(list[0]) }) {
			size = list[0]
		}
	}
	return size, length
}

func inferConcatFromSequence(o *operation) error {
	of := o.at(0).Of
	if of == nil || !of.Ranked {
		return unknownf("the elements of %q are not known", o.Input(0))
	}
	v := *of
	v.Shape = slices.Clone(v.Shape)
	rank := len(v.Shape)
	stack := o.Int("new_axis", 0) != 0
	if stack {
		rank++
	}
	at, err := axis(o.Int("axis", 0), rank)
	if err != nil {
		return err
	}
	total := o.open(0, at)
	length := o.at(0).length
	switch {
	case stack && length != nil:
		total = *length
	case !stack && length != nil && !o.inference.guessed(v.Shape[at]): // one that is can differ between elements
		total = length.Times(v.Shape[at])
	}
	if stack {
		v.Shape = slices.Insert(v.Shape, at, total)
	} else {
		v.Shape[at] = total
	}
	o.set(0, v)
	return nil
}

func inferOptional(o *operation) error {
	v := Value{Kind: onnx.OptionalType}
	if o.has(0) {
		of := o.at(0)
		v.Of = &of
	} else if t, ok := onnx.AttributeValue[*onnx.Type](o.Node, "type"); ok {
		of := o.inference.declared(o.scope, o.Node, o.Output(0), t)
		v.Of = &of
	}
	o.set(0, v)
	return nil
}

// inferOptionalGetElement: since opset 18 the input may be a plain tensor or sequence.
func inferOptionalGetElement(o *operation) error {
	if v := o.at(0); v.Kind == onnx.TensorType || v.Kind == onnx.SequenceType {
		o.set(0, v)
		return nil
	}
	return inferElement(o)
}

func inferHasElement(o *operation) error {
	v := Tensor(onnx.Bool)
	switch {
	case !o.has(0):
		v.Contents = &Contents{Ints: []Expression{Number(0)}}
	case o.at(0).Kind == onnx.TensorType || o.at(0).Kind == onnx.SequenceType:
		v.Contents = &Contents{Ints: []Expression{Number(1)}}
	}
	o.set(0, v)
	return nil
}

// inferStrings: words can be dropped, from the last dimension.
func inferStrings(o *operation) error {
	v := o.at(0).plain()
	if words, _ := onnx.AttributeValue[[]string](o.Node, "stopwords"); len(words) > 0 && len(v.Shape) > 0 {
		v.Shape = slices.Clone(v.Shape)
		v.Shape[len(v.Shape)-1] = o.open(0, len(v.Shape)-1)
	}
	o.set(0, v)
	return nil
}

func inferStringConcat(o *operation) error {
	v := o.broadcast([]Value{o.at(0), o.at(1)})
	v.Type = onnx.String
	o.set(0, v)
	return nil
}

func inferStringSplit(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	o.set(0, Tensor(onnx.String, append(slices.Clone(dims), o.open(0, len(dims)))...))
	o.set(1, Tensor(onnx.Int64, dims...))
	return nil
}

func inferTfIdf(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	places, _ := o.Ints("ngram_indexes")
	if len(places) == 0 {
		return unknownf("ngram_indexes is missing")
	}
	v := Tensor(onnx.Float32, Number(slices.Max(places)+1))
	if len(dims) == 2 {
		v.Shape = []Expression{dims[0], v.Shape[0]}
	}
	o.set(0, v)
	return nil
}

// inferSequenceMap runs its body for each element of its first input.
func inferSequenceMap(o *operation) error {
	g := o.Body("body")
	if g == nil {
		return unknownf("the body is missing")
	}
	inputs := make([]Value, len(o.in))
	for k, v := range o.in {
		if inputs[k] = v; v.Kind == onnx.SequenceType {
			if inputs[k] = (Value{}); v.Of != nil {
				inputs[k] = *v.Of
			}
		}
	}
	outputs, err := o.body("body", g, inputs)
	if err != nil {
		return err
	}
	for k, v := range outputs {
		o.set(k, sequenceOf(v, o.at(0).length))
	}
	return nil
}

// inferImage: how large an image is stands in its bytes.
func inferImage(o *operation) error {
	channels := Number(3)
	if o.Text("pixel_format", "RGB") == "Grayscale" {
		channels = Number(1)
	}
	o.set(0, Tensor(onnx.Uint8, o.open(0, 0), o.open(0, 1), channels))
	return nil
}
