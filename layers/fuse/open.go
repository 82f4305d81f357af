package fuse

import "slices"

// Open are groups that a family's measurements do not decide: a builder took them over without saying what became of
// them, or none such was measured, or what becomes of them depends on more than the model. They have one of some operators,
// and read or are read by others; lists that are empty ask for nothing, and of Reads and ReadBy one has to hold.
type Open struct {
	Ops    []string `json:"ops"`
	Reads  []string `json:"reads"`
	ReadBy []string `json:"read_by"`
	// Types are those of what the group makes.
	Types []string `json:"types"`
	// Why completes the sentence about a group.
	Why      string   `json:"why"`
	Evidence []string `json:"evidence"`
}

// leaveOpen marks a group of some nodes that is alone as far as a table's rules say, but not for sure.
func (k *kernels) leaveOpen(group *Group, nodes []int, table *Table) {
	if !group.Alone {
		return
	}
	if at := slices.IndexFunc(table.Open, func(o Open) bool { return k.isOpen(o, nodes) }); at >= 0 {
		group.AloneMin = false
		group.Why += "; not sure: " + table.Open[at].Why
	}
}

func (k *kernels) isOpen(o Open, nodes []int) bool {
	if len(o.Ops) > 0 && !slices.ContainsFunc(nodes, func(i int) bool { return k.nodes[i].in(o.Ops) }) {
		return false
	}
	if len(o.Types) > 0 && !slices.Contains(o.Types, k.values[k.nodes[nodes[len(nodes)-1]].Outputs[0]].Type) {
		return false
	}
	if len(o.Reads) == 0 && len(o.ReadBy) == 0 {
		return true
	}
	return slices.ContainsFunc(nodes, func(i int) bool { return k.besideAny(i, nodes, o) })
}

// besideAny tells whether a node of a group reads, or is read by, what leaves the group open.
func (k *kernels) besideAny(i int, group []int, o Open) bool {
	other := func(j int, list []string) bool { return k.nodes[j].in(list) && !slices.Contains(group, j) }
	for _, input := range k.nodes[i].inputs {
		if maker, ok := k.maker[input]; ok && other(maker, o.Reads) {
			return true
		}
	}
	for _, output := range k.nodes[i].Outputs {
		if slices.ContainsFunc(k.readers[output], func(j int) bool { return other(j, o.ReadBy) }) {
			return true
		}
	}
	return false
}
