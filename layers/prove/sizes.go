package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/shape"
)

// size is in which shapes some values are computed.
type size struct {
	dims [][]int64
	// whole: they are those of the model.
	whole bool
}

func (s size) text() string {
	var list []string
	for _, dims := range s.dims {
		list = append(list, strings.ReplaceAll(strings.Trim(fmt.Sprint(dims), "[]"), " ", "x"))
	}
	return strings.Join(list, ", ")
}

// small is how many elements a value may have that is computed as it is at first; largest, at last.
const (
	small   = 1 << 15
	largest = 1 << 24
)

// edge is what long dimensions are made for a comparison: blocks of 2, 3, 4 and 6 fit in.
const edge = 12

// sizes lists the shapes in which to try to compute values: as they are if they are small, else with fewer pixels, rows or
// images. A move depends on channels, and treats all pixels alike; where a constant depends on the size, the smaller shape
// does not fit and the next one is taken. real is what they are in the model.
func sizes(known *shape.Result, m *onnx.Model, names []string) (all []size, real string) {
	var dims [][]int64
	total, open := int64(0), false
	for _, name := range names {
		v := known.Value(m.Graph, name)
		if !v.Ranked {
			return nil, ""
		}
		if real != "" {
			real += ", "
		}
		for i, d := range v.Shape {
			if i > 0 {
				real += "x"
			}
			real += d.String()
		}
		list := make([]int64, len(v.Shape))
		elements := int64(1)
		for i, d := range v.Shape {
			n, ok := d.Int()
			if !ok {
				n, open = edge, true
			}
			list[i] = n
			if n > 0 && elements > 1<<40/n {
				elements = 1 << 40 / n
			}
			elements *= n
		}
		dims, total = append(dims, list), total+elements
	}
	whole := size{dims, !open}
	if total <= small {
		return []size{whole}, real
	}
	for _, shorten := range []func(i, rank int) bool{
		func(i, rank int) bool { return i == 0 || i > 1 },         // channels are dimension 1
		func(i, rank int) bool { return i < rank-1 },              // or the last one
		func(i, rank int) bool { return i == 0 && rank > 1 },      // a batch
		func(i, rank int) bool { return i > 1 && rank > 2 },       // an image
		func(i, rank int) bool { return i == rank-1 && rank > 1 }, // a row
	} {
		if s := shortened(dims, shorten); !slices.ContainsFunc(all, func(other size) bool { return slices.EqualFunc(s.dims, other.dims, slices.Equal) }) {
			all = append(all, s)
		}
	}
	all = slices.DeleteFunc(all, func(s size) bool { return s.elements() > largest })
	if total <= largest {
		all = append(all, whole)
	}
	return all, real
}

func (s size) elements() int64 {
	total := int64(0)
	for _, dims := range s.dims {
		n := int64(1)
		for _, d := range dims {
			n = min(n*min(d, 1<<30), 1<<30)
		}
		total += n
	}
	return total
}

func shortened(dims [][]int64, shorten func(i, rank int) bool) size {
	s := size{}
	for _, list := range dims {
		list = slices.Clone(list)
		for i := range list {
			if list[i] > edge && shorten(i, len(list)) {
				list[i] = edge
			}
		}
		s.dims = append(s.dims, list)
	}
	return s
}
