package fuse

// Group is pointwise operations that become one kernel.
type Group struct {
	// Nodes are their names in the order of the model, and Ops their operators. Of nodes that compute the same, all
	// are named and the operator is there once.
	Nodes []string
	Ops   []string
	// Inputs are the values that the group reads and others make, constants left out.
	Inputs []string
	// Output is the value that the group makes last.
	Output string
	// Alone: no product or other producer takes the group in. A change of layout in the same kernel is no producer.
	Alone bool
	// AloneMin and AloneMax are what is sure and what is possible. They are as Alone where the target's family was
	// measured, or seen with such a group, and its table does not leave that open.
	AloneMin, AloneMax bool
	// Table is the family that decided, and Rule the rule; empty where none applied.
	Table string
	Rule  string
	// Why says it in a sentence, with the neighbour that counts.
	Why string
	// Made are the values that its nodes make, which tell these apart even where they have no names.
	Made []string
	// Signature is what the name of the group's kernel is expected to say.
	Signature Signature
}

// Groups predicts the groups of a graph, for a version of a table's family such as "1.7.1.116"; without one the
// newest is meant. They come in the order of the model.
func Groups(graph *Graph, table *Table, version string) []Group {
	k := newKernels(newNetwork(graph))
	for _, rule := range table.Rules {
		if rule.isFor(version) {
			k.apply(rule)
		}
	}
	var groups []Group
	for i := range k.nodes {
		kernel := k.of[i]
		if k.parts[kernel][0] != i {
			continue // the kernel has been seen
		}
		if group, ok := k.groupOf(kernel, table); ok {
			groups = append(groups, group)
		}
	}
	return groups
}

// groupOf returns the pointwise operations of a kernel, if there are some.
func (k *kernels) groupOf(kernel int, table *Table) (Group, bool) {
	group := Group{Alone: true, Table: table.Family}
	var nodes []int
	var last *Node
	for _, i := range k.parts[kernel] {
		switch node := &k.nodes[i]; node.class {
		case Pointwise:
			if named := node.model; named != last { // parts of one node follow each other
				group.Nodes = append(append(group.Nodes, named.Name), node.same...)
				group.Ops = append(group.Ops, named.Op)
				last = named
			}
			group.Made = append(group.Made, node.Outputs[0])
			group.Output = node.model.Outputs[0]
			nodes = append(nodes, i)
		case Layout:
		default:
			group.Alone = false
		}
	}
	if len(nodes) == 0 {
		return group, false
	}
	group.Inputs = k.readFrom(nodes)
	group.AloneMin, group.AloneMax = group.Alone, group.Alone
	group.Signature = k.signatureOf(table, nodes)
	if rule := k.rule[kernel]; rule != nil {
		group.Rule = rule.Name
	}
	group.Why = k.why(kernel, group.Alone)
	k.leaveOpen(&group, nodes, table)
	return group, true
}

// readFrom returns what some nodes read and none of them makes, each once.
func (k *kernels) readFrom(nodes []int) []string {
	var values []string
	seen, own := map[string]bool{}, make(map[int]bool, len(nodes))
	for _, i := range nodes {
		own[i] = true
	}
	for _, i := range nodes {
		for _, input := range k.nodes[i].inputs {
			maker, made := k.maker[input]
			if !(made && own[maker]) && !seen[input] {
				values, seen[input] = append(values, input), true
			}
		}
	}
	return values
}
