package stream

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"iter"
)

// MaxDepth is how deep objects may lie in each other; real plans stay below 40.
const MaxDepth = 4096

// errStopped ends a walk whose caller has seen enough.
var errStopped = errors.New("stopped")

// Walk reads the records between two offsets of r; start is where the first record is, behind the
// archive's header. The last pair is a record of kind End, or an error: a *Malformed, the context's, or one
// of reading. Nothing outside [start, end) is read.
func Walk(ctx context.Context, r io.ReaderAt, start, end int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		w := &walker{in: newWindow(ctx, r, start, end), pos: start, emit: func(record *Record) error {
			if !yield(*record, nil) {
				return errStopped
			}
			return nil
		}}
		if err := w.walk(); err != nil && err != errStopped {
			yield(Record{}, err)
		}
	}
}

// walker holds what is open. Emit gets every record, and its error ends the walk.
type walker struct {
	in    *window
	pos   int64
	stack []frame
	emit  func(*Record) error
	// enums and raws are types learned in this stream: enumerations, and objects that hold raw bytes.
	enums, raws typeSet
	objects     typeSet
	sweep       int // depth from which on the next sweep for enumerations is due
	record      Record
}

// frame is something that is open: an object, an enumeration not yet known as one, or a list.
type frame struct {
	typ  Type
	list bool
	// empty is true until the object (of a list: the element) has a value.
	empty bool
	// scalar is true if the first value was a scalar, as in every enumeration.
	scalar bool
	left   uint64 // elements of the list still to come
}

const (
	typeBit        = 0x8000
	highestType    = 0xfff // a sanity bound: the highest one seen is below 0x100
	highestVersion = 0xff
	headSize       = 4 // type and version
	endTag         = 0x8b8d8b8f
)

func (w *walker) walk() error {
	for {
		head, err := w.in.at(w.pos, headSize)
		if err != nil {
			return err
		}
		if len(head) < 2 {
			return w.malformed("the stream ends without its end tag")
		}
		mark := binary.LittleEndian.Uint16(head)
		switch {
		case mark&typeBit == 0:
			err = w.close(Type(^mark &^ typeBit))
		case len(head) < headSize:
			return w.malformed("the stream ends inside a type")
		case Type(mark&^typeBit) == TypeArray:
			err = w.array()
		default:
			err = w.typed(Type(mark&^typeBit), binary.LittleEndian.Uint16(head[2:]))
		}
		if err != nil {
			return err
		}
		if w.record.Kind == End {
			return nil
		}
	}
}

func (w *walker) malformed(what string) error { return &Malformed{Offset: w.pos, What: what} }

// put emits a record that starts at the current position and goes on behind it.
func (w *walker) put(r Record) error {
	r.Offset, r.Depth = w.pos, len(w.stack)
	w.record = r
	w.pos = r.Payload + r.Size
	return w.emit(&w.record)
}

func (w *walker) top() *frame {
	if len(w.stack) == 0 {
		return nil
	}
	return &w.stack[len(w.stack)-1]
}

// child notes that the innermost frame has got a value, and reports whether it is the first.
func (w *walker) child(scalar bool) (first bool) {
	top := w.top()
	if top == nil || !top.empty {
		return false
	}
	top.empty, top.scalar = false, scalar
	return true
}

func (w *walker) push(f frame) error {
	if len(w.stack) >= max(w.sweep, firstSweep) {
		w.sweepEnums()
	}
	if len(w.stack) >= MaxDepth {
		return w.malformed("objects lie in each other too deep")
	}
	w.stack = append(w.stack, f)
	return nil
}

// room returns an error if size bytes at offset do not fit into the stream.
func (w *walker) room(offset int64, count, size uint64) error {
	if left := uint64(w.in.end - offset); offset > w.in.end || count > left/size {
		return w.malformed("a value is longer than the stream")
	}
	return nil
}
