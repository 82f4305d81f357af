package tensor

import "testing"

func TestElements(t *testing.T) {
	for _, test := range []struct {
		shape []int64
		want  int64 // -1: an error
	}{
		{nil, 1}, {[]int64{3}, 3}, {[]int64{2, 0, 5}, 0}, {[]int64{1 << 31, 1 << 31}, 1 << 62},
		{[]int64{1 << 32, 1 << 32}, -1}, {[]int64{1 << 32, 1 << 31}, -1}, {[]int64{-1}, -1}, {[]int64{0, -2}, -1},
	} {
		got, err := Elements(test.shape)
		if err != nil {
			got = -1
		}
		if got != test.want {
			t.Errorf("%v: %d elements, error %v, want %d", test.shape, got, err, test.want)
		}
	}
}
