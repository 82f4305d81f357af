package gpucode

import "bytes"

const (
	hashMark   = "_0x"
	hashDigits = 32 // all that have been seen
	layerMark  = "_myl"
)

// hasHash tells whether a name ends in a hash.
func hasHash(name []byte) bool {
	at := len(name) - len(hashMark) - hashDigits
	if at <= 0 || !bytes.HasPrefix(name[at:], []byte(hashMark)) {
		return false
	}
	for _, c := range name[at+len(hashMark):] {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f') {
			return false
		}
	}
	return true
}

// withoutLayer returns what comes before the layer's number of a name such as __myl_Cast_myl6_0.
func withoutLayer(name []byte) []byte {
	at := bytes.LastIndex(name, []byte(layerMark))
	if at <= 0 || at+len(layerMark) == len(name) {
		return name
	}
	for _, c := range name[at+len(layerMark):] {
		if c != '_' && (c < '0' || c > '9') {
			return name
		}
	}
	return name[:at]
}

// nameBase is what all forms of one kernel's name start with.
func nameBase(name string) string {
	if b := []byte(name); hasHash(b) {
		return name[:len(name)-len(hashMark)-hashDigits]
	} else {
		return string(withoutLayer(b))
	}
}
