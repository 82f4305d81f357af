package fuse

import (
	_ "embed"
	"encoding/json"
	"sync"
)

// Class is what kind of work an operator does.
type Class string

// Classes of operators. Other is what this package knows nothing of: it joins nothing.
const (
	Pointwise     Class = "pointwise"
	Layout        Class = "layout"        // moves elements, computes nothing
	Product       Class = "product"       // convolutions and matrix products
	Reduction     Class = "reduction"     // also softmax and normalizations over one axis
	Resampling    Class = "resampling"    // resizes
	Normalization Class = "normalization" // over more than one axis: kernels of their own
	Nothing       Class = "nothing"       // hands its input on
	Other         Class = "other"
)

//go:embed operators.json
var operatorText []byte

var classes = sync.OnceValue(func() map[string]Class {
	var lists map[Class][]string
	if err := json.Unmarshal(operatorText, &lists); err != nil {
		panic(err) // the file is part of the program
	}
	known := map[string]Class{}
	for class, list := range lists {
		for _, op := range list {
			known[op] = class
		}
	}
	return known
})

// ClassOf returns the class of a node's operator.
func ClassOf(node Node) Class {
	if node.Domain != "" && node.Domain != "ai.onnx" {
		return Other
	}
	if class, ok := classes()[node.Op]; ok {
		return class
	}
	return Other
}
