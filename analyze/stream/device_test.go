package stream

import "testing"

// Numbers that are printed are never negative, whatever a file holds.
func TestDeviceOfImpossibleNumbers(t *testing.T) {
	good := [len(deviceTypes)]uint64{0: 9, 2: 1_980_000, 3: 3_201_000, 4: 6016, 5: 62_914_560, 10: 132, 16: 150_109_880_320}
	if device(&good) == nil {
		t.Fatal("no device of good numbers")
	}
	for _, place := range []int{0, 1, 2, 3, 4, 5, 10, 16} {
		bad := good
		bad[place] = 1<<63 | 1<<31
		if d := device(&bad); d != nil {
			t.Errorf("value %d: %+v", place, d)
		}
	}
}
