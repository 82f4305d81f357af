package fuse

// Graph is what a prediction needs to know of a model. Nodes come in an order in which every value is made before
// it is used. Values are known by their names.
type Graph struct {
	Nodes   []Node
	Outputs []string
	// Values says what is known of them; a value may be missing.
	Values map[string]Value

	// Calls are the functions of the model that were unfolded into the graph, and Unfolded says of values that come from
	// these where they are.
	Calls    []Call
	Unfolded map[string]Unfolded
	// Folded names the nodes that call functions which were not unfolded: they would be too many.
	Folded []string
}

// Node is an operator of a model. An empty input is left out.
type Node struct {
	Name, Domain, Op string
	Inputs, Outputs  []string
	// Attributes have values such as int64, float64, string or slices of them.
	Attributes map[string]any
}

// Value is what is known of a value of a model.
type Value struct {
	// Type is that of its elements, such as "float16"; empty if unknown.
	Type string
	// Shape is nil if not even the rank is known.
	Shape []Dim
	// Constant: the value is an initializer, or follows from initializers alone.
	Constant bool
	// Number is the value of a constant with a single element, if it was read.
	Number *float64
}

// Dim is a dimension of a shape: a number, or, if that is unknown, a symbol such as "height". Two unknown
// dimensions without a symbol may differ.
type Dim struct {
	Size   int64 // 0 if unknown
	Symbol string
}

// elements is the number of elements of a shape; 0 if unknown.
func (v Value) elements() int64 {
	if v.Shape == nil {
		return 0
	}
	product := int64(1)
	for _, d := range v.Shape {
		product *= d.Size
	}
	return product
}

// sameShape tells whether two values have the same shape, as far as it is known: unknown dimensions are taken for
// equal to all but one.
func sameShape(a, b Value) bool {
	if a.Shape == nil || len(a.Shape) != len(b.Shape) {
		return false
	}
	for i, d := range a.Shape {
		switch e := b.Shape[i]; {
		case d.Size == e.Size && d.Size > 0, d.Size == 0 && e.Size != 1, e.Size == 0 && d.Size != 1:
		default:
			return false
		}
	}
	return true
}
