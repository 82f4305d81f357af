package gpucode

import "bytes"

// The compiler's text names a kernel in a statement of its own, in every plan measured:
//
//	function={ name=__myl_MulMaxTran fqn=__myl_MulMaxTran_0x9474fb... args={ ...
//	    The kernel is the fqn, under which its code (TensorRT 8.6.1) or its source (TensorRT-RTX) follows in
//	    the plan; several functions can share one kernel.
//	runtime_fusion={ name=__myl_CorrMulMax input_args={ ...     TensorRT-RTX: chosen when first used
//	fusion={ name=__myl_bb0_1_FcAdd args={ ...                  TensorRT 8.6.1: a product with what follows it
//
// All else mentions kernels: their source, parameters, debug symbols. Two forms of a name count even there,
// for versions whose text was not measured: with a hash of 32 digits, and with a layer's number, as in
// __myl_CastMulLtSeleCast_myl6_0 of the 11.2 plan of issue 4841.
const (
	statementMagic = "n={ name="
	statementPair  = 1 // offset of "={", rare outside of this text
	prefixMagic    = "__myl_"
	prefixPair     = 4 // offset of "l_": "__" is all over the source text in plans

	nameBefore = 24                   // bytes before a mark that tell its role
	nameAfter  = 2*maxNameLength + 32 // bytes from a mark on that hold a statement's names
)

// nameRole is how sure a name is that of a kernel; a surer place where it stands wins.
type nameRole int

const (
	notName nameRole = iota
	numberedName
	hashedName
	statedName
)

// kernelName is a name found in text, and where in the text.
type kernelName struct {
	name []byte
	at   int
	role nameRole
}

// nameAt looks at the mark that stands at text[at:]. cut is true if what is to be known of it may lie
// outside of text; atStart and atEnd tell that nothing comes before or after.
func nameAt(text []byte, at int, atStart, atEnd bool) (name kernelName, cut bool) {
	if at < nameBefore && !atStart {
		return kernelName{}, true
	}
	if text[at] == statementMagic[0] {
		return statedAt(text, at, atEnd)
	}
	return mentionAt(text, at, atEnd)
}

var (
	statements = [][]byte{[]byte(" functio"), []byte("\nfunctio"), []byte(" fusio"), []byte("\nfusio"), []byte("runtime_fusio")}
	fullName   = []byte(" fqn=")
)

// statedAt reads the statement whose "n={ name=" is at text[at:].
func statedAt(text []byte, at int, atEnd bool) (kernelName, bool) {
	known := false
	for _, statement := range statements {
		known = known || bytes.HasSuffix(text[:at], statement)
	}
	if !known {
		return kernelName{}, false
	}
	start := at + len(statementMagic)
	if start > len(text) {
		return kernelName{}, !atEnd
	}
	end := start + nameLength(text[start:])
	if end+len(fullName) > len(text) && !atEnd {
		return kernelName{}, true
	}
	if bytes.HasPrefix(text[end:], fullName) {
		start = end + len(fullName)
		end = start + nameLength(text[start:])
		if end == len(text) && !atEnd {
			return kernelName{}, true
		}
	}
	if start == end || end-start > maxNameLength {
		return kernelName{}, false
	}
	return kernelName{text[start:end], start, statedName}, false
}

// mentionAt reads the name whose prefix is at text[at:].
func mentionAt(text []byte, at int, atEnd bool) (kernelName, bool) {
	if at > 0 && isNameByte(text[at-1]) {
		return kernelName{}, false // the end of a longer name
	}
	end := at + nameLength(text[at:])
	if end == len(text) && !atEnd {
		return kernelName{}, true
	}
	name := text[at:end]
	switch {
	case len(name) > maxNameLength:
		return kernelName{}, false
	case hasHash(name):
		return kernelName{name, at, hashedName}, false
	case len(withoutLayer(name)) < len(name):
		return kernelName{name, at, numberedName}, false
	}
	return kernelName{}, false
}

// nameLength returns how many bytes of text belong to the name at its start, at most one more than allowed.
func nameLength(text []byte) int {
	text = text[:min(len(text), maxNameLength+1)]
	for i, c := range text {
		if !isNameByte(c) {
			return i
		}
	}
	return len(text)
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
