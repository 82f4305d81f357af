package gpucode

import "errors"

var errLZ4 = errors.New("not an LZ4 block")

// unpackLZ4 decodes one LZ4 block of exactly len(target) bytes. It is our own because the blocks come from files
// that nobody vouches for: the usual library (pierrec/lz4 v4.1.33) decodes in assembly, which crashes the
// process on a block whose target is empty.
func unpackLZ4(target, source []byte) error {
	written, read := 0, 0
	for read < len(source) {
		token := source[read]
		literals, next, ok := lz4Length(source, read+1, int(token>>4), len(target))
		if !ok || literals > len(source)-next || literals > len(target)-written {
			return errLZ4
		}
		written += copy(target[written:], source[next:next+literals])
		read = next + literals
		if read == len(source) { // the last sequence is of literals alone
			break
		}
		if len(source)-read < 2 {
			return errLZ4
		}
		distance := int(source[read]) | int(source[read+1])<<8
		length, next, ok := lz4Length(source, read+2, int(token&15), len(target))
		length += 4
		if !ok || distance == 0 || distance > written || length > len(target)-written {
			return errLZ4
		}
		read = next
		for from, end := written-distance, written+length; written < end; {
			written += copy(target[written:end], target[from:written]) // a match may go on into what it writes
		}
	}
	if written != len(target) {
		return errLZ4
	}
	return nil
}

// lz4Length adds the bytes that lengthen a length of 15, up to a bit more than most.
func lz4Length(source []byte, at, length, most int) (total, next int, ok bool) {
	if length < 15 {
		return length, at, true
	}
	for ; at < len(source); at++ {
		length += int(source[at])
		if source[at] != 255 {
			return length, at + 1, true
		}
		if length > most {
			break
		}
	}
	return 0, 0, false
}
