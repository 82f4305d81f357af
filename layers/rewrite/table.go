package rewrite

import (
	"fmt"

	"github.com/planlint/planlint/layers/onnx"
)

// table has what something moves across: for each operator what reads its map of indices, and meets its obligation or
// refuses.
var table = map[string]func(*scene, *onnx.Node) (*change, error){
	"DepthToSpace": depthToSpace,
	"SpaceToDepth": spaceToDepth,
	"Transpose":    transpose,
	"Reshape":      reshape,
	"Flatten":      reshape,
	"Squeeze":      reshape,
	"Unsqueeze":    reshape,
	"Slice":        slice,
	"Split":        split,
	"Concat":       concat,
	"Resize":       resize,
	"Upsample":     resize,
	"Pad":          pad,
	"MaxPool":      maxPool,
}

// changeOf reads the node that a value comes from, or goes to, as a change of layout.
func (s *scene) changeOf(n *onnx.Node) (*change, error) {
	read := table[n.OpType]
	if read == nil || !n.Is(n.OpType) {
		return nil, refuse(named(n), "%s is no change of layout that is known to be exact to move across", n.OpType)
	}
	if n.Input(0) == "" || n.Output(0) == "" {
		return nil, refuse(named(n), "%s without an input or an output", n.OpType)
	}
	return read(s, n)
}

// image returns the dimensions of what a node reads and makes, if it is an image of four dimensions.
func (s *scene) image(n *onnx.Node) (in, out []int64, err error) {
	if in, err = s.ranked(n, n.Input(0)); err != nil {
		return nil, nil, err
	}
	if out, err = s.ranked(n, n.Output(0)); err != nil {
		return nil, nil, err
	}
	if len(in) != 4 || len(out) != 4 {
		return nil, nil, refuse(named(n), "%s over %d dimensions", n.OpType, len(in))
	}
	return in, out, nil
}

// maxBlock is far more than any image has pixels in a block.
const maxBlock = 1 << 15

// over is a size without a factor of it; free if the size is.
func over(size, factor int64) int64 {
	if size == free {
		return free
	}
	return size / factor
}

// depthToSpace takes channels apart into a block and the depth: in mode DCR the block comes first, in mode CRD the depth.
// So a slope s of the depth's channels becomes s'[k] = s[k mod depth], or s'[k] = s[k div block].
func depthToSpace(s *scene, n *onnx.Node) (*change, error) {
	in, _, err := s.image(n)
	if err != nil {
		return nil, err
	}
	b := n.Int("blocksize", 0)
	if b < 1 || b > maxBlock {
		return nil, refuse(named(n), "blocks of %d", b)
	}
	// Factors: 0 batch, 1 and 2 the block, 3 depth, 4 height, 5 width.
	f := &factored{sizes: []int64{in[0], b, b, over(in[1], b*b), in[2], in[3]}, block: []int{1, 2}, out: [][]int{{0}, {3}, {4, 1}, {5, 2}}}
	switch mode := n.Text("mode", "DCR"); mode {
	case "DCR":
		f.in = [][]int{{0}, {1, 2, 3}, {4}, {5}}
	case "CRD":
		f.in = [][]int{{0}, {3, 1, 2}, {4}, {5}}
	default:
		return nil, refuse(named(n), "mode %q is none that is known", mode)
	}
	return single(n, places, f), nil
}

// spaceToDepth is the reverse of a DepthToSpace of mode DCR.
func spaceToDepth(s *scene, n *onnx.Node) (*change, error) {
	in, _, err := s.image(n)
	if err != nil {
		return nil, err
	}
	b := n.Int("blocksize", 0)
	if b < 1 || b > maxBlock {
		return nil, refuse(named(n), "blocks of %d", b)
	}
	return single(n, places, &factored{sizes: []int64{in[0], b, b, in[1], over(in[2], b), over(in[3], b)}, block: []int{1, 2},
		in: [][]int{{0}, {3}, {4, 1}, {5, 2}}, out: [][]int{{0}, {1, 2, 3}, {4}, {5}}}), nil
}

// transpose puts dimensions in another order.
func transpose(s *scene, n *onnx.Node) (*change, error) {
	in, err := s.ranked(n, n.Input(0))
	if err != nil {
		return nil, err
	}
	f := &factored{sizes: in}
	order, given := n.Ints("perm")
	if given && len(order) != len(in) {
		return nil, refuse(named(n), "perm %d of %d dimensions", order, len(in))
	}
	seen := make([]bool, len(in))
	for i := range in {
		from := len(in) - 1 - i
		if given {
			if from, err = axis(n, order[i], len(in)); err != nil {
				return nil, err
			}
		}
		if seen[from] {
			return nil, refuse(named(n), "perm %d takes a dimension twice", order)
		}
		seen[from] = true
		f.in, f.out = append(f.in, []int{i}), append(f.out, []int{from})
	}
	return single(n, places, f), nil
}

// describe names a change in words.
func (c *change) describe() string { return fmt.Sprintf("%s %q", c.node.OpType, named(c.node)) }
