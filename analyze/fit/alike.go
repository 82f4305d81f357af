package fit

import "math/bits"

// alike joins the groups whose elements grow by the same factors from plan to plan.
func alike(plans []Plan) []Estimate {
	var all []Estimate
	for group := range plans[0].Elements {
		elements := make([]int64, len(plans))
		some := false
		for i, p := range plans {
			elements[i] = p.Elements[group]
			some = some || elements[i] > 0
		}
		if !some {
			continue
		}
		joined := false
		for i := range all {
			if proportional(all[i].Elements, elements) && add(all[i].Elements, elements) {
				all[i].Groups = append(all[i].Groups, group)
				joined = true
				break
			}
		}
		if !joined {
			all = append(all, Estimate{Groups: []int{group}, Elements: elements})
		}
	}
	return all
}

// proportional tells whether two lists, of which neither is all zeros, are the same but for a factor.
func proportional(a, b []int64) bool {
	first := 0
	for first < len(a) && a[first] == 0 && b[first] == 0 {
		first++
	}
	for i := range a {
		// a[i] / b[i] = a[first] / b[first], without rounding
		high1, low1 := bits.Mul64(uint64(a[i]), uint64(b[first]))
		high2, low2 := bits.Mul64(uint64(b[i]), uint64(a[first]))
		if high1 != high2 || low1 != low2 {
			return false
		}
	}
	return true
}

// add adds to a sum; false, and nothing is added, if that is more than 64 bits.
func add(sum, more []int64) bool {
	for i := range sum {
		if sum[i] > 1<<62-more[i] {
			return false
		}
	}
	for i := range sum {
		sum[i] += more[i]
	}
	return true
}
