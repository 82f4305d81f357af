package report

import (
	"cmp"
	"slices"
)

// box is a rectangle.
type box struct{ x, y, width, height float64 }

// squarify divides a rectangle among values by area, in boxes that are as square as the algorithm of Bruls, Huizing
// and van Wijk makes them: values are laid along the shorter side, as long as that makes the worst box of a row
// better. Boxes are in the order of the values; one that is not above 0 gets an empty box.
func squarify(values []float64, into box) []box {
	boxes := make([]box, len(values))
	order := make([]int, 0, len(values))
	total := 0.0
	for i, value := range values {
		if value > 0 {
			order = append(order, i)
			total += value
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	if total <= 0 || into.width <= 0 || into.height <= 0 {
		return boxes
	}
	scale := into.width * into.height / total
	for len(order) > 0 {
		side := min(into.width, into.height)
		count, sum := 1, values[order[0]]*scale
		for count < len(order) {
			next := values[order[count]] * scale
			first, last := values[order[0]]*scale, values[order[count-1]]*scale
			if worst(first, next, sum+next, side) > worst(first, last, sum, side) {
				break
			}
			sum += next
			count++
		}
		into = layRow(boxes, values, order[:count], scale, sum, into)
		order = order[count:]
	}
	return boxes
}

// worst is the ratio of the sides of the least square box in a row with the given largest and smallest area.
func worst(largest, smallest, sum, side float64) float64 {
	return max(side*side*largest/(sum*sum), sum*sum/(side*side*smallest))
}

// layRow places a row along the shorter side and returns what is left of the rectangle.
func layRow(boxes []box, values []float64, row []int, scale, sum float64, into box) box {
	if into.width >= into.height { // a column at the left
		width := min(sum/into.height, into.width)
		y := into.y
		for _, i := range row {
			height := max(0, min(values[i]*scale/width, into.y+into.height-y)) // rounding must not make it stick out
			boxes[i] = box{into.x, y, width, height}
			y += height
		}
		return box{into.x + width, into.y, into.width - width, into.height}
	}
	height := min(sum/into.width, into.height)
	x := into.x
	for _, i := range row {
		width := max(0, min(values[i]*scale/height, into.x+into.width-x))
		boxes[i] = box{x, into.y, width, height}
		x += width
	}
	return box{into.x, into.y + height, into.width, into.height - height}
}
