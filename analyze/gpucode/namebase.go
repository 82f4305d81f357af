package gpucode

import "bytes"

const (
	hashMark   = "_0x"
	hashDigits = 32 // all that have been seen
	layerMark  = "_myl"
)

// hasHash tells whether a name ends in a hash, or in one and the suffix of a variant.
func hasHash(name []byte) bool { return len(withoutHash(name)) < len(name) }

// variants are the suffixes of a kernel's other forms. With free dimensions, each function has a "_com" form
// in all TensorRT-RTX versions; in TensorRT 8.6.1 it has a "_vec" form as well.
var variants = [][]byte{[]byte("_com_vec"), []byte("_vec"), []byte("_com")}

// withoutHash returns what comes before the hash of a name.
func withoutHash(name []byte) []byte {
	hashed := name
	for _, variant := range variants {
		if rest, ok := bytes.CutSuffix(name, variant); ok {
			hashed = rest
			break
		}
	}
	at := len(hashed) - len(hashMark) - hashDigits
	if at <= 0 || !bytes.HasPrefix(hashed[at:], []byte(hashMark)) {
		return name
	}
	for _, c := range hashed[at+len(hashMark):] {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f') {
			return name
		}
	}
	return name[:at]
}

// withoutLayer returns what comes before the layer's number of a name such as __myl_Cast_myl6_0.
func withoutLayer(name []byte) []byte {
	at := bytes.LastIndex(name, []byte(layerMark))
	if at < len(prefixMagic) {
		return name
	}
	number := name[at+len(layerMark):]
	if len(number) == 0 || number[0] == '_' || len(bytes.Trim(number, "_0123456789")) > 0 {
		return name
	}
	return name[:at]
}

// nameBase is what all forms of one kernel's name start with.
func nameBase(name string) string { return string(withoutLayer(withoutHash([]byte(name)))) }
