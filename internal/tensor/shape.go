package tensor

import (
	"fmt"
	"math"
)

// Elements is how many elements a tensor of a shape has.
func Elements(shape []int64) (int64, error) {
	count := int64(1)
	for _, n := range shape {
		if n < 0 || n > 0 && count > math.MaxInt64/n {
			return 0, fmt.Errorf("a shape of %v", shape)
		}
		count *= n
	}
	return count, nil
}
