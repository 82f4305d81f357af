package fuse

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Signature is what the name of a kernel says of its pointwise operations: their words in order, such as "Mul Max".
// Changes of layout are left out. Sub is called Add, and Div is called Mul: builders write one as the other where a
// constant allows it.
type Signature string

// Same tells whether two signatures have the same words, in any order.
func (s Signature) Same(other Signature) bool {
	a, b := strings.Fields(string(s)), strings.Fields(string(other))
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// Words of kernels that only move elements.
var layoutWords = []string{"Tran", "Move", "Resh", "Conc", "Slic", "Repl"}

var (
	kernelWord  = regexp.MustCompile(`[A-Z][a-z0-9]*`)
	kernelLayer = regexp.MustCompile(`_myl[0-9_]*$|_0x[0-9a-f]{32}.*$`)
)

// SignatureOf reads the signature of a generated kernel from its name in a plan, such as
// "__myl_MulMaxTran_0x9474fb...", or "__myl_CastMulLtSeleCast_myl6_0". Kernels of libraries have none.
func SignatureOf(kernel string) Signature {
	name, generated := strings.CutPrefix(kernelLayer.ReplaceAllString(kernel, ""), "__myl_")
	if !generated {
		return ""
	}
	return signature(kernelWord.FindAllString(name, -1))
}

func signature(words []string) Signature {
	var kept []string
	for _, word := range words {
		switch {
		case slices.Contains(layoutWords, word):
		case word == "Sub":
			kept = append(kept, "Add")
		case word == "Div":
			kept = append(kept, "Mul")
		default:
			kept = append(kept, word)
		}
	}
	return Signature(strings.Join(kept, " "))
}

// words returns what a table calls a node in the name of a kernel. The table has entries for an operator, for one with
// elements of a type ("Erf float16") and for one with a number ("Pow 2").
func (k *kernels) words(t *Table, i int) []string {
	node := &k.nodes[i]
	for _, name := range k.variants(node) {
		if words, ok := t.Words[name]; ok {
			return strings.Fields(words)
		}
	}
	return nil
}

func (k *kernels) variants(node *node) []string {
	kind := k.values[node.Outputs[0]].Type
	names := []string{}
	if approximate, ok := node.Attributes["approximate"].(string); ok && approximate != "none" {
		names = append(names, node.Op+" "+approximate)
	}
	if special := k.special(node); special != node.Op {
		names = append(names, node.Op+" "+strconv.FormatFloat(*k.values[node.constants[0]].Number, 'g', -1, 64))
	}
	return append(names, node.Op+" "+kind, node.Op)
}

// signatureOf is what a kernel of some nodes is expected to be called.
func (k *kernels) signatureOf(t *Table, nodes []int) Signature {
	var words []string
	for _, i := range nodes {
		node := &k.nodes[i]
		if k.partOfSilu(i) {
			if node.Op == "Mul" {
				words = append(words, "Silu")
			}
			continue
		}
		words = append(words, k.words(t, i)...)
	}
	return signature(words)
}

// partOfSilu tells whether a node is one of the two of a Silu: the Sigmoid of a value that only its product with that
// value reads, or that product.
func (k *kernels) partOfSilu(i int) bool {
	node := &k.nodes[i]
	switch {
	case node.Op == "Sigmoid":
		product, ok := k.onlyReader(node.Outputs[0])
		return ok && k.nodes[product].Op == "Mul" && slices.Contains(k.nodes[product].inputs, node.inputs[0])
	case node.Op == "Mul" && len(node.inputs) == 2:
		return slices.ContainsFunc(node.inputs, func(input string) bool {
			sigmoid, ok := k.madeBy(input, "Sigmoid")
			maker := k.maker[input]
			return ok && slices.Contains(node.inputs, sigmoid.inputs[0]) && k.partOfSilu(maker)
		})
	}
	return false
}
