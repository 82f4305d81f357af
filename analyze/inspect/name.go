package inspect

import (
	"regexp"
	"strings"
)

// parts are what a layer's name is made of. TensorRT joins the names of the layers that it fuses:
//
//	conv + PWN(lrelu)            a convolution with a group of pointwise operations
//	PWN(PWN(mul), add + bias)    a group that is nested
//	{ForeignNode[first...last]}  a subgraph for the graph compiler
//	matmul_myl0_2                a layer of that subgraph; __myl_MulMax_myl0_3 has only its kernel's name
type parts struct {
	nodes     []string
	pointwise []string // those of nodes in groups of pointwise operations
	groups    bool     // there are such groups
	others    bool     // something beside them is in the layer
	omitted   bool     // of a subgraph only the ends are named

	seen map[string]bool
}

// Names that are longer, or nested deeper, are not taken apart.
const (
	maxName    = 64 << 10 // bytes
	maxNesting = 200
)

// compiled is the end of the name of a layer that the graph compiler made.
var compiled = regexp.MustCompile(`_myl[0-9]+(?:_[0-9]+)*$`)

// splitName takes a name apart. Names of nodes that have " + " or brackets without their counterpart in them
// cannot be told from what TensorRT puts there.
func splitName(name string) parts {
	p := parts{seen: map[string]bool{}}
	name = profileSuffix.ReplaceAllString(name, "")
	base := compiled.ReplaceAllString(name, "")
	switch {
	case len(name) > maxName, strings.HasPrefix(name, "Reformatting CopyNode for "):
		p.others = true
	case base != name && strings.HasPrefix(base, "_"): // a kernel's name
		p.others = true
	case base != name:
		for node := range strings.SplitSeq(base, "+") {
			p.node(strings.TrimSpace(node), false)
		}
	default:
		p.fused(name, false, 0)
	}
	return p
}

// fused takes apart what is joined by " + ".
func (p *parts) fused(name string, pointwise bool, depth int) {
	for _, part := range splitOutside(name, " + ") {
		inner, group := between(part, "PWN(", ")")
		graph, foreign := between(part, "{ForeignNode[", "]}")
		switch {
		case depth == maxNesting:
			p.node(part, pointwise)
		case group:
			p.groups = true
			for _, member := range splitOutside(inner, ", ") {
				p.fused(member, true, depth+1)
			}
		case foreign:
			first, last, several := strings.Cut(graph, "...")
			p.fused(first, pointwise, depth+1)
			if several {
				p.fused(last, pointwise, depth+1)
			}
			p.others, p.omitted = true, p.omitted || several
		default:
			p.node(part, pointwise)
		}
	}
}

// node adds a node of the model, once. What TensorRT or its parser added is none.
func (p *parts) node(name string, pointwise bool) {
	p.others = p.others || !pointwise
	if name == "" || added(name) || p.seen[name] {
		return
	}
	p.seen[name] = true
	p.nodes = append(p.nodes, name)
	if pointwise {
		p.pointwise = append(p.pointwise, name)
	}
}

// added tells whether a layer is of TensorRT's own making: without a name, or with one that the parser or the
// builder gives.
func added(name string) bool {
	for _, prefix := range []string{"(Unnamed Layer* ", "ONNXTRT_", "copied_squeeze_after_", "squeeze_after_", "unsqueeze_node_after_",
		"reshape_before_", "reshape_after_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// between returns what stands in a pair of brackets that holds all of a text.
func between(text, open, end string) (string, bool) {
	inner, found := strings.CutPrefix(text, open)
	if !found {
		return "", false
	}
	return strings.CutSuffix(inner, end)
}

// splitOutside splits text at separators that are in no brackets. If the brackets do not match, all count.
func splitOutside(text, separator string) []string {
	var list []string
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		}
		if depth < 0 {
			break
		}
		if depth == 0 && strings.HasPrefix(text[i:], separator) {
			list = append(list, text[start:i])
			i += len(separator) - 1
			start = i + 1
		}
	}
	if depth != 0 {
		return strings.Split(text, separator)
	}
	return append(list, text[start:])
}
