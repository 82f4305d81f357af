package compare

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/zerorun"
)

// holes knows where a plan may hold bytes that are not zero.
type holes struct {
	source     zerorun.DataSeeker // nil if the plan knows of no holes
	start, end int64              // the stretch of data that was found last
}

func newHoles(r io.ReaderAt) holes {
	source, _ := r.(zerorun.DataSeeker)
	return holes{source: source}
}

// next returns where data starts, at or after offset.
func (h *holes) next(offset int64) (int64, error) {
	switch {
	case h.source == nil:
		return offset, nil
	case offset < h.end:
		return max(offset, h.start), nil
	}
	start, end, err := h.source.NextData(offset)
	if err == nil && start < offset {
		err = fmt.Errorf("invalid answer %d to %d", start, end)
	}
	if err != nil {
		return 0, fmt.Errorf("looking for data after byte %d: %w", offset, err)
	}
	h.start, h.end = start, end
	return start, nil
}

// nextDataOf returns where one of two plans has data, at or after offset; size if none has.
func nextDataOf(plans *[2]holes, offset, size int64) (int64, error) {
	next := size
	for i := range plans {
		start, err := plans[i].next(offset)
		if err != nil {
			return 0, &ReadError{i == 1, err}
		}
		if next = min(next, start); next == offset {
			break
		}
	}
	return next, nil
}
