package blocks

import (
	"bytes"
	"context"
	"io"
	"iter"
)

// pieceData is a piece with its bytes, which stay valid until the next one.
type pieceData struct {
	piece
	data []byte
	zero bool
}

// pieces cuts a file where a rolling sum over the last bytes says so.
func pieces(ctx context.Context, r io.ReaderAt, size int64) iter.Seq2[pieceData, error] {
	return func(yield func(pieceData, error) bool) {
		store := make([]byte, readBlock+mostPiece)
		buffer := store[:0]
		var start, read int64 // of the buffer, and how far was read
		for start < size {
			if err := ctx.Err(); err != nil {
				yield(pieceData{}, err)
				return
			}
			if len(buffer) < mostPiece && read < size {
				more := buffer[len(buffer):cap(buffer)]
				more = more[:min(int64(len(more)), size-read)]
				n, err := r.ReadAt(more, read)
				if n < len(more) {
					if err == nil || err == io.EOF {
						err = io.ErrUnexpectedEOF
					}
					yield(pieceData{}, err)
					return
				}
				read += int64(n)
				buffer = buffer[:len(buffer)+n]
			}
			for len(buffer) >= mostPiece || read == size && len(buffer) > 0 {
				n := cut(buffer)
				p := pieceData{piece: piece{offset: start, length: int64(n)}, data: buffer[:n]}
				if p.zero = allZero(p.data); !p.zero {
					p.period = period(p.data)
				}
				if !yield(p, nil) {
					return
				}
				start += int64(n)
				buffer = buffer[n:]
			}
			buffer = store[:copy(store, buffer)]
		}
	}
}

// cut is the length of the first piece of data.
func cut(data []byte) int {
	data = data[:min(len(data), mostPiece)]
	if len(data) <= leastPiece {
		return len(data)
	}
	// A gear sum: each byte counts for as many steps as the sum has bits.
	var sum uint64
	for i, b := range data[leastPiece-64:] {
		sum = sum<<1 + gear[b]
		if i >= 64 && sum>>(64-13)&cutMask == 0 {
			return leastPiece - 64 + i + 1
		}
	}
	return len(data)
}

// gear has a number for each byte whose bits look as if they were drawn.
var gear = func() (table [256]uint64) {
	x := uint64(0x9e3779b97f4a7c15)
	for i := range table {
		x += 0x9e3779b97f4a7c15
		z := (x ^ x>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		table[i] = z ^ z>>31
	}
	return table
}()

func allZero(data []byte) bool {
	for len(data) > 0 && data[0] == 0 {
		data = data[1:]
	}
	return len(data) == 0
}

// period is the length after which data repeats itself to its end; 0 if it does not at least twice.
func period(data []byte) int64 {
	const probe = 64
	if len(data) < 2*probe {
		return 0
	}
	at := bytes.Index(data[1:], data[:probe])
	if at < 0 || 2*(at+1) > len(data) {
		return 0
	}
	p := at + 1
	if !bytes.Equal(data[p:], data[:len(data)-p]) {
		return 0
	}
	return int64(p)
}
