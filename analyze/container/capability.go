package container

// capabilityBits gives the compute capability of each bit in the header of a TensorRT-RTX plan, as
// measured by asking the builder for one capability at a time. Builders also set, by default, one or two
// bits that nothing can ask for: those stay unknown.
var capabilityBits = [...]struct {
	name     string
	minMinor uint8 // first TensorRT-RTX 1.x that knows the capability
}{
	{"7.5", 0}, {"8.0", 0}, {"8.6", 0}, {"8.9", 0}, {"12.0", 0}, {"12.1", 5},
}

// Capabilities returns the compute capabilities that the header of a TensorRT-RTX plan declares, such as
// "8.9", and the bits of the set whose meaning is not known for the plan's version.
func (c *Container) Capabilities() (known []string, unknown uint32) {
	if c.RTX == nil {
		return nil, 0
	}
	unknown = c.RTX.Capabilities
	if !c.Measured {
		return nil, unknown
	}
	for bit, capability := range capabilityBits {
		if mask := uint32(1) << bit; unknown&mask != 0 && c.Version.Minor >= capability.minMinor {
			known = append(known, capability.name)
			unknown &^= mask
		}
	}
	return known, unknown
}
