package gpucode

import "slices"

// offsets is a bounded set of places. If there are more than limit, it keeps the lowest, whatever the order
// they come in, so that what is found does not depend on how the work was shared out.
type offsets struct {
	limit   int
	places  []int64
	dropped bool
}

func (o *offsets) add(offset int64) {
	if o.dropped && offset > o.places[o.limit-1] {
		return
	}
	o.places = append(o.places, offset)
	if len(o.places) >= 2*o.limit {
		o.sorted()
	}
}

// sorted returns the places in order, each once.
func (o *offsets) sorted() []int64 {
	slices.Sort(o.places)
	o.places = slices.Compact(o.places)
	if len(o.places) > o.limit {
		o.places, o.dropped = o.places[:o.limit], true // the first limit places stay in order
	}
	return o.places
}
