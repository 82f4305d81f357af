package fuse

import "slices"

// follow lets a product take in what follows it, node by node.
func (k *kernels) follow(rule *Rule, product int) {
	form, kernel := rule.Follow, k.of[product]
	if k.closed[kernel] || len(k.parts[kernel]) > 1 || len(k.nodes[product].inputs) == 0 {
		return
	}
	if !k.allowed(link{k.nodes[product].inputs[0], product, product}, form.Unless, form.Only) {
		return
	}
	current := k.nodes[product].Outputs[0]
	if form.Repeat {
		k.followAll(rule, product, current)
		return
	}
	for _, step := range form.Steps {
		nodes, result, ok := k.next(product, current, step)
		if !ok {
			continue
		}
		for _, i := range nodes {
			k.merge(kernel, k.of[i], rule)
		}
		current = result
	}
}

// followAll takes in node after node while one of the steps fits, but nothing if that leads to an output of the graph.
func (k *kernels) followAll(rule *Rule, product int, current string) {
	var taken []int
	for found := true; found; {
		found = false
		for _, step := range rule.Follow.Steps {
			if nodes, result, ok := k.next(product, current, step); ok {
				taken, current, found = append(taken, nodes...), result, true
				break
			}
		}
	}
	if k.output[current] {
		return
	}
	for _, i := range taken {
		k.merge(k.of[product], k.of[i], rule)
	}
}

// next returns the nodes of a step behind a value, and what they make.
func (k *kernels) next(product int, value string, step Step) (nodes []int, result string, ok bool) {
	if slices.Contains(step.Ops, tanhGelu) {
		if nodes, result, ok = k.geluByTanh(value); ok {
			return nodes, result, k.apart(nodes)
		}
	}
	reader, ok := k.onlyReader(value)
	if !ok || !k.nodes[reader].in(step.Ops) || !k.apart([]int{reader}) {
		return nil, "", false
	}
	if len(k.nodes[reader].inputs) > 1 && k.around(k.of[product], k.of[reader]) {
		return nil, "", false
	}
	if !k.allowed(link{value, product, reader}, step.Unless, step.Only) {
		return nil, "", false
	}
	return []int{reader}, k.nodes[reader].Outputs[0], true
}

// apart tells whether each of some nodes is still a kernel of its own.
func (k *kernels) apart(nodes []int) bool {
	return !slices.ContainsFunc(nodes, func(i int) bool { return len(k.parts[k.of[i]]) > 1 || k.product[k.of[i]] >= 0 })
}

// read lets a product take in what it reads.
func (k *kernels) read(rule *Rule, product int) {
	form := rule.Read
	for _, input := range k.nodes[product].inputs {
		maker, ok := k.maker[input]
		if !ok || !k.nodes[maker].in(form.Ops) || !k.apart([]int{maker}) || !k.readBy(input, []int{product}) {
			continue
		}
		if k.allowed(link{input, maker, product}, form.Unless, form.Only) {
			k.merge(k.of[product], k.of[maker], rule)
		}
	}
}
