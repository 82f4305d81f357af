package folder

// pbtxt is a message in the text format of protobuf, read without its schema: the fields in their order.
type pbtxt []pbtxtField

// pbtxtField is a field with a message, or with one or more scalars as text.
type pbtxtField struct {
	name    string
	isText  bool
	texts   []string
	message pbtxt
}

// has reports whether a field is there.
func (p pbtxt) has(name string) bool {
	for _, f := range p {
		if f.name == name {
			return true
		}
	}
	return false
}

// texts returns the scalars of a field, repeated or as a list.
func (p pbtxt) texts(name string) []string {
	var all []string
	for _, f := range p {
		if f.name == name {
			all = append(all, f.texts...)
		}
	}
	return all
}

// text returns the last scalar of a field, which wins; "" if there is none.
func (p pbtxt) text(name string) string {
	all := p.texts(name)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

// messages returns the messages of a field, repeated or as a list.
func (p pbtxt) messages(name string) []pbtxt {
	var all []pbtxt
	for _, f := range p {
		if f.name == name && !f.isText {
			all = append(all, f.message)
		}
	}
	return all
}

// message returns the fields of all messages of a field.
func (p pbtxt) message(name string) pbtxt {
	var all pbtxt
	for _, m := range p.messages(name) {
		all = append(all, m...)
	}
	return all
}
