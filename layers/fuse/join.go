package fuse

// join makes one kernel of two where a node of one reads what a node of the other makes.
func (k *kernels) join(rule *Rule, v int) {
	form := rule.Join
	if !k.nodes[v].in(form.To) {
		return
	}
	for _, input := range k.nodes[v].inputs {
		u, ok := k.maker[input]
		if !ok || !k.nodes[u].in(form.From) {
			continue
		}
		a, b := k.of[u], k.of[v]
		if a == b || k.closed[a] || k.closed[b] || k.product[a] >= 0 || k.product[b] >= 0 {
			continue
		}
		if k.allowed(link{input, u, v}, form.Unless, form.Only) && !k.around(a, b) {
			k.merge(a, b, rule)
		}
	}
}

// parallel makes one product of several that read the same value with constants of the same shape.
func (k *kernels) parallel(rule *Rule, i int) {
	first := k.nodes[i]
	if !k.oneOfSeveral(rule.Parallel, i) {
		return
	}
	for _, j := range k.readers[first.inputs[0]] {
		if j > i && k.of[i] != k.of[j] && k.oneOfSeveral(rule.Parallel, j) && sameShape(k.values[first.constants[0]], k.values[k.nodes[j].constants[0]]) {
			k.merge(k.of[i], k.of[j], rule)
			k.closed[k.of[i]] = true
		}
	}
}

func (k *kernels) oneOfSeveral(form *Parallel, i int) bool {
	node, kernel := &k.nodes[i], k.of[i]
	return node.in(form.Products) && len(node.inputs) == 1 && len(node.constants) > 0 && (len(k.parts[kernel]) == 1 || k.closed[kernel]) &&
		k.allowed(link{node.Outputs[0], i, i}, form.Unless, nil)
}

// normalize makes one kernel of a normalization between two reshapes and the scale and bias behind it.
func (k *kernels) normalize(rule *Rule, i int) {
	if !k.nodes[i].in(rule.Normalize.Ops) || len(k.nodes[i].inputs) != 1 || len(k.nodes[i].Outputs) == 0 {
		return
	}
	input := k.nodes[i].inputs[0]
	before, ok := k.maker[input]
	if !ok || k.nodes[before].Op != "Reshape" || !k.readBy(input, []int{i}) ||
		!k.allowed(link{k.nodes[before].inputs[0], before, i}, rule.Normalize.Unless, nil) {
		return
	}
	nodes := []int{before}
	current := k.nodes[i].Outputs[0]
	for _, op := range []string{"Reshape", "Mul", "Add"} {
		next, ok := k.onlyReader(current)
		if !ok || k.nodes[next].Op != op || len(k.nodes[next].inputs) != 1 {
			return
		}
		nodes = append(nodes, next)
		current = k.nodes[next].Outputs[0]
	}
	if !k.apart(nodes) {
		return
	}
	for _, node := range nodes {
		k.merge(k.of[i], k.of[node], rule)
	}
	k.closed[k.of[i]] = true
}
