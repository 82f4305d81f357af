package fuse

import (
	"fmt"
	"slices"
)

// link is a value with the node that makes it and one that reads it. Where only one node is meant, both are it.
type link struct {
	value string
	u, v  int
}

// condition is what a rule may ask of a link. says completes a sentence that the value begins.
type condition struct {
	says  string
	holds func(k *kernels, at link) bool
}

func conditions() map[string]condition {
	return map[string]condition{
		// of the value
		"output":         {"is an output of the graph", func(k *kernels, at link) bool { return k.output[at.value] }},
		"channels last":  {"is stored with channels last", func(k *kernels, at link) bool { return k.channelsLast(at.value) }},
		"free dimension": {"has a free dimension", (*kernels).free},
		"rows in several dimensions": {"has rows in several dimensions",
			func(k *kernels, at link) bool { return k.rowDimensions(at.value) > 1 }},
		"rows in one dimension": {"has rows in one dimension",
			func(k *kernels, at link) bool { return k.rowDimensions(at.value) <= 1 }},
		"read by an image's normalization": {"is read by a normalization that stores channels first",
			func(k *kernels, at link) bool {
				return k.readByAny(at.value, "InstanceNormalization", "GroupNormalization")
			}},
		"read by a split": {"is read by a Split", func(k *kernels, at link) bool { return k.readByAny(at.value, "Split") }},
		"cut for an output": {"is cut or resized for an output of the graph, together with the change of layout",
			(*kernels).cutForOutput},
		"moved for a matrix product": {"is moved for a matrix product", func(k *kernels, at link) bool { return k.movedForProduct(at.value) }},
		"laid out anew":              {"is laid out anew for a convolution", (*kernels).laidOutAnew},
		"read once":                  {"is read once", func(k *kernels, at link) bool { return len(k.readers[at.value]) == 1 && !k.output[at.value] }},
		"quantized":                  {"is rounded to int8", (*kernels).quantized},
		"in half precision":          {"is in half precision", func(k *kernels, at link) bool { return !k.inFull(at.value) }},
		"for one":                    {"is read by one alone, or by what ends there", (*kernels).forOne},
		"joined with convolutions":   {"is joined with results of convolutions alone", func(k *kernels, at link) bool { return k.joinedWithConvolutions(at.value) }},
		"needed twice":               {"is needed twice by what reads it", func(k *kernels, at link) bool { return k.neededTwice(at.value) }},
		"biased for Relu or Gelu":    {"gets a bias and then Relu or Gelu", func(k *kernels, at link) bool { return k.biasedFor(at.value, "Relu", "Gelu") }},
		// of the node that makes it
		"over the last axis":      {"is a reduction over the last axis", func(k *kernels, at link) bool { return k.lastAxis(at.u) }},
		"behind a wide reduction": {"is a reduction over other axes", func(k *kernels, at link) bool { return k.wide(k.of[at.u]) }},
		"without a bias":          {"has no bias yet", func(k *kernels, at link) bool { return len(k.nodes[at.u].Inputs) < 3 }},
		"end of a Gelu":           {"is the end of a Gelu", func(k *kernels, at link) bool { return k.endsGelu(&k.nodes[at.u]) }},
		"written in place":        {"is written to where a Concat puts it", (*kernels).writtenInPlace},
		"ends a normalization":    {"ends a normalization over groups that is spelled out", func(k *kernels, at link) bool { return k.endsNormalization(at.u) }},
		"scaled by a number":      {"is scaled by a number", func(k *kernels, at link) bool { return k.constantIs(at.u, single) }},
		"in one group":            {"is convolved in one group", func(k *kernels, at link) bool { return !k.inGroups(at.u) }},
		"many channels":           {"has more than a few channels", func(k *kernels, at link) bool { return !k.fewChannels(at.value) }},
		"beside a scale":          {"has a scale of channels on one side alone", func(k *kernels, at link) bool { return k.scalesChannels(at.u) != k.scalesChannels(at.v) }},
		// of the node that reads it
		"for an output":        {"is for an output of the graph", func(k *kernels, at link) bool { return k.output[k.nodes[at.v].Outputs[0]] }},
		"for a convolution":    {"is for a convolution", func(k *kernels, at link) bool { return k.forConvolution(k.nodes[at.v].Outputs[0]) }},
		"for a product":        {"is for a product", func(k *kernels, at link) bool { return k.forProduct(k.nodes[at.v].Outputs[0]) }},
		"cuts a dimension":     {"is cut into pieces that go elsewhere", func(k *kernels, at link) bool { return k.cutsDimension(at.v) }},
		"linear":               {"is interpolated", func(k *kernels, at link) bool { return k.nodes[at.v].Attributes["mode"] == "linear" }},
		"with a number":        {"meets a number", func(k *kernels, at link) bool { return k.constantIs(at.v, single) }},
		"with numbers":         {"meets numbers", func(k *kernels, at link) bool { return k.withNumbers(at.v) }},
		"with a constant":      {"meets a constant", func(k *kernels, at link) bool { return len(k.nodes[at.v].constants) > 0 }},
		"with zero":            {"meets zero", func(k *kernels, at link) bool { return k.constantIs(at.v, zero) }},
		"with a row":           {"meets a row", func(k *kernels, at link) bool { return k.withRow(at.v) }},
		"with channels":        {"meets a constant for each channel", func(k *kernels, at link) bool { return k.withChannels(at.v) }},
		"with channels or all": {"meets a constant for each channel or element", func(k *kernels, at link) bool { return k.withChannels(at.v) || k.withAll(at.v) }},
		"with one as large":    {"meets a value of its shape", (*kernels).withOneAsLarge},
		"nothing":              {"", func(*kernels, link) bool { return false }},
	}
}

// allowed tells whether a link has none of the conditions of one list and all of another.
func (k *kernels) allowed(at link, unless, only []string) bool {
	return !slices.ContainsFunc(unless, func(name string) bool { return k.holds(name, at) }) &&
		!slices.ContainsFunc(only, func(name string) bool { return !k.holds(name, at) })
}

// firstOf returns the first condition of a list that holds.
func (k *kernels) firstOf(at link, list []string) (condition, bool) {
	for _, name := range list {
		if k.holds(name, at) {
			return k.conditions[name], true
		}
	}
	return condition{}, false
}

func (k *kernels) holds(name string, at link) bool {
	c, ok := k.conditions[name]
	if !ok {
		panic(fmt.Sprintf("no condition is called %q", name)) // tables are part of the program, and a test reads them all
	}
	return c.holds(k, at)
}
