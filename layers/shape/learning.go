package shape

import (
	"slices"

	"github.com/planlint/planlint/layers/onnx"
)

// learning are the operators of the domain ai.onnx.ml: classical models, and what prepares their data.
func learning() map[string]rule {
	return map[string]rule{
		"ArrayFeatureExtractor": inferArrayFeatures, "Binarizer": inferSame, "CastMap": inferCastMap, "CategoryMapper": inferCategories,
		"DictVectorizer": inferDictionary, "FeatureVectorizer": inferFeatures, "Imputer": inferSame, "LabelEncoder": inferLabels,
		"LinearClassifier": inferClassifier, "LinearRegressor": regressor("targets"), "Normalizer": inferRealFeatures, "OneHotEncoder": inferOneHotEncoder,
		"SVMClassifier": inferClassifier, "SVMRegressor": regressor(""), "Scaler": inferRealFeatures, "TreeEnsemble": inferTreeEnsemble,
		"TreeEnsembleClassifier": inferClassifier, "TreeEnsembleRegressor": regressor("n_targets"), "ZipMap": inferZipMap,
	}
}

func inferArrayFeatures(o *operation) error {
	dims, err := o.rank(0, 1)
	if err != nil {
		return err
	}
	elements, ok := o.at(1).Elements()
	if !ok {
		return unknownf("the shape of %q is not known", o.Input(1))
	}
	shape := slices.Clone(dims)
	if shape[len(shape)-1] = elements; len(shape) == 1 {
		shape = []Expression{Number(1), elements}
	}
	o.set(0, Tensor(o.at(0).Type, shape...))
	return nil
}

// inferCastMap: a map becomes a row; a sparse one has max_map columns.
func inferCastMap(o *operation) error {
	elem := onnx.Float32
	switch o.Text("cast_to", "TO_FLOAT") {
	case "TO_INT64":
		elem = onnx.Int64
	case "TO_STRING":
		elem = onnx.String
	}
	columns := o.open(0, 1)
	if o.Text("map_form", "DENSE") == "SPARSE" {
		columns = Number(o.Int("max_map", 1))
	}
	o.set(0, Tensor(elem, Number(1), columns))
	return nil
}

// inferCategories makes numbers of texts and texts of numbers.
func inferCategories(o *operation) error {
	v := o.at(0).plain()
	if v.Type == onnx.String {
		v.Type = onnx.Int64
	} else if v.Type != onnx.Undefined {
		v.Type = onnx.String
	}
	o.set(0, v)
	return nil
}

func inferDictionary(o *operation) error {
	words, _ := onnx.AttributeValue[[]string](o.Node, "string_vocabulary")
	numbers, _ := o.Ints("int64_vocabulary")
	v := Tensor(onnx.Undefined, Number(1), Number(int64(len(words)+len(numbers))))
	o.set(0, v)
	return unknownf("the type of the map's values is not known")
}

func inferFeatures(o *operation) error {
	list, ok := o.Ints("inputdimensions")
	rows := o.open(0, 0)
	if dims := o.at(0); dims.Ranked {
		if rows = Number(1); len(dims.Shape) > 1 {
			rows = dims.Shape[0]
		}
	}
	columns := o.open(0, 1)
	if ok {
		columns = Number(0)
		for _, n := range list {
			columns = columns.Plus(Number(n))
		}
	}
	o.set(0, Tensor(onnx.Float32, rows, columns))
	return nil
}

func inferLabels(o *operation) error {
	v := o.at(0).plain()
	v.Type = onnx.Undefined
	for _, values := range []struct {
		attribute string
		elem      onnx.DataType
	}{{"values_int64s", onnx.Int64}, {"values_floats", onnx.Float32}, {"values_strings", onnx.String}} {
		if o.Attribute(values.attribute) != nil {
			v.Type = values.elem
		}
	}
	if t := o.Tensor("values_tensor"); t != nil {
		v.Type = t.DataType
	}
	if o.before(2) && o.Attribute("classes_strings") != nil { // opset 1: numbers of texts and texts of numbers
		return inferCategories(o)
	}
	o.set(0, v)
	return nil
}

// samples is how many rows an input has: a vector is one.
func (o *operation) samples() Expression {
	v := o.at(0)
	switch {
	case !v.Ranked:
		return o.open(0, 0)
	case len(v.Shape) < 2:
		return Number(1)
	}
	return v.Shape[0]
}

// inferClassifier: the class of each row, and a score for each class.
func inferClassifier(o *operation) error {
	n := o.samples()
	elem := onnx.Int64
	classes := 0
	for _, name := range []string{"classlabels_strings", "classlabels_ints", "classlabels_int64s"} {
		if list, ok := onnx.AttributeValue[[]string](o.Node, name); ok && len(list) > 0 {
			elem, classes = onnx.String, len(list)
		}
		if list, ok := o.Ints(name); ok && len(list) > 0 {
			classes = len(list)
		}
	}
	scores := o.open(1, 1)
	if classes > 0 {
		scores = Number(int64(classes))
	}
	o.set(0, Tensor(elem, n))
	o.set(1, Tensor(onnx.Float32, n, scores))
	return nil
}

// regressor is a rule for one number a row and target, which an attribute counts.
func regressor(attribute string) rule {
	return func(o *operation) error {
		o.set(0, Tensor(onnx.Float32, o.samples(), Number(o.Int(attribute, 1))))
		return nil
	}
}

func inferTreeEnsemble(o *operation) error {
	o.set(0, Tensor(o.at(0).Type, o.samples(), Number(o.Int("n_targets", 1))))
	return nil
}

func inferRealFeatures(o *operation) error {
	v := o.at(0).plain()
	v.Type = onnx.Float32
	o.set(0, v)
	return nil
}

// inferOneHotEncoder appends a dimension of as many categories as there are.
func inferOneHotEncoder(o *operation) error {
	dims, err := o.dims(0)
	if err != nil {
		return err
	}
	words, _ := onnx.AttributeValue[[]string](o.Node, "cats_strings")
	numbers, _ := o.Ints("cats_int64s")
	o.set(0, Tensor(onnx.Float32, append(slices.Clone(dims), Number(int64(len(words)+len(numbers))))...))
	return nil
}

// inferZipMap makes a map of each row.
func inferZipMap(o *operation) error {
	o.set(0, Value{Kind: onnx.SequenceType, Of: &Value{Kind: onnx.MapType}})
	return nil
}
