package gpucode

import "bytes"

// A kernel in the compiler's text is one of
//
//	function={ name=__myl_MulMaxTran fqn=__myl_MulMaxTran_0x9474fb... args={ ...     compiled when first used;
//	    the hash makes the name unique, and its source follows later in the plan under the same name
//	runtime_fusion={ name=__myl_CorrMulMax input_args={ ...     chosen when first used, has no hash
//
// Both forms are in all TensorRT-RTX plans from 1.4 to 1.7. In the 11.2 plan of issue 4841 a layer is named
// __myl_CastMulLtSeleCast_myl6_0; such a name counts unless a kernel with the same start is there.
const (
	nameMagic  = "__myl_"
	namePair   = 4                 // offset of the rare pair "l_" in it: "__" is all over the source text in plans
	nameBefore = 24                // bytes before a name that tell its role
	nameAfter  = maxNameLength + 8 // bytes from its start on that hold it and what follows
)

var (
	beforeFusion   = []byte("runtime_fusion={ name=")
	beforeFunction = []byte("function={ name=")
	afterFunction  = []byte(" fqn=")
)

// nameRole is what a place where a name stands says about it.
type nameRole int

const (
	notName    nameRole = iota // no name, or a mention of one that is complete elsewhere
	weakName                   // a name, of a kernel if no other place says it better
	kernelName                 // a kernel
)

// nameAt looks at the name that starts at text[at:]. cut is true if the name, or what tells its role, may go
// on outside of text; atStart and atEnd tell that nothing comes before or after.
func nameAt(text []byte, at int, atStart, atEnd bool) (name []byte, role nameRole, cut bool) {
	if at > 0 && isNameByte(text[at-1]) {
		return nil, notName, false // the end of a longer name
	}
	length := nameLength(text[at:])
	if at < nameBefore && !atStart || at+length+len(afterFunction) > len(text) && !atEnd {
		return nil, notName, true
	}
	name, before, after := text[at:at+length], text[:at], text[at+length:]
	switch {
	case length <= len(nameMagic), length > maxNameLength:
		return nil, notName, false
	case bytes.HasSuffix(before, beforeFusion):
		return name, kernelName, false
	case bytes.HasSuffix(before, beforeFunction) && bytes.HasPrefix(after, afterFunction):
		return nil, notName, false
	}
	switch _, rest := splitHash(name); {
	case rest == 0:
		return name, kernelName, false
	case rest > 0: // a parameter or variable of a kernel
		return nil, notName, false
	}
	return name, weakName, false
}

// nameLength returns how many bytes of text belong to the name at its start, at most one more than allowed.
func nameLength(text []byte) int {
	for i, c := range text[:min(len(text), maxNameLength+1)] {
		if !isNameByte(c) {
			return i
		}
	}
	return min(len(text), maxNameLength+1)
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// splitHash returns what comes before the hash of a name, and how many bytes come after it; -1 if there is
// no hash. 32 hexadecimal digits have been seen.
func splitHash(name []byte) (base []byte, rest int) {
	const mark, digits = "_0x", 32
	at := bytes.Index(name, []byte(mark))
	if at < 0 || len(name) < at+len(mark)+digits {
		return name, -1
	}
	for _, c := range name[at+len(mark):][:digits] {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f') {
			return name, -1
		}
	}
	return name[:at], len(name) - at - len(mark) - digits
}

// splitLayer returns what comes before the layer number of a name such as __myl_Cast_myl6_0.
func splitLayer(name []byte) []byte {
	at := bytes.LastIndex(name, []byte("_myl"))
	if at <= 0 || at+len("_myl") == len(name) {
		return name
	}
	for _, c := range name[at+len("_myl"):] {
		if c != '_' && (c < '0' || c > '9') {
			return name
		}
	}
	return name[:at]
}

// nameBase is what all forms of one kernel's name start with.
func nameBase(name string) string {
	base, _ := splitHash([]byte(name))
	return string(splitLayer(base))
}
