package fuse

import "slices"

// kernels is a partition of a network's nodes: those of one part become one kernel.
type kernels struct {
	*network
	of    []int   // node to the number of its kernel
	parts [][]int // the nodes of each kernel, in order; nil where it went into another
	// made are the values that each kernel makes for others, in order. What is read inside alone stays so as kernels
	// grow, and the others are few.
	made [][]made
	// rule is the last one that made a kernel what it is.
	rule []*Rule
	// product is the product that is in a kernel, or -1.
	product []int
	// closed: a kernel neither joins another nor takes one in any more.
	closed []bool
	// refused says why products did not take a kernel in.
	refused    [][]string
	conditions map[string]condition
}

// made is a value that a node makes.
type made struct {
	node  int
	value string
}

func newKernels(n *network) *kernels {
	count := len(n.nodes)
	k := &kernels{network: n, of: make([]int, count), parts: make([][]int, count), made: make([][]made, count), rule: make([]*Rule, count),
		product: make([]int, count), closed: make([]bool, count), refused: make([][]string, count), conditions: conditions()}
	for i := range n.nodes {
		k.of[i], k.parts[i], k.product[i] = i, []int{i}, -1
		if n.nodes[i].class == Product {
			k.product[i] = i
		}
		for _, output := range n.nodes[i].Outputs {
			k.made[i] = append(k.made[i], made{i, output})
		}
	}
	for i := range n.nodes {
		k.made[i] = slices.DeleteFunc(k.made[i], func(m made) bool { return !k.leaves(m.value, i) })
	}
	return k
}

// apply applies a rule to every node. Products that are later in the model choose first: of two that meet in a sum
// it is the later one that takes the sum in.
func (k *kernels) apply(rule *Rule) {
	backwards := func(products []string, step func(*Rule, int)) {
		for i := len(k.nodes) - 1; i >= 0; i-- {
			if k.nodes[i].in(products) {
				step(rule, i)
			}
		}
	}
	forwards := func(step func(*Rule, int)) {
		for i := range k.nodes {
			step(rule, i)
		}
	}
	switch {
	case rule.Follow != nil:
		backwards(rule.Follow.Products, k.follow)
	case rule.Read != nil:
		backwards(rule.Read.Products, k.read)
	case rule.Take != nil:
		backwards(rule.Take.Products, k.take)
	case rule.Join != nil:
		forwards(k.join)
	case rule.Parallel != nil:
		forwards(k.parallel)
	case rule.Normalize != nil:
		forwards(k.normalize)
	}
}

// merge puts kernel b into kernel a.
func (k *kernels) merge(a, b int, rule *Rule) {
	for _, i := range k.parts[b] {
		k.of[i] = a
	}
	for _, i := range k.parts[b] { // what only these read does not leave any more
		for _, input := range k.nodes[i].inputs {
			if maker, ok := k.maker[input]; ok && k.of[maker] == a && !k.leaves(input, a) {
				k.made[a] = slices.DeleteFunc(k.made[a], func(m made) bool { return m.value == input })
			}
		}
	}
	for _, m := range k.made[b] {
		if k.leaves(m.value, a) {
			at, _ := slices.BinarySearchFunc(k.made[a], m.node+1, func(m made, node int) int { return m.node - node })
			k.made[a] = slices.Insert(k.made[a], at, m)
		}
	}
	k.made[b] = nil
	k.parts[a] = merged(k.parts[a], k.parts[b])
	k.parts[b] = nil
	if k.product[a] < 0 {
		k.product[a] = k.product[b]
	}
	k.rule[a] = rule
}

// merged puts two lists in order into one.
func merged(a, b []int) []int {
	if len(a) == 0 || len(b) == 0 || a[len(a)-1] < b[0] {
		return append(a, b...)
	}
	all := make([]int, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] < b[0] {
			all, a = append(all, a[0]), a[1:]
		} else {
			all, b = append(all, b[0]), b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// only tells whether a kernel has nodes of one class alone.
func (k *kernels) only(kernel int, class Class) bool {
	return !slices.ContainsFunc(k.parts[kernel], func(i int) bool { return k.nodes[i].class != class })
}

// outputs returns the values that a kernel makes for others.
func (k *kernels) outputs(kernel int) []string {
	var values []string
	for _, m := range k.made[kernel] {
		values = append(values, m.value)
	}
	return values
}

// leaves tells whether a value of a kernel is read elsewhere.
func (k *kernels) leaves(value string, kernel int) bool {
	return k.output[value] || slices.ContainsFunc(k.readers[value], func(r int) bool { return k.of[r] != kernel })
}

// around tells whether there is a way from kernel a to kernel b through a third one: the two cannot become one. It goes
// backwards, for b is usually a node and a what came before.
func (k *kernels) around(a, b int) bool {
	first := k.parts[a][0]
	seen := map[int]bool{}
	var reaches func(kernel int) bool
	reaches = func(kernel int) bool {
		for _, i := range k.parts[kernel] {
			for _, input := range k.nodes[i].inputs {
				maker, ok := k.maker[input]
				if !ok {
					continue
				}
				before := k.of[maker]
				switch {
				case before == a:
					if kernel != b {
						return true
					}
				case before == b || seen[before] || k.parts[before][len(k.parts[before])-1] < first:
				default:
					seen[before] = true
					if reaches(before) {
						return true
					}
				}
			}
		}
		return false
	}
	return reaches(b)
}
