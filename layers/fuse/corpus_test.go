package fuse

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/fusion"
)

// graphOf makes a graph of a model of the corpus.
func graphOf(t testing.TB, model fusion.Model) *Graph {
	t.Helper()
	graph := &Graph{Outputs: model.Outputs, Values: map[string]Value{}}
	for name, text := range model.Inputs {
		graph.Values[name] = typeOf(t, text)
	}
	for name, text := range model.Constants {
		value := typeOf(t, text)
		value.Constant = true
		graph.Values[name] = value
	}
	for _, node := range model.Nodes {
		outputs := []string{node.Name}
		for i := 1; i < len(node.Out); i++ {
			outputs = append(outputs, fmt.Sprintf("%s.%d", node.Name, i))
		}
		for name, text := range node.Out {
			graph.Values[name] = typeOf(t, text)
		}
		graph.Nodes = append(graph.Nodes, Node{Name: node.Name, Op: node.Op, Inputs: node.In, Outputs: outputs, Attributes: attributes(node.Attributes)})
	}
	return graph
}

// attributes turns what JSON knows into what a model has.
func attributes(raw map[string]any) map[string]any {
	made := map[string]any{}
	for name, value := range raw {
		switch value := value.(type) {
		case float64:
			made[name] = value
			if value == float64(int64(value)) {
				made[name] = int64(value)
			}
		case []any:
			var list []int64
			for _, element := range value {
				list = append(list, int64(element.(float64)))
			}
			made[name] = list
		default:
			made[name] = value
		}
	}
	return made
}

// typeOf reads a type such as float16[1,32,h,w] or float16[]=0.1.
func typeOf(t testing.TB, text string) Value {
	t.Helper()
	text, number, isNumber := strings.Cut(text, "=")
	kind, dims, ok := strings.Cut(strings.TrimSuffix(text, "]"), "[")
	if !ok {
		t.Fatalf("%q is no type", text)
	}
	value := Value{Type: kind, Shape: []Dim{}}
	for dim := range strings.SplitSeq(dims, ",") {
		if dim == "" {
			continue
		}
		size, err := strconv.ParseInt(dim, 10, 64)
		if err != nil {
			value.Shape = append(value.Shape, Dim{Symbol: strings.Trim(dim, "?")})
			continue
		}
		value.Shape = append(value.Shape, Dim{Size: size})
	}
	if isNumber {
		n, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatal(err)
		}
		value.Number = &n
	}
	return value
}
