package stream

import (
	"context"
	"io"
)

// Origin is what a stream says at its start of the GPU that the plan was built on and for.
type Origin struct {
	// Device is the GPU that the plan was built on; nil if the plan does not say.
	Device *Device
	// Compatibility is the hardware compatibility that was asked for.
	Compatibility Compatibility
}

// Compatibility is a level of hardware compatibility.
type Compatibility int

// The levels. They are known of TensorRT 8.6.1 only: the number of their type differs between versions.
const (
	CompatibilityUnknown    Compatibility = iota
	CompatibilityNone                     // for the architecture of the device alone
	CompatibilityAmpereUp                 // for SM 80 and newer
	CompatibilityUnmeasured               // a level that was never seen
)

// typeCompatibility is the enumeration of the levels in TensorRT 8.6.1.
const typeCompatibility Type = 0xe5

const (
	// originWithin is the number of records among which the device must be.
	originWithin = 64
	// compatibilityWithin is the same for the level, which follows the four numbers of the version.
	compatibilityWithin = 8
)

// ReadOrigin reads only the start of the stream between start, where the archive's tag is, and end, where
// its section ends. A stream that cannot be read is no error: nothing is known then.
func ReadOrigin(ctx context.Context, r io.ReaderAt, start, end int64) (Origin, error) {
	in := newWindow(ctx, r, start, end)
	skip, err := headerSize(in)
	if err != nil || skip == 0 {
		return Origin{}, err
	}
	var origin originReader
	for record, err := range Walk(ctx, r, start+skip, end) {
		if _, malformed := err.(*Malformed); malformed {
			break
		}
		if err != nil {
			return Origin{}, err
		}
		if origin.take(&record); origin.seen > originWithin {
			break
		}
	}
	return origin.found, nil
}

// originReader finds the device and the level among the first records.
type originReader struct {
	seen   int
	level  bool // the next number is the level
	n      int
	values [len(deviceTypes)]uint64
	found  Origin
}

func (o *originReader) take(r *Record) {
	if o.seen > originWithin {
		return
	}
	o.seen++
	o.takeLevel(r)
	if o.found.Device != nil {
		return
	}
	switch {
	case r.Kind == Open:
		o.n = 0
	case r.Kind == Scalar && o.n < len(deviceTypes) && r.Type == deviceTypes[o.n]:
		o.values[o.n] = r.Value
		o.n++
	case r.Kind == Close && o.n == len(deviceTypes):
		o.found.Device = device(&o.values)
		o.n = -1
	default:
		o.n = len(deviceTypes) + 1
	}
}

// takeLevel takes the first enumeration for the level if it has the type that it was measured to have. An
// enumeration starts like an object.
func (o *originReader) takeLevel(r *Record) {
	isLevel := r.Type == typeCompatibility && o.seen <= compatibilityWithin
	switch {
	case r.Kind == Open && isLevel:
		o.level = true
		return
	case r.Kind == Enum && isLevel, r.Kind == Scalar && r.Type == TypeInt32 && o.level:
		o.found.Compatibility = compatibilityOf(r.Value)
	}
	o.level = false
}

func compatibilityOf(level uint64) Compatibility {
	switch level {
	case 0:
		return CompatibilityNone
	case 1:
		return CompatibilityAmpereUp
	}
	return CompatibilityUnmeasured
}
