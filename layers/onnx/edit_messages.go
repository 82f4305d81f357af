package onnx

import "google.golang.org/protobuf/encoding/protowire"

// part is a message that can be written: one that was read has an origin.
type part interface {
	at() span
	encode(*encoder) (body, error)
}

func (n *Node) at() span         { return n.origin }
func (a *Attribute) at() span    { return a.origin }
func (g *Graph) at() span        { return g.origin }
func (f *Function) at() span     { return f.origin }
func (t *Tensor) at() span       { return t.origin }
func (s *SparseTensor) at() span { return s.origin }
func (v *ValueInfo) at() span    { return v.origin }
func (a *Annotation) at() span   { return a.origin }

// messagesIn edits a list of messages. Each that was read from this very message is written where its record
// stands, as long as the order of the list allows, and the others between them.
func messagesIn[P part](ed *edit, number protowire.Number, now []P) {
	var slots []int // the records of this field
	place := map[int64]int{}
	for i, r := range ed.records {
		if r.number == number && r.bytes() {
			place[r.payload] = len(slots)
			slots = append(slots, i)
		}
	}
	own := make([]int, len(now)) // the slot that each was read from, -1 if there is none
	for i, p := range now {
		own[i] = -1
		if at := p.at(); at.from != nil && ed.old != nil && at.from == ed.old.from {
			if slot, ok := place[at.start]; ok && ed.records[slots[slot]].end == at.end {
				own[i] = slot
				delete(place, at.start) // a copy of the same message is a new one
			}
		}
	}
	next := 0
	for slot, i := range slots {
		r := &ed.records[i]
		r.replaced, r.with = true, body{}
		for next < len(now) && (own[next] <= slot || slot == len(slots)-1) {
			ed.add(&r.with, number, now[next], slotSpan(ed, slots, own[next]))
			next++
		}
	}
	for ; next < len(now); next++ {
		ed.add(&ed.tail, number, now[next], span{})
	}
}

// slotSpan is where the record of a slot stands.
func slotSpan(ed *edit, slots []int, slot int) span {
	if slot < 0 {
		return span{}
	}
	return ed.records[slots[slot]].span
}

// messageIn edits a message that is there at most once; now is nil if it is not.
func messageIn[P interface {
	comparable
	part
}](ed *edit, number protowire.Number, now P) {
	var none P
	if now == none {
		for i := range ed.records {
			if r := &ed.records[i]; r.number == number && r.bytes() {
				r.replaced = true
			}
		}
		return
	}
	messagesIn(ed, number, []P{now})
}

// add adds a record with what a message has become. One that has not changed keeps its whole record, with
// tag and length as they were written.
func (ed *edit) add(target *body, number protowire.Number, p part, record span) {
	if ed.err != nil {
		return
	}
	b, err := p.encode(ed.encoder)
	switch {
	case err != nil:
		ed.err = err
	case record.from != nil && b.is(p.at()):
		target.addSpan(record)
	default:
		target.addHead(number, b.size)
		target.addInner(&b)
	}
}
