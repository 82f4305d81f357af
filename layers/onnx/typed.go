package onnx

import (
	"context"
	"encoding/binary"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
)

// writeTyped writes values that are stored one by one.
func (t *Tensor) writeTyped(ctx context.Context, w io.Writer) (int64, error) {
	if t.values.number == 0 {
		return 0, t.checkSize(0)
	}
	if t.DataType == String || t.values.mixed || fieldOf(t.DataType) != t.values.number {
		return 0, t.fail("its values are not stored as %s is", t.DataType)
	}
	p := packer{bits: t.typedBits()}
	limit, limited := t.Bytes()
	buf := make([]byte, 0, 4<<10)
	var written int64
	err := t.typedNumbers(ctx, func(value uint64) error {
		before := len(buf)
		buf = p.append(buf, value)
		if written += int64(len(buf) - before); limited && written > limit {
			return t.fail("more values than shape %d takes", t.Dims)
		}
		if len(buf) > cap(buf)-8 {
			_, err := w.Write(buf)
			buf = buf[:0]
			return err
		}
		return nil
	})
	if err != nil {
		return written, err
	}
	before := len(buf)
	buf = p.finish(buf)
	written += int64(len(buf) - before)
	if _, err := w.Write(buf); err != nil {
		return written, err
	}
	return written, t.checkSize(written)
}

// typedBits is how many bits of each number that is stored one by one are values. Elements of 2 and 4 bits
// are packed into bytes before they are stored, those of 6 bits are not.
func (t *Tensor) typedBits() int {
	switch t.values.number {
	case tensorFloats:
		return 32
	case tensorInt32s, tensorUint64s:
		bits, _ := t.DataType.Bits()
		if bits < 6 {
			return 8
		}
		return bits
	}
	return 64
}

// packer writes numbers of some bits one behind the other, from the low bits on.
type packer struct {
	bits    int
	pending uint64
	filled  int // bits of pending
}

func (p *packer) append(buf []byte, value uint64) []byte {
	if p.bits%8 == 0 {
		return binary.LittleEndian.AppendUint64(buf, value)[:len(buf)+p.bits/8]
	}
	p.pending |= value & (1<<p.bits - 1) << p.filled
	for p.filled += p.bits; p.filled >= 8; p.filled -= 8 {
		buf = append(buf, byte(p.pending))
		p.pending >>= 8
	}
	return buf
}

func (p *packer) finish(buf []byte) []byte {
	if p.filled > 0 {
		buf = append(buf, byte(p.pending))
	}
	return buf
}

// typedNumbers calls each for the bits of every number that is stored one by one.
func (t *Tensor) typedNumbers(ctx context.Context, each func(uint64) error) error {
	w := newWindow(ctx, t.origin.from)
	return w.fields(t.origin, func(f field) error {
		if f.number != t.values.number {
			return nil
		}
		switch typedWire[f.number] {
		case protowire.Fixed32Type:
			return w.fixed(f, protowire.Fixed32Type, 4, each)
		case protowire.Fixed64Type:
			return w.fixed(f, protowire.Fixed64Type, 8, each)
		}
		return w.varints(f, each)
	})
}

// fixed calls each for the numbers of fixed width in a record, packed or not.
func (w *window) fixed(f field, wire protowire.Type, width int64, each func(uint64) error) error {
	if f.wire == wire {
		return each(f.value)
	}
	if !f.bytes() {
		return nil
	}
	if f.size()%width != 0 {
		return malformed(f.start, "a packed list of numbers has %d bytes", f.size())
	}
	for at := f.payload; at < f.end; at += width {
		raw, err := w.at(at, int(width))
		if err != nil {
			return err
		}
		var wide [8]byte
		copy(wide[:], raw)
		if err := each(binary.LittleEndian.Uint64(wide[:])); err != nil {
			return err
		}
	}
	return nil
}
