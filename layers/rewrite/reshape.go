package rewrite

import (
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/shape"
)

// reshape keeps the order of elements, so its map follows from the two shapes: dimensions are taken apart until both are
// made of the same factors. Where they do not come apart so, as with 4 x 3 and 6 x 2, a stretch is one closed factor, along
// which no constant may differ.
func reshape(s *scene, n *onnx.Node) (*change, error) {
	before, after := s.shapes.Value(s.graph, n.Input(0)), s.shapes.Value(s.graph, n.Output(0))
	if !before.Ranked || !after.Ranked {
		return nil, refuse(named(n), "the shapes before and behind it are not known")
	}
	r := &refining{in: before.Shape, out: after.Shape}
	r.f.in, r.f.out = make([][]int, len(r.in)), make([][]int, len(r.out))
	r.run()
	return single(n, places, &r.f), nil
}

// refining takes the dimensions of two shapes apart, from both ends towards what does not come apart.
type refining struct {
	in, out []shape.Expression
	f       factored
}

func (r *refining) run() {
	i, k := 0, 0
	endIn, endOut := len(r.in), len(r.out)
	// Dimensions at the end that are equal stay what they are, also those that are free.
	var tail [][2]int
	for endIn > 0 && endOut > 0 && r.in[endIn-1].Equal(r.out[endOut-1]) {
		endIn, endOut = endIn-1, endOut-1
		tail = append(tail, [2]int{endIn, endOut})
	}
	for i < endIn && k < endOut && r.in[i].Equal(r.out[k]) {
		r.add(r.in[i], i, k)
		i, k = i+1, k+1
	}
	r.middle(i, endIn, k, endOut)
	for _, pair := range tail {
		r.add(r.in[pair[0]], pair[0], pair[1])
	}
}

// add adds a factor to a dimension of each side; -1 for none.
func (r *refining) add(size shape.Expression, in, out int) {
	n, ok := size.Int()
	if !ok {
		n = free
	}
	r.factor(n, in, out)
}

func (r *refining) factor(n int64, in, out int) {
	number := len(r.f.sizes)
	r.f.sizes = append(r.f.sizes, n)
	if in >= 0 {
		r.f.in[in] = append(r.f.in[in], number)
	}
	if out >= 0 {
		r.f.out[out] = append(r.f.out[out], number)
	}
}

// middle takes stretches of numbers apart.
func (r *refining) middle(i, endIn, k, endOut int) {
	before, known := numbersOf(r.in[i:endIn])
	after, also := numbersOf(r.out[k:endOut])
	a, b := 0, 0
	var left, right int64 = 1, 1 // what is left of the dimensions at a and b
	type part struct {
		size    int64
		in, out int
	}
	var parts []part
	fits := known && also && product(before) == product(after) && product(before) > 0
	for fits && (a < len(before) || b < len(after)) {
		if a < len(before) && left == 1 {
			left = before[a]
		}
		if b < len(after) && right == 1 {
			right = after[b]
		}
		small := min(left, right)
		switch {
		case left == 1 && a < len(before):
			a++
			continue
		case right == 1 && b < len(after):
			b++
			continue
		case a >= len(before) || b >= len(after) || left%small != 0 || right%small != 0:
			fits = false
			continue
		}
		parts = append(parts, part{small, i + a, k + b})
		if left /= small; left == 1 {
			a++
		}
		if right /= small; right == 1 {
			b++
		}
	}
	if !fits {
		r.close(i, endIn, k, endOut)
		return
	}
	for _, p := range parts {
		r.factor(p.size, p.in, p.out)
	}
}

// close makes each dimension of a stretch a factor of its own, which the other side has in a dimension that it makes 1.
func (r *refining) close(i, endIn, k, endOut int) {
	for ; i < endIn; i++ {
		r.f.closed = append(r.f.closed, len(r.f.sizes))
		r.add(r.in[i], i, -1)
	}
	for ; k < endOut; k++ {
		r.f.closed = append(r.f.closed, len(r.f.sizes))
		r.add(r.out[k], -1, k)
	}
}

// numbersOf are the dimensions, if all are numbers.
func numbersOf(dims []shape.Expression) ([]int64, bool) {
	var list []int64
	for _, d := range dims {
		n, ok := d.Int()
		if !ok {
			return nil, false
		}
		list = append(list, n)
	}
	return list, true
}
