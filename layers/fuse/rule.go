package fuse

import "slices"

// Rule is one step of a table. It has exactly one of the forms.
type Rule struct {
	Name string `json:"rule"`
	// Why says in a few words what the rule does, to end a sentence about a group.
	Why string `json:"why"`
	// Versions of the builder that the rule is for: "<1.7", ">=1.6"; empty: all.
	Versions string `json:"versions"`
	// Evidence names models of fixtures/fusion that the rule was seen in.
	Evidence []string `json:"evidence"`

	Follow    *Follow    `json:"follow"`
	Read      *Read      `json:"read"`
	Join      *Join      `json:"join"`
	Take      *Take      `json:"take"`
	Parallel  *Parallel  `json:"parallel"`
	Normalize *Normalize `json:"normalize"`

	own bool // of a family that has a base: the rule is not the base's
}

// Follow: a product takes in what follows it, node by node. Each node is the only reader of the one before.
type Follow struct {
	Products []string `json:"products"`
	// Steps come in this order, each at most once; if Repeat, in any order and as often as there are some, but not at
	// all where that leads to an output of the graph.
	Steps  []Step `json:"steps"`
	Repeat bool   `json:"repeat"`
	// Unless and Only are conditions on the value that the product reads.
	Unless []string `json:"unless"`
	Only   []string `json:"only"`
}

// Step is a node that a product may take in. Unless and Only are conditions on the value between them.
type Step struct {
	Ops    []string `json:"ops"`
	Unless []string `json:"unless"`
	Only   []string `json:"only"`
}

// Read: a product takes in a node that nothing else reads. Unless and Only are conditions on the value between them.
type Read struct {
	Products []string `json:"products"`
	Ops      []string `json:"ops"`
	Unless   []string `json:"unless"`
	Only     []string `json:"only"`
}

// Join: two kernels become one where a node of From makes a value that a node of To reads. Both are operators or
// classes. Unless and Only are conditions on that value.
type Join struct {
	From   []string `json:"from"`
	To     []string `json:"to"`
	Unless []string `json:"unless"`
	Only   []string `json:"only"`
}

// Take: a product takes in a whole kernel that nothing but pointwise operations of Ops are in, if it alone reads the
// product. Operands and Constants say what else its operations may read. Unless are conditions on each value that it
// makes for others.
type Take struct {
	Products  []string `json:"products"`
	Ops       []string `json:"ops"`
	Operands  string   `json:"operands"`  // a condition; empty: any
	Constants string   `json:"constants"` // a condition; empty: any
	Unless    []string `json:"unless"`
	// OnlyRead are conditions on the value that the product reads.
	OnlyRead []string `json:"only_read"`
}

// Parallel: products over the same value, with constants of the same shape, become one, which takes nothing in.
// Unless are conditions on what a product makes.
type Parallel struct {
	Products []string `json:"products"`
	Unless   []string `json:"unless"`
}

// Normalize: a normalization between two reshapes and the scale and bias behind it become one. Unless are conditions
// on the value that the first reshape reads.
type Normalize struct {
	Ops    []string `json:"ops"`
	Unless []string `json:"unless"`
}

// lists returns the lists of operators of a rule.
func (r *Rule) lists() []*[]string {
	var lists []*[]string
	if f := r.Follow; f != nil {
		lists = append(lists, &f.Products)
		for i := range f.Steps {
			lists = append(lists, &f.Steps[i].Ops)
		}
	}
	if f := r.Read; f != nil {
		lists = append(lists, &f.Products, &f.Ops)
	}
	if f := r.Join; f != nil {
		lists = append(lists, &f.From, &f.To)
	}
	if f := r.Take; f != nil {
		lists = append(lists, &f.Products, &f.Ops)
	}
	if f := r.Parallel; f != nil {
		lists = append(lists, &f.Products)
	}
	return lists
}

// in tells whether a list of operators and classes has a node.
func (n *node) in(list []string) bool {
	return n.class != Other && (slices.Contains(list, n.Op) || slices.Contains(list, string(n.class)))
}
