package inspect

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGroups(t *testing.T) {
	for name, want := range map[string][]Group{
		"head":     {{Layer: 1, Nodes: []string{"head.act"}, Into: []string{"head.conv"}}, {Layer: 3, Nodes: []string{"up.act"}, Alone: true}, {Layer: 4, Nodes: []string{"tail.mul", "tail.add"}, Alone: true}},
		"names":    {{Layer: 1, Nodes: []string{"head.act"}, Into: []string{"head.conv"}}, {Layer: 3, Nodes: []string{"up.act"}, Alone: true}},
		"compiled": {{Layer: 1, Nodes: []string{"/act/LeakyRelu", "/t/Transpose"}, Alone: true}, {Layer: 2, Into: []string{"/fc2/MatMul", "/fc2/Add", "/relu/Relu"}}, {Layer: 3, Into: []string{"/softmax/Softmax"}}},
		"none":     nil,
	} {
		layers, err := Read(strings.NewReader(string(texts(t)[name])))
		if err != nil {
			t.Fatal(err)
		}
		if difference := cmp.Diff(want, Groups(layers)); difference != "" {
			t.Errorf("%s: %s", name, difference)
		}
	}
}
