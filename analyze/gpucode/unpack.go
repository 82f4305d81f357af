package gpucode

import (
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// unpacker decompresses the entries of fat binaries, one at a time, in memory that it uses again.
type unpacker struct {
	left   int64 // bytes that may still be unpacked
	packed []byte
	plain  []byte
	zstd   *zstd.Decoder
}

// errTooLarge says that an entry is not unpacked because of its size.
var errTooLarge = errors.New("compressed code is too large to be looked into")

// unpack returns the content of a compressed entry, valid until the next call. Content that does not
// decompress is errNotImage.
func (u *unpacker) unpack(reader io.ReaderAt, entry fatbinEntry) ([]byte, error) {
	if entry.unpacked > maxUnpacked || entry.size > maxUnpacked || entry.unpacked > u.left {
		return nil, errTooLarge
	}
	u.left -= entry.unpacked
	u.packed = sized(u.packed, entry.size)
	if n, err := reader.ReadAt(u.packed, entry.offset); n < len(u.packed) {
		if err == nil || err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, fmt.Errorf("reading %d bytes of a fat binary: %w", entry.size, err)
	}
	u.plain = sized(u.plain, entry.unpacked)
	if entry.flags&entryZstd == 0 {
		if unpackLZ4(u.plain, u.packed) != nil {
			return nil, errNotImage
		}
		return u.plain, nil
	}
	if u.zstd == nil {
		decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxMemory(maxUnpacked))
		if err != nil {
			return nil, fmt.Errorf("zstd decoder: %w", err)
		}
		u.zstd = decoder
	}
	plain, err := u.zstd.DecodeAll(u.packed, u.plain[:0])
	if err != nil || int64(len(plain)) != entry.unpacked {
		return nil, errNotImage
	}
	return plain, nil
}

func (u *unpacker) close() {
	if u.zstd != nil {
		u.zstd.Close()
	}
}

// sized returns a buffer of n bytes, the old one if it is large enough.
func sized(old []byte, n int64) []byte {
	if int64(cap(old)) >= n {
		return old[:n]
	}
	return make([]byte, n)
}
