package inspect

import (
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// pointwiseIn says what the name tells of pointwise operations, and which nodes they are.
func (p parts) pointwiseIn() (result.Pointwise, []string) {
	switch {
	case !p.groups:
		return "", nil
	case p.others:
		return result.PointwiseFused, p.pointwise
	}
	return result.PointwiseAlone, p.pointwise
}

// settlePointwise adds what type, activation and kernel tell. The type knows better than the name, in which a
// constant beside a group looks like a node.
func (raw rawLayer) settlePointwise(l *result.Layer) {
	switch {
	case pointwiseTypes[l.Type] || strings.HasPrefix(l.Type, "PointWise"):
		l.Pointwise = result.PointwiseAlone
	case l.Pointwise != "":
	case activates(raw.Activation), activates(raw.ConvActivation):
		l.Pointwise = result.PointwiseFused
	default:
		l.Pointwise = kernelPointwise(l.Name, l.Tactic)
	}
	if l.Pointwise == result.PointwiseAlone && len(l.PointwiseNodes) == 0 {
		l.PointwiseNodes = l.Nodes
	}
}

// pointwiseTypes are types of layers that are one pointwise operation.
var pointwiseTypes = map[string]bool{"ElementWise": true, "Activation": true, "Unary": true, "Scale": true}

// activates tells whether a convolution has an activation inside.
func activates(activation word) bool { return activation != "" && activation != "NONE" }

// kernelPointwise reads the kernel's name of a layer that the graph compiler made: __myl_ and a word for each
// operation, such as MulMaxTran. It is "" where a word is not known.
func kernelPointwise(names ...string) result.Pointwise {
	for _, name := range names {
		words, found := strings.CutPrefix(name, "__myl_")
		if !found {
			continue
		}
		words, _, _ = strings.Cut(words, "_")
		return wordsPointwise(kernelWords(words))
	}
	return ""
}

func wordsPointwise(words []string) result.Pointwise {
	pointwise, others := false, false
	for _, w := range words {
		kind, known := kernelWordKinds[w]
		switch {
		case !known:
			return ""
		case kind == wordPointwise:
			pointwise = true
		case kind == wordOther:
			others = true
		}
	}
	switch {
	case !pointwise:
		return ""
	case others:
		return result.PointwiseFused
	}
	return result.PointwiseAlone
}

// kernelWords splits MulMaxTran at its capitals.
func kernelWords(text string) []string {
	var words []string
	start := 0
	for i := 1; i <= len(text); i++ {
		if i == len(text) || 'A' <= text[i] && text[i] <= 'Z' {
			words = append(words, text[start:i])
			start = i
		}
	}
	return words
}

type wordKind int

const (
	wordPointwise wordKind = iota
	wordLayout             // moves elements and computes nothing
	wordOther
)

// kernelWordKinds are the words in kernel names of TensorRT-RTX 1.4 to 1.7 (fixtures/measured/fusion-rtx.json).
var kernelWordKinds = map[string]wordKind{
	"Abs": wordPointwise, "Add": wordPointwise, "And": wordPointwise, "Cast": wordPointwise, "Ceil": wordPointwise, "Clip": wordPointwise,
	"Cos": wordPointwise, "Div": wordPointwise, "Elu": wordPointwise, "Eql": wordPointwise, "Erf": wordPointwise, "Exp": wordPointwise,
	"Floo": wordPointwise, "Gtr": wordPointwise, "Isin": wordPointwise, "Log": wordPointwise, "Log1": wordPointwise, "Lt": wordPointwise,
	"Max": wordPointwise, "Min": wordPointwise, "Mul": wordPointwise, "Neg": wordPointwise, "Or": wordPointwise, "Pow": wordPointwise,
	"Relu": wordPointwise, "Roun": wordPointwise, "Sele": wordPointwise, "Sigm": wordPointwise, "Sign": wordPointwise, "Silu": wordPointwise,
	"Sin": wordPointwise, "Sqrt": wordPointwise, "Sub": wordPointwise, "Tanh": wordPointwise,
	"Conc": wordLayout, "Move": wordLayout, "Repl": wordLayout, "Resh": wordLayout, "Slic": wordLayout, "Tran": wordLayout,
	"Corr": wordOther, "Deco": wordOther, "Fc": wordOther, "Gath": wordOther, "Gnor": wordOther, "Inor": wordOther, "Maxr": wordOther, "Mean": wordOther,
	"Minr": wordOther, "Resi": wordOther, "Sum": wordOther,
}
