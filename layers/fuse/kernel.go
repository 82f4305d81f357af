package fuse

import "slices"

// kernels is a partition of a network's nodes: those of one part become one kernel.
type kernels struct {
	*network
	of    []int   // node to the number of its kernel
	parts [][]int // the nodes of each kernel, in order; nil where it went into another
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

func newKernels(n *network) *kernels {
	count := len(n.nodes)
	k := &kernels{network: n, of: make([]int, count), parts: make([][]int, count), rule: make([]*Rule, count),
		product: make([]int, count), closed: make([]bool, count), refused: make([][]string, count), conditions: conditions()}
	for i := range n.nodes {
		k.of[i], k.parts[i], k.product[i] = i, []int{i}, -1
		if n.nodes[i].class == Product {
			k.product[i] = i
		}
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
	for _, i := range k.parts[kernel] {
		for _, output := range k.nodes[i].Outputs {
			if k.leaves(output, kernel) {
				values = append(values, output)
			}
		}
	}
	return values
}

// leaves tells whether a value of a kernel is read elsewhere.
func (k *kernels) leaves(value string, kernel int) bool {
	return k.output[value] || slices.ContainsFunc(k.readers[value], func(r int) bool { return k.of[r] != kernel })
}

// around tells whether there is a way from kernel a to kernel b through a third one: the two cannot become one.
func (k *kernels) around(a, b int) bool {
	last := k.parts[b][len(k.parts[b])-1]
	seen := map[int]bool{}
	var leads func(kernel int) bool
	leads = func(kernel int) bool {
		for _, output := range k.outputs(kernel) {
			for _, reader := range k.readers[output] {
				next := k.of[reader]
				switch {
				case next == b:
					if kernel != a {
						return true
					}
				case next == a || seen[next] || k.parts[next][0] > last:
				default:
					seen[next] = true
					if leads(next) {
						return true
					}
				}
			}
		}
		return false
	}
	return leads(a)
}
