package zerorun

import (
	"encoding/binary"
	"math/bits"
)

// words is the kernel in Go: eight bytes at a time.
var words = kernel{name: "words", count: countWords, prefix: prefixWords, find: findWords}

const low7 = 0x7f7f7f7f7f7f7f7f

// zeroBytes returns 0x80 in each byte of x that is zero, and 0 elsewhere.
func zeroBytes(x uint64) uint64 { return ^(((x & low7) + low7) | x | low7) }

func countWords(p []byte, grain int64) (done, zeros, before int) {
	whole := p
	for len(p) >= denseBlock {
		n := countBlock((*[denseBlock]byte)(p))
		if n == denseBlock || grain < denseBlock && n >= int(grain) && hasGrain(p[:denseBlock], grain) {
			break
		}
		zeros += n
		done += denseBlock
		p = p[denseBlock:]
	}
	return done, zeros, suffix(whole[:done])
}

// countBlock returns the number of zero bytes.
func countBlock(b *[denseBlock]byte) int {
	var sum uint64
	for i := 0; i < denseBlock; i += 32 {
		w0 := binary.LittleEndian.Uint64(b[i:])
		w1 := binary.LittleEndian.Uint64(b[i+8:])
		w2 := binary.LittleEndian.Uint64(b[i+16:])
		w3 := binary.LittleEndian.Uint64(b[i+24:])
		sum += zeroBytes(w0)>>7 + zeroBytes(w1)>>7 + zeroBytes(w2)>>7 + zeroBytes(w3)>>7
	}
	// Each byte of sum is at most 16, their total at most 128.
	const ones16, even = 0x0001000100010001, 0x00ff00ff00ff00ff
	return int((sum&even + sum>>8&even) * ones16 >> 48)
}

// hasGrain reports whether the block has an aligned grain of zeros.
func hasGrain(b []byte, grain int64) bool {
	if grain > 8 {
		return prefixWords(b[:grain]) == int(grain) || prefixWords(b[grain:]) == int(grain)
	}
	for ; len(b) > 0; b = b[8:] {
		zero := zeroBytes(binary.LittleEndian.Uint64(b)) // 0x80 a byte
		if grain > 1 {
			zero &= zero >> 8 & 0x0080008000800080
		}
		if grain > 2 {
			zero &= zero >> 16 & 0x0000008000000080
		}
		if zero != 0 {
			return true
		}
	}
	return false
}

// suffix counts the zero bytes that p ends with, up to a dense block.
func suffix(p []byte) int {
	n := 0
	for n < len(p) && n < denseBlock && p[len(p)-1-n] == 0 {
		n++
	}
	return n
}

func prefixWords(p []byte) int {
	n := 0
	for len(p) >= 64 {
		b := (*[64]byte)(p)
		var any uint64
		for i := 0; i < 64; i += 8 {
			any |= binary.LittleEndian.Uint64(b[i:])
		}
		if any != 0 {
			break
		}
		p = p[64:]
		n += 64
	}
	for len(p) >= 8 {
		if x := binary.LittleEndian.Uint64(p); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
		p = p[8:]
		n += 8
	}
	for len(p) > 0 && p[0] == 0 {
		p = p[1:]
		n++
	}
	return n
}

// nonzeroMask has bit i set if byte i is not zero.
func nonzeroMask(b *[maskBlock]byte) uint64 {
	var zero uint64
	for i := range 8 {
		z := zeroBytes(binary.LittleEndian.Uint64(b[8*i:]))
		zero |= z >> 7 * 0x0102040810204080 >> 56 << (8 * i)
	}
	return ^zero
}

func findWords(f *finder, p []byte) (done, events int) {
	for len(p)-done >= maskBlock && events < maxEvents {
		nonzero := nonzeroMask((*[maskBlock]byte)(p[done:]))
		if nonzero == 0 {
			f.run += maskBlock
			f.zeros += maskBlock
			done += maskBlock
			continue
		}
		f.zeros += maskBlock - int64(bits.OnesCount64(nonzero))
		if f.run+int64(bits.TrailingZeros64(nonzero)) >= f.least || f.inner(nonzero) != 0 {
			f.events[events] = event{nonzero, f.run, int64(done)}
			events++
		}
		f.run = int64(bits.LeadingZeros64(nonzero))
		done += maskBlock
	}
	return done, events
}

// inner returns a bit for each place in the block from which on at least
// f.least zero bytes follow, without the run that goes on after the block.
func (f *finder) inner(nonzero uint64) uint64 {
	if f.least > maskBlock {
		return 0
	}
	m := ^nonzero << (bits.LeadingZeros64(nonzero) & 63)
	for _, step := range f.steps {
		m &= m >> (step & 63)
	}
	return m
}
