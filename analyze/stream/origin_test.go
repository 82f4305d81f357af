package stream

import (
	"context"
	"testing"
)

func TestCompatibility(t *testing.T) {
	for level, want := range map[uint64]Compatibility{
		0: CompatibilityNone, 1: CompatibilityAmpereUp, 2: CompatibilityUnmeasured, 1 << 31: CompatibilityUnmeasured,
	} {
		e := sample()
		e.compatibility = level
		s, _ := read(t, e.section())
		if s.Compatibility != want {
			t.Errorf("level %d is %v, want %v", level, s.Compatibility, want)
		}
	}
}

// TestReadOriginReadsTheStartOnly gives an engine whose start is all that makes sense.
func TestReadOriginReadsTheStartOnly(t *testing.T) {
	e := sample()
	e.device = measuredDevice(t)
	section := e.section()
	whole, _ := read(t, section)
	for i := len(section) / 2; i < len(section); i++ {
		section[i] = 0
	}
	g, start, end := within(t, section)
	origin, err := ReadOrigin(context.Background(), g, start, end)
	if err != nil || origin.Device == nil || *origin.Device != *whole.Device || origin.Compatibility != CompatibilityNone {
		t.Errorf("origin %+v, %v; want %+v", origin, err, whole.Device)
	}
}

func TestReadOriginOfNoStream(t *testing.T) {
	g, start, end := within(t, make([]byte, 4096))
	if origin, err := ReadOrigin(context.Background(), g, start, end); err != nil || origin != (Origin{}) {
		t.Errorf("origin %+v, %v", origin, err)
	}
}
