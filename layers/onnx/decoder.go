package onnx

import "context"

// decoder reads messages of one file.
type decoder struct {
	*window
	files *files
	// names has every text once: most are given twice or more, where a value is made and where it is used.
	names map[string]string
	// memory is how many more bytes of memory the model may take.
	memory int64
	limit  int64
	// graphs and types are how many of each are open, one in the other.
	graphs, types int
}

func newDecoder(ctx context.Context, from *source, files *files, memory int64) *decoder {
	return &decoder{window: newWindow(ctx, from), files: files, names: map[string]string{}, memory: memory, limit: memory}
}

// charge counts memory that is about to be taken.
func (d *decoder) charge(n int64, offset int64) error {
	if d.memory -= n; d.memory < 0 {
		return &FormatError{Offset: offset, Limit: true, What: "the model takes more than " + mebibytes(d.limit) + " of memory without its weights,"}
	}
	return nil
}

// deeper runs decode one level further into graphs or types, of which some are open.
func (d *decoder) deeper(open *int, offset int64, what string, decode func() error) error {
	if *open == maxDepth {
		return tooDeep(offset, what)
	}
	*open++
	defer func() { *open-- }()
	return decode()
}

func (d *decoder) span(f field) span { return span{d.from, f.payload, f.end} }
