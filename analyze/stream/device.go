package stream

import (
	"fmt"
	"math"

	"github.com/planlint/planlint/internal/result"
)

// Device is the GPU that a plan was built on, as the builder got it from CUDA's driver and wrote it into
// the plan. All of it was measured to be what the driver says, for one GPU (H200, TensorRT 8.6.1).
type Device struct {
	// Major and Minor are the compute capability.
	Major, Minor int32
	// ClockKHz and MemoryClockKHz are the highest clock rates.
	ClockKHz, MemoryClockKHz int32
	MemoryBusBits            int32
	L2Bytes                  uint64
	// PersistingL2Bytes is the most of the L2 cache that can be set aside.
	PersistingL2Bytes uint64
	// SharedBytesPerBlock and SharedBytesPerMultiprocessor are shared memory.
	SharedBytesPerBlock, SharedBytesPerMultiprocessor int32
	TextureAlignment                                  int32 // bytes
	Multiprocessors                                   int32
	// Integrated is true for a GPU that shares its memory with the host, as on Jetson.
	Integrated         bool
	MaxThreadsPerBlock int32
	MaxGrid            [3]int32
	MemoryBytes        int64
	MaxLinearTexture   int32 // elements
}

// ComputeCapability returns "major.minor".
func (d *Device) ComputeCapability() string { return fmt.Sprintf("%d.%d", d.Major, d.Minor) }

// deviceTypes are the types of the object's values in TensorRT 8.6.1. An object with just these is taken
// for the device in every version.
var deviceTypes = [...]Type{
	TypeInt32, TypeInt32, TypeInt32, TypeInt32, TypeInt32, TypeUint64, TypeUint64, TypeInt32, TypeInt32,
	TypeInt32, TypeInt32, TypeBool, TypeInt32, TypeInt32, TypeInt32, TypeInt32, TypeInt64, TypeInt32,
}

// device returns nil for a plan built without a GPU, whose values are 0, and for numbers that no GPU has.
func device(v *[len(deviceTypes)]uint64) *Device {
	d := &Device{
		Major: int32(v[0]), Minor: int32(v[1]), ClockKHz: int32(v[2]), MemoryClockKHz: int32(v[3]),
		MemoryBusBits: int32(v[4]), L2Bytes: v[5], PersistingL2Bytes: v[6],
		SharedBytesPerBlock: int32(v[7]), SharedBytesPerMultiprocessor: int32(v[8]), TextureAlignment: int32(v[9]),
		Multiprocessors: int32(v[10]), Integrated: v[11] != 0, MaxThreadsPerBlock: int32(v[12]),
		MaxGrid:     [3]int32{int32(v[13]), int32(v[14]), int32(v[15])},
		MemoryBytes: int64(v[16]), MaxLinearTexture: int32(v[17]),
	}
	const oldest, newest = 3, 99
	if d.Major < oldest || d.Major > newest || d.Minor < 0 || d.Minor > 9 || d.Multiprocessors <= 0 || d.MemoryBytes <= 0 {
		return nil
	}
	if min(d.ClockKHz, d.MemoryClockKHz, d.MemoryBusBits) < 0 || d.L2Bytes > math.MaxInt64 {
		return nil
	}
	return d
}

// Result returns what is printed of the device.
func (d *Device) Result() *result.Device {
	return &result.Device{
		ComputeCapability: d.ComputeCapability(), Multiprocessors: int64(d.Multiprocessors), MemoryBytes: d.MemoryBytes,
		ClockKHz: int64(d.ClockKHz), MemoryClockKHz: int64(d.MemoryClockKHz), MemoryBusBits: int64(d.MemoryBusBits),
		L2Bytes: int64(d.L2Bytes), Model: d.Model(),
	}
}
