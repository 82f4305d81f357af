package rewrite

import (
	"slices"

	"github.com/planlint/planlint/layers/interpret"
)

// factored is the map of an operator that moves every element to one place: dimensions are split into factors, and
// these put together in another way. DepthToSpace takes the channels apart into a block and the depth, and joins one half of
// the block to the height and the other to the width.
type factored struct {
	// sizes of the factors; free where one is not known.
	sizes []int64
	// in and out are the factors that each dimension is made of, the slowest first.
	in, out [][]int
	// block has factors that are channels on one side and pixels on the other.
	block []int
	// closed are factors that are split differently on both sides: no constant can differ along them.
	closed []int
}

func (f *factored) toInputs(of []*interpret.Tensor) ([]*interpret.Tensor, error) {
	t, err := f.carry(of[0], f.out, f.in)
	return []*interpret.Tensor{t}, err
}

func (f *factored) toOutputs(of []*interpret.Tensor) ([]*interpret.Tensor, error) {
	t, err := f.carry(of[0], f.in, f.out)
	return []*interpret.Tensor{t}, err
}

// carry maps a constant that fits one side to the other. Its dimensions are as many as that side's, 1 where it is
// repeated.
func (f *factored) carry(t *interpret.Tensor, from, to [][]int) (*interpret.Tensor, error) {
	apart, order := &interpret.Tensor{Type: t.Type, Data: t.Data}, slices.Concat(from...)
	for i, factors := range from {
		whole := int64(1)
		for _, factor := range factors {
			whole *= f.sizes[factor]
		}
		if t.Dims[i] > 1 && whole != t.Dims[i] { // in no valid model
			return nil, errFree
		}
		for _, factor := range factors {
			size := int64(1)
			if t.Dims[i] > 1 {
				size = f.sizes[factor]
			}
			if size > 1 && slices.Contains(f.closed, factor) {
				return nil, errClosed
			}
			apart.Dims = append(apart.Dims, size)
		}
	}
	apart = compact(apart)
	length := func(factor int) int64 { // one that the other side does not have is closed, and 1 here
		if at := slices.Index(order, factor); at >= 0 {
			return apart.Dims[at]
		}
		return 1
	}
	grows, follows := false, false
	var wanted []int64 // of the factors in the order of the other side
	var dims []int64
	for _, factors := range to {
		varies := slices.ContainsFunc(factors, func(factor int) bool { return length(factor) > 1 })
		dim := int64(1)
		for _, factor := range factors {
			size := int64(1)
			if varies {
				size = f.sizes[factor]
			}
			if size == free {
				return nil, errFree
			}
			has := length(factor)
			grows = grows || size > has
			follows = follows || has > 1 && slices.Contains(f.block, factor)
			dim, wanted = dim*size, append(wanted, size)
		}
		dims = append(dims, dim)
	}
	if grows && follows {
		return nil, errBlock
	}
	made := arrange(apart, order, slices.Concat(to...), wanted)
	if made == nil {
		return nil, errLarge
	}
	made.Dims = dims
	return made, nil
}

// compact makes a dimension 1 along which all elements are the same.
func compact(t *interpret.Tensor) *interpret.Tensor {
	for k := range t.Dims {
		if t.Dims[k] < 2 {
			continue
		}
		behind := product(t.Dims[k+1:])
		first := interpret.New(t.Type, append(append(slices.Clone(t.Dims[:k]), 1), t.Dims[k+1:]...)...)
		same := true
		for i := range t.Data {
			at := int64(i)
			row, inside := at/behind/t.Dims[k], at%behind
			head := t.Data[row*t.Dims[k]*behind+inside]
			first.Data[row*behind+inside] = head
			same = same && interpret.SameBits(head, t.Data[i])
		}
		if same {
			t = first
		}
	}
	return t
}

// arrange puts factors in another order, and repeats elements along those that become longer; nil if it would be too
// large.
func arrange(t *interpret.Tensor, from, to []int, wanted []int64) *interpret.Tensor {
	if total := product(wanted); total > maxOperand || total < 0 {
		return nil
	}
	steps := make([]int64, len(to))
	own := int64(1)
	for k, factor := range slices.Backward(from) {
		if t.Dims[k] > 1 {
			steps[slices.Index(to, factor)] = own
		}
		own *= t.Dims[k]
	}
	made := interpret.New(t.Type, wanted...)
	at := make([]int64, len(wanted))
	for i := range made.Data {
		source := int64(0)
		for k, j := range at {
			source += j * steps[k]
		}
		made.Data[i] = t.Data[source]
		advance(at, wanted)
	}
	return made
}

func product(dims []int64) int64 {
	n := int64(1)
	for _, d := range dims {
		if d > 0 && n > maxOperand*maxOperand/d {
			return -1
		}
		n *= d
	}
	return n
}

// advance goes to the next element of a shape.
func advance(at, dims []int64) {
	for k := len(at) - 1; k >= 0; k-- {
		if at[k]++; at[k] < dims[k] {
			return
		}
		at[k] = 0
	}
}
