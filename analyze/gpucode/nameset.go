package gpucode

import (
	"cmp"
	"maps"
	"slices"
)

// nameSet holds the kernel names of a plan's text, each with the first place where it stands. If there are
// more than maxNames, it keeps those that stand first, whatever the order they come in.
type nameSet struct {
	places  map[string]namePlace
	dropped bool
	last    int64 // if some were dropped: the highest offset of those that were kept
}

type namePlace struct {
	offset int64
	role   nameRole
}

func (n *nameSet) add(name []byte, offset int64, role nameRole) {
	old, known := n.places[string(name)]
	if !known {
		if n.dropped && offset > n.last {
			return
		}
		if n.places == nil {
			n.places = make(map[string]namePlace)
		}
		n.places[string(name)] = namePlace{offset, role}
		if len(n.places) >= 2*maxNames {
			n.shrink()
		}
		return
	}
	if role > old.role || role == old.role && offset < old.offset {
		n.places[string(name)] = namePlace{offset, role}
	}
}

// sorted returns the names in order of offset.
func (n *nameSet) sorted() []string {
	return slices.SortedFunc(maps.Keys(n.places), func(a, b string) int {
		return cmp.Or(cmp.Compare(n.places[a].offset, n.places[b].offset), cmp.Compare(a, b))
	})
}

// shrink drops the names that stand last until maxNames are left.
func (n *nameSet) shrink() {
	names := n.sorted()
	if len(names) <= maxNames {
		return
	}
	n.dropped, n.last = true, n.places[names[maxNames-1]].offset
	for _, name := range names[maxNames:] {
		delete(n.places, name)
	}
}

// kernels returns the names that stand for a kernel of their own. A name that is in an image or is one of
// known is left out, and so is one with a layer's number if there is a surer one that starts the same.
func (n *nameSet) kernels(inImage func(offset int64) bool, known map[string]bool) []Kernel {
	sure := make(map[string]bool)
	for name := range known {
		sure[nameBase(name)] = true
	}
	for name, place := range n.places {
		if place.role > numberedName {
			sure[nameBase(name)] = true
		}
	}
	var kernels []Kernel
	for _, name := range n.sorted() {
		place := n.places[name]
		if known[name] || inImage(place.offset) || place.role == numberedName && sure[nameBase(name)] {
			continue
		}
		kernels = append(kernels, Kernel{Name: name, Origin: OriginOf(name), Offset: place.offset})
	}
	return kernels
}
