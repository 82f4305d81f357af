package gpucode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Finish reads what the noted places hold. r is the plan that was observed and size its length in bytes;
// all blocks but those of zeros must have been observed. An error is one of reading r, or the context's.
func (f *Finder) Finish(ctx context.Context, r io.ReaderAt, size int64) (Found, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	reading := newReading(r, size, f.work)
	defer reading.unpacker.close()
	if err := f.resolve(ctx, r, size); err != nil {
		return Found{}, err
	}
	for _, offset := range f.images.sorted() {
		if err := ctx.Err(); err != nil {
			return Found{}, err
		}
		err := reading.image(offset)
		if errors.Is(err, errWork) {
			reading.cut(errWork.Error())
			break
		}
		if err != nil && !errors.Is(err, errNotImage) {
			return Found{}, fmt.Errorf("the image at %d: %w", offset, err)
		}
	}
	f.names.shrink()
	switch {
	case f.images.dropped:
		reading.cut(fmt.Sprintf("more than %d places look like images", maxCandidates))
	case f.unsure.dropped:
		reading.cut(fmt.Sprintf("more than %d places may be images or kernel names", maxUnsure))
	case f.names.dropped:
		reading.cut(fmt.Sprintf("more than %d kernel names", maxNames))
	}
	return reading.found(&f.names), nil
}

// resolve looks at the places where the border of a block cut a mark.
func (f *Finder) resolve(ctx context.Context, r io.ReaderAt, size int64) error {
	buffer := make([]byte, nameBefore+nameAfter)
	for _, offset := range f.unsure.sorted() {
		if err := ctx.Err(); err != nil {
			return err
		}
		start, end := max(0, offset-nameBefore), min(size, offset+nameAfter)
		if start >= end {
			continue
		}
		text := buffer[:end-start]
		if n, err := r.ReadAt(text, start); n < len(text) {
			if err == nil || err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return fmt.Errorf("reading %d bytes at %d: %w", len(text), start, err)
		}
		at := int(offset - start)
		switch {
		case maybeELF(text[at:]), maybeFatbin(text[at:]):
			f.images.add(offset)
		case fits(text, at, statementMagic), fits(text, at, prefixMagic):
			if name, _ := nameAt(text, at, start == 0, end == size); name.role != notName {
				f.names.add(name.name, start+int64(name.at), name.role)
			}
		}
	}
	return nil
}

// found puts together what was read.
func (s *reading) found(names *nameSet) Found {
	known := make(map[string]bool)
	var kernels []Kernel
	for _, image := range s.images {
		for _, kernel := range image.Kernels {
			known[kernel.Name] = true
			kernels = append(kernels, kernel)
		}
	}
	kernels = append(kernels, names.kernels(s.inImage, known)...)
	slices.SortFunc(kernels, func(a, b Kernel) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Size, b.Size))
	})
	return Found{Images: s.images, Kernels: kernels, Complete: s.why == "", Why: s.why}
}

// inImage tells whether an offset lies in one of the images, which are in order and do not overlap.
func (s *reading) inImage(offset int64) bool {
	i, exact := slices.BinarySearchFunc(s.images, offset, func(image Image, offset int64) int {
		return cmp.Compare(image.Offset, offset)
	})
	return exact || i > 0 && offset < s.images[i-1].Offset+s.images[i-1].Size
}
