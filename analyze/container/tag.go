package container

// Tags are four bytes each. A plan starts with its family's tag; plans of both families end with the
// bitwise complement of "ftrt". The section with the engine is an archive of its own, with another tag
// at its start and that one's complement at its end.
const (
	tagTensorRT = "ftrt"
	tagRTX      = "vtrt"
	tagInner    = "ptrt"
	tagSize     = 4
)

// Family is the product that a plan is for.
type Family string

// The families of plans.
const (
	FamilyTensorRT Family = "tensorrt"
	FamilyRTX      Family = "tensorrt-rtx"
)

// HasTag reports whether prefix, the first bytes of a file, starts with the tag of a plan of either family.
func HasTag(prefix []byte) bool {
	_, ok := familyOf(prefix)
	return ok
}

func familyOf(prefix []byte) (Family, bool) {
	if len(prefix) < tagSize {
		return "", false
	}
	switch string(prefix[:tagSize]) {
	case tagTensorRT:
		return FamilyTensorRT, true
	case tagRTX:
		return FamilyRTX, true
	}
	return "", false
}

// product is the family's name as people write it.
func (f Family) product() string {
	if f == FamilyRTX {
		return "TensorRT-RTX"
	}
	return "TensorRT"
}

// tag returns the first four bytes of the family's plans.
func (f Family) tag() string {
	if f == FamilyRTX {
		return tagRTX
	}
	return tagTensorRT
}

// outerEndTag ends the plans of both families.
func outerEndTag() [tagSize]byte { return complement(tagTensorRT) }

// complement returns the end tag that belongs to a start tag.
func complement(tag string) [tagSize]byte {
	var end [tagSize]byte
	for i := range end {
		end[i] = ^tag[i]
	}
	return end
}
