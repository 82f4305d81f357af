package compare

import (
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// layerChanges aligns the layers of two plans. Layers are the same if they have the same nodes of the model; what
// is left is put together where nodes are shared, which shows what was fused in another way.
func layerChanges(old, new *result.Layers) *result.LayerChanges {
	if old == nil || new == nil || old.Detail == result.LayersNone || new.Detail == result.LayersNone {
		return nil
	}
	a := alignment{old: old.List, new: new.List, both: old.Detail == new.Detail,
		oldLeft: indexes(len(old.List)), newLeft: indexes(len(new.List)), changes: result.LayerChanges{
			OldLayers: result.ComparedLayers{From: old.From, Detail: old.Detail}, NewLayers: result.ComparedLayers{From: new.From, Detail: new.Detail},
			Changed: []result.LayerChange{}, Regrouped: []result.LayerGroup{}, Gone: []string{}, New: []string{}}}
	a.pair(func(l result.Layer) string { return profileKey(l) + normalName(l.Name) + "\x00" + nodesKey(l) })
	a.pair(func(l result.Layer) string {
		if normalName(l.Name) != l.Name { // the numbers in it are of another layer in the other plan
			return ""
		}
		return profileKey(l) + l.Name
	})
	a.pair(func(l result.Layer) string {
		if len(l.Nodes) == 0 || l.NodesOmitted {
			return ""
		}
		return profileKey(l) + nodesKey(l)
	})
	a.regroup()
	slices.SortStableFunc(a.pairs, func(x, y match) int { return x.old - y.old })
	for _, m := range a.pairs {
		a.compare(a.old[m.old], a.new[m.new])
	}
	a.changes.Gone, a.changes.New = layerNames(a.old, a.oldLeft), layerNames(a.new, a.newLeft)
	return &a.changes
}

// alignment is what is known while layers are aligned. oldLeft and newLeft are the layers without a counterpart.
type alignment struct {
	old, new         []result.Layer
	oldLeft, newLeft []int
	both             bool // both plans keep as much of their layers
	pairs            []match
	changes          result.LayerChanges
}

func indexes(count int) []int {
	list := make([]int, count)
	for i := range list {
		list[i] = i
	}
	return list
}

// profileKey keeps the layers of different optimization profiles apart.
func profileKey(l result.Layer) string {
	if l.Profile == nil {
		return ""
	}
	return strconv.FormatInt(*l.Profile, 10) + "\x00"
}

// nodesKey is the same for layers with the same nodes, in whatever order.
func nodesKey(l result.Layer) string {
	return strings.Join(slices.Sorted(slices.Values(l.Nodes)), "\x00")
}

// pair pairs the layers that are left and have the same key, in order; "" is no key.
func (a *alignment) pair(key func(result.Layer) string) {
	waiting := map[string][]int{}
	for _, i := range a.newLeft {
		if k := key(a.new[i]); k != "" {
			waiting[k] = append(waiting[k], i)
		}
	}
	paired := map[int]bool{}
	a.oldLeft = slices.DeleteFunc(a.oldLeft, func(i int) bool {
		k := key(a.old[i])
		if len(waiting[k]) == 0 {
			return false
		}
		a.pairs = append(a.pairs, match{i, waiting[k][0]})
		paired[waiting[k][0]] = true
		waiting[k] = waiting[k][1:]
		return true
	})
	a.newLeft = slices.DeleteFunc(a.newLeft, func(i int) bool { return paired[i] })
}

// regroup puts the layers together that are left and share nodes, directly or through others. One of each plan
// are a pair.
func (a *alignment) regroup() {
	groups := newGroups(len(a.oldLeft) + len(a.newLeft)) // the old ones first
	first := map[string]int{}
	join := func(list []result.Layer, left []int, from int) {
		for n, i := range left {
			for _, node := range list[i].Nodes {
				key := profileKey(list[i]) + node
				if other, known := first[key]; known {
					groups.join(from+n, other)
				} else {
					first[key] = from + n
				}
			}
		}
	}
	join(a.old, a.oldLeft, 0)
	join(a.new, a.newLeft, len(a.oldLeft))
	olds, news := map[int][]int{}, map[int][]int{}
	for n, i := range a.oldLeft {
		olds[groups.of(n)] = append(olds[groups.of(n)], i)
	}
	for n, i := range a.newLeft {
		news[groups.of(len(a.oldLeft)+n)] = append(news[groups.of(len(a.oldLeft)+n)], i)
	}
	var oldLeft, newLeft []int
	for n := range len(a.oldLeft) + len(a.newLeft) {
		group := groups.of(n)
		here, there := olds[group], news[group]
		switch {
		case len(here) == 1 && len(there) == 1:
			a.pairs = append(a.pairs, match{here[0], there[0]})
		case len(here) > 0 && len(there) > 0:
			a.changes.Regrouped = append(a.changes.Regrouped, result.LayerGroup{Old: layerNames(a.old, here), New: layerNames(a.new, there)})
		default:
			oldLeft, newLeft = append(oldLeft, here...), append(newLeft, there...)
		}
		delete(olds, group)
		delete(news, group)
	}
	slices.Sort(oldLeft)
	slices.Sort(newLeft)
	a.oldLeft, a.newLeft = oldLeft, newLeft
}

func layerNames(layers []result.Layer, indexes []int) []string {
	list := make([]string, 0, len(indexes))
	for _, i := range indexes {
		list = append(list, layers[i].Name)
	}
	return list
}

// possibleLayers refuses numbers that no layer has.
func possibleLayers(l *result.Layers) error {
	if l == nil {
		return nil
	}
	for _, layer := range l.List {
		for _, number := range []*int64{layer.InputBytes, layer.OutputBytes, layer.WeightsBytes} {
			if number != nil && (*number < 0 || *number > 1<<62) {
				return noResult("%d is no number of bytes of a layer", *number)
			}
		}
	}
	return nil
}
