package worker

import (
	"testing"
	"time"
)

func TestLivelier(t *testing.T) {
	before := consumption{processor: time.Second, reads: 7}
	for _, test := range []struct {
		now  consumption
		want bool
	}{
		{before, false},
		{consumption{time.Second + 2*time.Millisecond, 7}, false}, // Serve itself
		{consumption{time.Second + aliveTime, 7}, true},
		{consumption{time.Second, 8}, true}, // it loads a plan from a slow disk
	} {
		if got := test.now.livelier(before); got != test.want {
			t.Errorf("%+v after %+v: %v", test.now, before, got)
		}
	}
}
